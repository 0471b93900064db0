import { createClientServices } from '../app/clients/client-services.ts';
import { CLIENTS } from '../clients/index.ts';
import { diffLines } from '../clients/shared/diff-lines.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { machineFacts } from '../system/machine-facts.ts';
import { settingsFiles } from '../system/settings/settings-files.ts';
import { clientPlace, flagsForClients, isTemporaryInstall } from './client-place.ts';
import type { ProcessEnvironment } from './process-environment.ts';

// Exported for run-command.ts: this part of the bundle has the settings of all clients.
export { listConnections } from './list-connections.ts';

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
