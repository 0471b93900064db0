import { join } from 'node:path';
import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { groupsOf, type Hook, type HookList } from '../shared/hook-settings.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import { hooksPart } from '../shared/settings-parts.ts';
import { hookLine } from '../shared/shell-line.ts';
import { hooksSnippet, inHome, inProject, locateFile, serverStart, tomlSnippet } from '../shared/snippet.ts';
import { tomlServerPart } from '../shared/toml/server-table.ts';
import { EVENTS } from './events.ts';

const NAME = 'codex';
/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;
/** The client gives the end of a session less. */
const END_TIMEOUT_SECONDS = 3;

export const HOOKS: HookList = { isOwn: isOwnHook(NAME) };
export const SERVER_TABLE = 'mcp_servers';

/** The client ignores `args`: one line for a shell. */
const hooksIn = (place: ClientPlace, scope: Scope): readonly Hook[] =>
  Object.entries(EVENTS).map(([event, name]) => {
    const timeout = name === 'session-end' ? END_TIMEOUT_SECONDS : TIMEOUT_SECONDS;
    return {
      event,
      handler: { type: 'command', command: hookLine(place, scope, NAME, name), timeout },
    };
  });

/** The folder that holds everything of the client. */
export const clientFolder = ({ homeDir, env }: Pick<ClientPlace, 'homeDir' | 'env'>): string =>
  env.CODEX_HOME || join(homeDir, '.codex');

export function settingsFiles(place: ClientPlace, scope: Scope) {
  const locate = (name: string) => {
    const paths = (scope === 'user' ? inHome : inProject)('.codex', name);
    const located = locateFile(paths, place);
    return scope === 'user' ? { ...located, path: join(clientFolder(place), name) } : located;
  };
  return { hooks: locate('hooks.json'), server: locate('config.toml') };
}

export const listParts: ListParts = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    hooksPart({ path: hooks.path, isShared }, HOOKS, hooksIn(place, scope)),
    tomlServerPart({ path: server.path, isShared }, SERVER_TABLE, serverStart(place, scope)),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  return [
    tomlSnippet(server, serverStart(place, scope)),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope))),
  ];
};
