import { connectedBy, type ReadText, settingsAt } from '../shared/find-connected.ts';
import { type FoundHook, listHooks } from '../shared/hook-settings.ts';
import { parseToml, type TomlText, valueAt } from '../shared/toml/parse-toml.ts';
import { isTable } from '../shared/toml/read-value.ts';
import { readServerTable } from '../shared/toml/server-table.ts';
import { EVENTS } from './events.ts';
import { HOOKS, SERVER_TABLE, settingsFiles } from './settings.ts';

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

/** Our hooks and server in the settings of the client, for each scope. */
export const findConnected = connectedBy(Object.keys(EVENTS), (place, scope, read) => {
  const { hooks, server } = settingsFiles(place, scope);
  const config = tomlAt(server.path, read);
  // The client keeps what the person trusts in the person's settings only.
  const own = tomlAt(settingsFiles(place, 'user').server.path, read);
  const found = listHooks(settingsAt(hooks.path, read), HOOKS);
  const untrusted = untrustedEvents(own, hooks.path, found);
  const isOff = [config, own].some((toml) => valueAt(toml, ['features', 'hooks']) === 'false');
  return {
    hooks: {
      path: hooks.path,
      found,
      offBecause: isOff ? 'features.hooks is false' : null,
      caution:
        untrusted.length === 0
          ? null
          : {
              found: `Codex does not run the hooks of Throughline on ${untrusted.join(', ')} until you trust them`,
              fix: 'Start Codex, type /hooks and trust the hooks of throughline.',
            },
    },
    server: { path: server.path, entry: readServerTable(config, SERVER_TABLE) },
  };
});
