import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { groupsOf, type HookList } from '../shared/hook-settings.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { hooksPart, ownFilePart, serverPart } from '../shared/settings-parts.ts';
import { shellHooks } from '../shared/shell-hooks.ts';
import {
  hooksSnippet,
  inConfig,
  inHome,
  inProject,
  locateFile,
  serverSnippet,
  serverStart,
} from '../shared/snippet.ts';
import { EVENTS } from './events.ts';

const NAME = 'vscode';
/** In seconds. Ours give up after two by themselves; this is the client's own net under them. */
const FIELDS = { type: 'command', timeout: 5 };

export const HOOKS: HookList = { isFlat: true, isOwn: isOwnHook(NAME) };
export const SERVERS: ServerList = { key: 'servers', entry: (start) => ({ type: 'stdio', ...start }) };

const hooksIn = (place: ClientPlace, scope: Scope) => shellHooks(NAME, EVENTS, FIELDS, place, scope);

/** The client has no folder of its own for hooks of a person: it reads those of the agent it comes with. */
export const settingsFiles = (place: ClientPlace, scope: Scope) =>
  scope === 'user'
    ? {
        hooks: locateFile(inHome('.copilot', 'hooks', 'throughline.json'), place),
        server: locateFile(inConfig('Code', 'User', 'mcp.json'), place),
        instructions: locateFile(inConfig('Code', 'User', 'prompts', 'throughline.instructions.md'), place),
      }
    : {
        hooks: locateFile(inProject('.github', 'hooks', 'throughline.json'), place),
        server: locateFile(inProject('.vscode', 'mcp.json'), place),
        instructions: locateFile(inProject('.github', 'instructions', 'throughline.instructions.md'), place),
      };

const MARK = '<!-- throughline:instructions -->';

/** Hooks can be switched off by an organization. Then the agent has to do by itself what they would do. */
const instructionsText = ({ instructions }: ClientPlace): string =>
  ["---\napplyTo: '**'\n---", MARK, instructions, ''].join('\n');

export const listParts: ListParts = (place, scope) => {
  const { hooks, server, instructions } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    hooksPart({ path: hooks.path, isShared }, HOOKS, hooksIn(place, scope)),
    serverPart({ path: server.path, isShared }, SERVERS, serverStart(place, scope)),
    ownFilePart({ path: instructions.path, isShared }, 'instructions', MARK, instructionsText(place)),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server, instructions } = settingsFiles(place, scope);
  return [
    serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope), HOOKS)),
    { what: 'instructions', format: 'text', ...instructions, text: instructionsText(place).trimEnd() },
  ];
};
