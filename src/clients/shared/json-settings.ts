import { getNodeValue } from 'jsonc-parser';
import type { HookEventName } from '../../app/ports/client-adapter.ts';
import type { ClientPlace, ClientSettings, Scope } from '../../app/ports/client-settings.ts';
import { type ClientWithHooks, connectedBy, settingsAt } from './find-connected.ts';
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
export function offBecause({ root }: SettingsText, { keys, off, because }: HooksSwitch): string | null {
  const value = keys.reduce((node, key) => valueIn(findMember(node, key)), root);
  return value !== undefined && getNodeValue(value) === off ? because : null;
}

/** The settings of a client that has hooks and servers in JSON, in one file or two. */
interface JsonSettings {
  readonly locate: LocateFiles<'hooks' | 'server'>;
  readonly servers: ServerList;
  readonly isFlat?: true;
  /** Has the client's time limit too: five seconds, though our hooks give up after two by themselves. */
  readonly handler: Parameters<typeof shellHooks>[1];
  readonly hooksSwitch?: HooksSwitch;
  /** Of the format of the file with hooks, for a client that refuses a file without it. */
  readonly version?: number;
}

export function jsonSettings(client: ClientWithHooks, facts: JsonSettings): ClientSettings {
  const { locate, servers, isFlat, handler, hooksSwitch, version } = facts;
  const list: HookList = { ...(isFlat && { isFlat }), isOwn: isOwnHook(client.name) };
  const hooksFor = shellHooks(client, handler);
  return {
    listParts(place, scope) {
      const { hooks, server } = locate(place, scope);
      const isShared = scope === 'project';
      const plain = hooksPart({ path: hooks.path, isShared }, list, hooksFor(place, scope));
      const first = version === undefined ? plain : withTopMember(plain, 'version', version);
      const second = serverPart({ path: server.path, isShared }, servers, serverStart(place, scope));
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
      return {
        hooks: {
          path: hooks.path,
          found: listHooks(settings, list),
          offBecause: hooksSwitch ? offBecause(settings, hooksSwitch) : null,
        },
        server: { path: server.path, entry: readServer(settingsAt(server.path, read), servers) },
      };
    }),
  };
}
