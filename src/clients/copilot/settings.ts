import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { groupsOf, type HookList } from '../shared/hook-settings.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { hooksPart, serverPart } from '../shared/settings-parts.ts';
import { shellHooks } from '../shared/shell-hooks.ts';
import {
  hooksSnippet,
  inHome,
  inProject,
  locateFile,
  serverSnippet,
  serverStart,
} from '../shared/snippet.ts';
import { EVENTS } from './events.ts';

const NAME = 'copilot';
/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const FIELDS = { type: 'command', timeoutSec: 5 };

export const HOOKS: HookList = { isFlat: true, isOwn: isOwnHook(NAME) };
export const SERVERS: ServerList = {
  key: 'mcpServers',
  entry: (start) => ({ type: 'local', ...start, tools: ['*'] }),
};

const hooksIn = (place: ClientPlace, scope: Scope) => shellHooks(NAME, EVENTS, FIELDS, place, scope);

export const settingsFiles = (place: ClientPlace, scope: Scope) =>
  scope === 'user'
    ? {
        hooks: locateFile(inHome('.copilot', 'settings.json'), place),
        server: locateFile(inHome('.copilot', 'mcp-config.json'), place),
      }
    : {
        hooks: locateFile(inProject('.github', 'copilot', 'settings.json'), place),
        server: locateFile(inProject('.mcp.json'), place),
      };

export const listParts: ListParts = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    hooksPart({ path: hooks.path, isShared }, HOOKS, hooksIn(place, scope)),
    serverPart({ path: server.path, isShared }, SERVERS, serverStart(place, scope)),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  return [
    serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope), HOOKS)),
  ];
};
