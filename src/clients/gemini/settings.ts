import type { ClientPlace, ListParts, ListSnippets, Scope } from '../../app/ports/client-settings.ts';
import { groupsOf, type HookList } from '../shared/hook-settings.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import type { ServerList } from '../shared/server-settings.ts';
import { bothParts, hooksPart, serverPart } from '../shared/settings-parts.ts';
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

const NAME = 'gemini';
/** In milliseconds. Ours give up after two seconds by themselves; this is the client's own net under them. */
const FIELDS = { type: 'command', timeout: 5_000 };

export const HOOKS: HookList = { isOwn: isOwnHook(NAME) };
export const SERVERS: ServerList = { key: 'mcpServers', entry: (start) => ({ ...start }) };

const hooksIn = (place: ClientPlace, scope: Scope) => shellHooks(NAME, EVENTS, FIELDS, place, scope);

/** Hooks and server are in the same file. */
export const settingsFile = (place: ClientPlace, scope: Scope) =>
  locateFile((scope === 'user' ? inHome : inProject)('.gemini', 'settings.json'), place);

export const listParts: ListParts = (place, scope) => {
  const file = { path: settingsFile(place, scope).path, isShared: scope === 'project' };
  return [
    bothParts(
      hooksPart(file, HOOKS, hooksIn(place, scope)),
      serverPart(file, SERVERS, serverStart(place, scope)),
    ),
  ];
};

export const listSnippets: ListSnippets = (place, scope) => {
  const file = settingsFile(place, scope);
  return [
    serverSnippet(file, SERVERS.key, SERVERS.entry(serverStart(place, scope))),
    hooksSnippet(file, groupsOf(hooksIn(place, scope))),
  ];
};
