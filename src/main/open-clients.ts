import { type ClientServices, createClientServices } from '../app/clients/client-services.ts';
import { CLIENTS } from '../clients/index.ts';
import { diffLines } from '../clients/shared/diff-lines.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock.ts';
import { settingsFiles } from '../system/settings/settings-files.ts';
import { clientPlace } from './client-place.ts';
import { flagsToTell } from './flags-to-tell.ts';
import { isPassing } from './name-program.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** The settings of agent clients, as seen from a project. */
export function openClients(
  input: ConfigInput,
  machine: ProcessEnvironment,
  projectDir: string,
): ClientServices {
  const config = loadConfig(input);
  return createClientServices({
    clients: CLIENTS.adapters,
    place: clientPlace(machine, projectDir, flagsToTell(config, input)),
    files: settingsFiles,
    clock: systemClock,
    diff: diffLines,
    redactor: createRedactor({ patterns: config.redactPatterns }),
    home: config.home,
    isPassing: isPassing(machine.program.path),
  });
}
