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
import { withTopMember } from '../shared/top-member.ts';
import { EVENTS } from './events.ts';

const NAME = 'cursor';
/** In seconds. Ours give up after two by themselves; this is the client's own net under them. */
const FIELDS = { timeout: 5 };
/** Of the format of the file with hooks. The client refuses a file without it. */
const VERSION = 1;

export const HOOKS: HookList = { isFlat: true, isOwn: isOwnHook(NAME) };
export const SERVERS: ServerList = { key: 'mcpServers', entry: (start) => ({ ...start }) };

const hooksIn = (place: ClientPlace, scope: Scope) => shellHooks(NAME, EVENTS, FIELDS, place, scope);

export function settingsFiles(place: ClientPlace, scope: Scope) {
  const locate = (name: string) =>
    locateFile((scope === 'user' ? inHome : inProject)('.cursor', name), place);
  return { hooks: locate('hooks.json'), server: locate('mcp.json') };
}

export const listParts: ListParts = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  const isShared = scope === 'project';
  return [
    withTopMember(
      hooksPart({ path: hooks.path, isShared }, HOOKS, hooksIn(place, scope)),
      'version',
      VERSION,
    ),
    serverPart({ path: server.path, isShared }, SERVERS, serverStart(place, scope)),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const { hooks, server } = settingsFiles(place, scope);
  return [
    serverSnippet(server, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
    hooksSnippet(hooks, groupsOf(hooksIn(place, scope), HOOKS), { version: VERSION }),
  ];
};
