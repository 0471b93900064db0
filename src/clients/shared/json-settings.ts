import { getNodeValue } from 'jsonc-parser';
import type { HookEventName } from '../../app/ports/client-adapter.ts';
import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { type ClientWithHooks, connectedBy, type ScopeEntries, settingsAt } from './find-connected.ts';
import {
  groupsOf,
  type Handler,
  type Hook,
  type HookList,
  listHooks,
  readServer,
  type ServerList,
} from './json-entries.ts';
import type { SettingsText } from './jsonc/settings-text.ts';
import { findMember, valueIn } from './jsonc/settings-text.ts';
import { hookLine, isOwnHook } from './own-entries.ts';
import { bothParts, hooksPart, serverPart, withTopMember } from './settings-parts.ts';
import { hooksSnippet, type LocateFiles, serverSnippet, serverStart } from './snippet.ts';

/** Our hooks for a client that takes one line for a shell. */
export const shellHooks =
  ({ name, hooks }: ClientWithHooks, handler: (command: string, event: HookEventName) => Handler) =>
  (place: ClientPlace, scope: Scope): readonly Hook[] =>
    Object.entries(hooks.events).map(([event, own]) => ({
      event,
      handler: handler(hookLine(place, scope, name, own), own),
    }));

/** The value by which a client runs no hooks, and the keys that lead to it. */
interface HooksSwitch {
  readonly keys: readonly string[];
  readonly off: boolean;
  readonly because: string;
}

export const ALL_HOOKS: HooksSwitch = {
  keys: ['disableAllHooks'],
  off: true,
  because: 'disableAllHooks is set',
};

/** Why the client runs no hooks; null if it does. */
function offBecause({ root }: SettingsText, { keys, off, because }: HooksSwitch): string | null {
  const value = keys.reduce((node, key) => valueIn(findMember(node, key)), root);
  return value !== undefined && getNodeValue(value) === off ? because : null;
}

/** The settings of a client that has hooks and servers in JSON, in one file or two. */
interface JsonSettings {
  readonly locate: LocateFiles<'hooks' | 'server'>;
  readonly servers: ServerList;
  readonly isFlat?: true;
  /** Each has a time limit of five seconds, though our hooks give up after two by themselves. */
  readonly hooks: (place: ClientPlace, scope: Scope) => readonly Hook[];
  readonly hooksSwitch?: HooksSwitch;
  /** What a person should know before the hooks are added. */
  readonly hooksNotice?: Parameters<typeof hooksPart>[3];
  /** The client locks the user's file with servers while it writes. */
  readonly isUserFileLocked?: true;
  /** What changes in that file together with our server. */
  readonly adjustUserServer?: Parameters<typeof serverPart>[3];
  /** What else the doctor has to know. */
  readonly alsoFound?: (
    scope: Scope,
    hooks: SettingsText,
    servers: SettingsText,
  ) => Pick<ScopeEntries, 'hasPlugin' | 'overriddenIn'>;
  /** Of the format of the file with hooks, for a client that refuses a file without it. */
  readonly version?: number;
}

export function jsonSettings(client: ClientWithHooks, facts: JsonSettings): ClientSettings {
  const { locate, servers, isFlat, hooks: hooksFor, hooksSwitch, version } = facts;
  const list: HookList = { ...(isFlat && { isFlat }), isOwn: isOwnHook(client.name) };
  return {
    listParts(place, scope) {
      const { hooks, server } = locate(place, scope);
      const isShared = scope === 'project';
      const plain = hooksPart(
        { path: hooks.path, isShared },
        list,
        hooksFor(place, scope),
        facts.hooksNotice,
      );
      const first = version === undefined ? plain : withTopMember(plain, 'version', version);
      const second = serverPart(
        { path: server.path, isShared, isLocked: facts.isUserFileLocked === true && !isShared },
        servers,
        serverStart(place, scope),
        isShared ? undefined : facts.adjustUserServer,
      );
      return hooks.path === server.path ? [bothParts(first, second)] : [first, second];
    },
    listSnippets(place, scope) {
      const { hooks, server } = locate(place, scope);
      return [
        serverSnippet(server, servers.key, servers.entry(serverStart(place, scope))),
        hooksSnippet(hooks, groupsOf(hooksFor(place, scope), list), version === undefined ? {} : { version }),
      ];
    },
    findConnected: connectedBy(client, (place, scope, read) => {
      const { hooks, server } = locate(place, scope);
      const settings = settingsAt(hooks.path, read);
      const serverSettings = settingsAt(server.path, read);
      return {
        ...facts.alsoFound?.(scope, settings, serverSettings),
        hooks: {
          path: hooks.path,
          found: listHooks(settings, list),
          offBecause: hooksSwitch ? offBecause(settings, hooksSwitch) : null,
        },
        server: { path: server.path, entry: readServer(serverSettings, servers) },
      };
    }),
  };
}
