import { createClientServices } from '../app/clients/client-services.ts';
import { hasServerEntry } from '../app/doctor/check-clients.ts';
import type { ClientConnection } from '../cli/define-command.ts';
import { CLIENTS } from '../clients/index.ts';
import { diffLines } from '../clients/shared/diff-lines.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { machineFacts } from '../system/machine-facts.ts';
import { settingsFiles } from '../system/settings/settings-files.ts';
import { clientPlace, flagsForClients, isTemporaryInstall } from './client-place.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { readClientSettings, readConnected } from './read-clients.ts';

/** The clients whose settings name Throughline, and what they run of it. Here, because this part of the bundle has the settings of all clients. */
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
      settings.some((one) => one.client === client && hasServerEntry(one));
    return hasHooks || hasServer ? [{ client, title, hasHooks, hasServer }] : [];
  });
}

export function openClients(input: ConfigInput, environment: ProcessEnvironment, projectDir: string) {
  const config = loadConfig(input);
  return createClientServices({
    clients: CLIENTS.adapters,
    place: clientPlace(environment, projectDir, flagsForClients(config, input)),
    files: settingsFiles,
    clock: systemClock,
    diff: diffLines,
    redactor: createRedactor({ patterns: config.redactPatterns }),
    exists: machineFacts.exists,
    home: config.home,
    isTemporaryInstall: isTemporaryInstall(environment.program.path),
  });
}
