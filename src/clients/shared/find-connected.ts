import type { ClientAdapter, ClientHooks } from '../../app/ports/client-adapter.ts';
import {
  type ClientPlace,
  type ClientStart,
  type ConnectedScope,
  type FindConnected,
  SCOPES,
  type Scope,
} from '../../app/ports/client-settings.ts';
import { isJsonObject } from '../../lib/json-depth.ts';
import type { FoundHook } from './json-entries.ts';
import { withoutDataFlags } from './json-entries.ts';
import { parseSettings, type SettingsText } from './jsonc/settings-text.ts';
import { commandAndArguments, isOwnServer, wordsOfLine } from './own-entries.ts';

export type ClientWithHooks = Pick<ClientAdapter, 'name'> & { readonly hooks: Pick<ClientHooks, 'events'> };

/** What the settings of one scope contain. */
export interface ScopeEntries {
  readonly hooks: {
    readonly path: string;
    /** Hooks of ours. */
    readonly found: readonly FoundHook[];
    /** Why the client runs no hooks; null if it does. */
    readonly offBecause: string | null;
    readonly caution?: NonNullable<ConnectedScope['hooks']>['caution'];
  } | null;
  /** The server with our name, whoever wrote it. */
  readonly server: { readonly path: string; readonly entry: unknown } | null;
  readonly hasPlugin?: boolean;
  readonly overriddenIn?: readonly string[];
}

/** The text of a file; empty if it is not there or cannot be read. */
export type ReadText = (path: string) => string;

const envOf = (entry: unknown): Readonly<Record<string, string>> => {
  const env = isJsonObject(entry) && isJsonObject(entry.env) ? entry.env : {};
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
};

/** A repository brings its settings along: of those nothing is started but the program that is on the PATH. */
function startOf(entry: unknown, scope: Scope): ClientStart | null {
  const words = commandAndArguments(entry);
  const [command = '', ...args] = (words.length === 1 ? wordsOfLine(words[0] ?? '') : words) ?? [];
  if (command === '' || (scope === 'project' && command !== 'throughline')) return null;
  return { command, args, env: scope === 'project' ? {} : envOf(entry) };
}

/** The same, only asked whether it runs. */
function check(start: ClientStart | null): ClientStart | null {
  const at = start?.args.indexOf('hook') ?? -1;
  return start === null || at < 0 ? null : { ...start, args: start.args.with(at + 2, 'check') };
}

const withoutLocation = (start: ClientStart | null): ClientStart | null =>
  start && { ...start, args: withoutDataFlags(start.args) };

/** Settings that cannot be read or are not JSON count as empty: another check reports them. */
export const settingsAt = (path: string, read: ReadText): SettingsText => {
  try {
    return parseSettings(path, read(path));
  } catch {
    return parseSettings(path, '');
  }
};

function connectedHooks(
  events: readonly string[],
  { path, found, offBecause, caution = null }: NonNullable<ScopeEntries['hooks']>,
  scope: Scope,
): ConnectedScope['hooks'] {
  const [first] = found;
  if (first === undefined) return null;
  const isRun = (event: string) => found.some((hook) => hook.event === event);
  return {
    path,
    events: events.filter(isRun),
    missing: events.filter((event) => !isRun(event)),
    offBecause,
    caution,
    start: check(startOf(first.entry, scope)),
  };
}

/** Finds our hooks and server in each scope. */
export const connectedBy =
  (
    { hooks: { events } }: ClientWithHooks,
    look: (place: ClientPlace, scope: Scope, read: ReadText) => ScopeEntries,
  ): FindConnected =>
  (place, readFile) => {
    const read = (path: string) => {
      try {
        return readFile(path) ?? '';
      } catch {
        return '';
      }
    };
    const all = SCOPES.map((scope) => ({ scope, ...look(place, scope, read) }));
    // In the home folder the settings of the project are the person's own, which are examined once.
    const isOwnFile = ({ scope, hooks, server }: (typeof all)[number]) =>
      scope === 'user' ||
      all.every((other) => other.scope === scope || pathOf(other) !== pathOf({ hooks, server }));
    return all.filter(isOwnFile).map(({ scope, hooks, server, hasPlugin = false, overriddenIn = [] }) => ({
      scope,
      hooks: hooks && connectedHooks(Object.keys(events), hooks, scope),
      server:
        server !== null && isOwnServer(server.entry)
          ? { path: server.path, start: withoutLocation(startOf(server.entry, scope)) }
          : null,
      hasPlugin,
      overriddenIn,
    }));
  };

const pathOf = ({ hooks, server }: Pick<ScopeEntries, 'hooks' | 'server'>): string | undefined =>
  hooks?.path ?? server?.path;
