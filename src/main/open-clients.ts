import { type ClientServices, createClientServices } from '../app/clients/client-services.ts';
import type { Platform } from '../app/ports/agent-client.ts';
import { diffLines } from '../clients/diff-lines.ts';
import { createClients } from '../clients/index.ts';
import type { ClientPlace } from '../clients/place.ts';
import { type ConfigInput, loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { systemClock } from '../system/clock.ts';
import { settingsFiles } from '../system/settings/settings-files.ts';
import { flagsToTell } from './flags-to-tell.ts';
import type { Machine } from './machine.ts';
import { isPassing, lastingNode } from './name-program.ts';

declare const __VERSION__: string;

const PLATFORMS: Readonly<Record<string, Platform>> = { darwin: 'macos', win32: 'windows' };

const startOf = ({ node, path }: Machine['program']) =>
  isPassing(path)
    ? { command: 'npx', args: ['-y', `throughline@${__VERSION__}`] }
    : { command: lastingNode(node), args: [path] };

export const clientPlace = (
  config: Config,
  input: ConfigInput,
  { platform, homeDir, env, program }: Machine,
  projectDir: string,
): ClientPlace => ({
  platform: PLATFORMS[platform] ?? 'linux',
  homeDir,
  projectDir,
  env,
  program: { ...startOf(program), flags: flagsToTell(config, input) },
});

/** The settings of agent clients, as seen from a project. */
export function openClients(input: ConfigInput, machine: Machine, projectDir: string): ClientServices {
  const config = loadConfig(input);
  return createClientServices({
    clients: createClients(clientPlace(config, input, machine, projectDir)),
    files: settingsFiles,
    clock: systemClock,
    diff: diffLines,
    redactor: createRedactor({ patterns: config.redactPatterns }),
    home: config.home,
    isPassing: isPassing(machine.program.path),
  });
}
