import { hasServerEntry } from '../app/doctor/check-clients.ts';
import type { ClientConnection } from '../cli/define-command.ts';
import { parseContent } from '../clients/shared/jsonc/settings-text.ts';
import { clientPlace } from './client-place.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { readClientSettings, readConnected } from './read-clients.ts';

/** The clients whose settings name Throughline, and what they run of it. */
export async function listConnections(
  environment: ProcessEnvironment,
  projectDir: string,
): Promise<readonly ClientConnection[]> {
  const { readFile } = environment;
  const place = clientPlace(environment, projectDir, []);
  const settings = await readClientSettings(place, readFile);
  const connected = await readConnected(place, readFile);
  const clients = new Map([...settings, ...connected].map(({ client, title }) => [client, title]));
  return [...clients].flatMap(([client, title]) => {
    const own = connected.filter((one) => one.client === client);
    const hasPlugin = own.some((one) => one.hasPlugin);
    const hasHooks = hasPlugin || own.some(({ hooks }) => hooks !== null && hooks.offBecause === null);
    const hasServer =
      hasPlugin ||
      own.some(({ server }) => server !== null) ||
      settings.some((one) => one.client === client && hasServerEntry(one, parseContent));
    return hasHooks || hasServer ? [{ client, title, hasHooks, hasServer }] : [];
  });
}
