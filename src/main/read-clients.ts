import type { ClientSettings } from '../app/doctor/check-clients.ts';
import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import { type ClientPlace, type ConnectedClient, hasServer } from '../app/ports/client-settings.ts';
import { CLIENTS } from '../clients/index.ts';
import { parseContent } from '../clients/shared/jsonc/settings-text.ts';
import { parseServers } from '../clients/shared/toml/server-table.ts';
import { attempt } from '../lib/attempt.ts';
import type { ProcessEnvironment } from './process-environment.ts';

type ReadFile = ProcessEnvironment['readFile'];

export const collectFromClients = async <Found>(
  look: (adapter: ClientAdapter) => Promise<readonly Found[]>,
): Promise<readonly Found[]> => (await Promise.all(CLIENTS.adapters.map(look))).flat();

const PARSERS = { json: parseContent, toml: parseServers };

/** The user settings of a client that contain MCP servers; empty if it has none. */
async function settingsOf(
  { name, title, settings }: ClientAdapter,
  place: ClientPlace,
  readFile: ReadFile,
): Promise<readonly ClientSettings[]> {
  const server = (await settings()).listSnippets(place, 'user').find(({ what }) => hasServer(what));
  if (server === undefined || server.format === 'text') return [];
  const { path, format } = server;
  const shownPath = path.startsWith(place.homeDir) ? `~${path.slice(place.homeDir.length)}` : path;
  // A file that cannot be read has no entry of ours.
  const text = attempt(() => readFile(path));
  const parse = () => text && PARSERS[format](text);
  return [{ client: name, title, path: shownPath, parse }];
}

export const readClientSettings = (place: ClientPlace, readFile: ReadFile) =>
  collectFromClients((adapter) => settingsOf(adapter, place, readFile));

/** Our entries in the settings of the clients that `install` edits, for each scope. */
export const readConnected = (place: ClientPlace, readFile: ReadFile): Promise<readonly ConnectedClient[]> =>
  collectFromClients(async ({ name, title, settings }) => {
    const { findConnected } = await settings();
    return (findConnected?.(place, readFile) ?? []).map((found) => ({ client: name, title, ...found }));
  });
