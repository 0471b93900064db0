import type { ClientSettings } from '../../app/ports/client-settings.ts';
import { connectedBy, type ReadText, settingsAt } from '../shared/find-connected.ts';
import { type FoundHook, groupsOf, type HookList, listHooks } from '../shared/json-entries.ts';
import { shellHooks } from '../shared/json-settings.ts';
import { isOwnHook } from '../shared/own-entries.ts';
import { hooksPart } from '../shared/settings-parts.ts';
import { hooksSnippet, inHome, inProject, locateFiles, serverStart, tomlSnippet } from '../shared/snippet.ts';
import { parseToml, type TomlText, valueAt } from '../shared/toml/parse-toml.ts';
import { isTable } from '../shared/toml/read-value.ts';
import { readServerTable, tomlServerPart } from '../shared/toml/server-table.ts';
import { codex } from './index.ts';

/** Ours give up after two seconds by themselves; this is the client's own net under them. */
const TIMEOUT_SECONDS = 5;
/** The client gives the end of a session less. */
const END_TIMEOUT_SECONDS = 3;

const HOOKS: HookList = { isOwn: isOwnHook(codex.name) };
const SERVER_TABLE = 'mcp_servers';

const hooksFor = shellHooks(codex, (command, event) => ({
  type: 'command',
  command,
  timeout: event === 'session-end' ? END_TIMEOUT_SECONDS : TIMEOUT_SECONDS,
}));

const locate = locateFiles(
  {
    user: { hooks: inHome('.codex', 'hooks.json'), server: inHome('.codex', 'config.toml') },
    project: { hooks: inProject('.codex', 'hooks.json'), server: inProject('.codex', 'config.toml') },
  },
  'CODEX_HOME',
);

type Toml = Pick<TomlText, 'lines'>;

/** A file that is no TOML counts as empty: none of our entries can run from it. */
const tomlAt = (path: string, read: ReadText): Toml => {
  try {
    return parseToml(path, read(path));
  } catch {
    return { lines: [] };
  }
};

/** `SessionStart` → `session_start`, as the client writes it into the names of hooks that it trusts. */
const snakeCase = (event: string): string => event.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();

/** The events whose hooks the person has not reviewed in the client, which then skips them silently. */
function untrustedEvents(config: Toml, path: string, found: readonly FoundHook[]): readonly string[] {
  const state = valueAt(config, ['hooks', 'state']);
  const trusted = isTable(state)
    ? [...state].filter(([, hook]) => isTable(hook) && hook.has('trusted_hash')).map(([name]) => name)
    : [];
  return [...new Set(found.map(({ event }) => event))].filter(
    (event) => !trusted.some((name) => name.startsWith(`${path}:${snakeCase(event)}:`)),
  );
}

const cautionFor = (untrusted: readonly string[]) =>
  untrusted.length === 0
    ? null
    : {
        found: `Codex does not run the hooks of Throughline on ${untrusted.join(', ')} until you trust them`,
        fix: 'Start Codex, type /hooks and trust the hooks of throughline.',
      };

export const settings: ClientSettings = {
  listParts(place, scope) {
    const { hooks, server } = locate(place, scope);
    const isShared = scope === 'project';
    return [
      hooksPart({ path: hooks.path, isShared }, HOOKS, hooksFor(place, scope)),
      tomlServerPart({ path: server.path, isShared }, SERVER_TABLE, serverStart(place, scope)),
    ];
  },
  listSnippets(place, scope) {
    const { hooks, server } = locate(place, scope);
    return [
      tomlSnippet(server, serverStart(place, scope)),
      hooksSnippet(hooks, groupsOf(hooksFor(place, scope))),
    ];
  },
  findConnected: connectedBy(codex, (place, scope, read) => {
    const { hooks, server } = locate(place, scope);
    const config = tomlAt(server.path, read);
    // The client keeps what the person trusts in the person's settings only.
    const own = tomlAt(locate(place, 'user').server.path, read);
    const found = listHooks(settingsAt(hooks.path, read), HOOKS);
    const isOff = [config, own].some((toml) => valueAt(toml, ['features', 'hooks']) === 'false');
    return {
      hooks: {
        path: hooks.path,
        found,
        offBecause: isOff ? 'features.hooks is false' : null,
        caution: cautionFor(untrustedEvents(own, hooks.path, found)),
      },
      server: { path: server.path, entry: readServerTable(config, SERVER_TABLE) },
    };
  }),
};
