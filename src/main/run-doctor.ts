import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { doctor } from '../app/doctor/doctor.ts';
import { error, examined, type Finding, ok } from '../app/doctor/finding.ts';
import { type ClientSettings, judgeClients } from '../app/doctor/judge-clients.ts';
import { judgeConfig } from '../app/doctor/judge-config.ts';
import type { StoreDoctor } from '../app/ports/doctor.ts';
import { doctorFacts, exitCodeOf, parseDoctor, renderDoctor } from '../cli/commands/doctor.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import type { ConfigInput } from '../config/load-config.ts';
import { loadSoundConfig } from '../config/load-sound-config.ts';
import type { Config } from '../config/schema.ts';
import { denied, ThroughlineError } from '../domain/error.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { RULES } from '../redact/rules.ts';
import { examineEngine } from '../storage/sqlite/examine-engine.ts';
import { listLeftovers } from '../storage/sqlite/examine-leftovers.ts';
import { examineStore } from '../storage/sqlite/examine-store.ts';
import { mendStore } from '../storage/sqlite/salvage-in-place.ts';
import { salvageStore } from '../storage/sqlite/salvage-store.ts';
import { systemClock } from '../system/clock.ts';
import { machineFacts } from '../system/machine-facts.ts';
import type { Machine } from './machine.ts';

export interface Versions {
  readonly throughline: string;
  readonly node: string;
}

const SETTINGS: readonly Pick<ClientSettings, 'client' | 'path' | 'format'>[] = [
  { client: 'Claude Code', path: '.claude.json', format: 'json' },
  { client: 'Codex', path: join('.codex', 'config.toml'), format: 'toml' },
  { client: 'Gemini CLI', path: join('.gemini', 'settings.json'), format: 'json' },
  { client: 'Cursor', path: join('.cursor', 'mcp.json'), format: 'json' },
];

function readSettings({ homeDir, readFile }: Machine): readonly ClientSettings[] {
  return SETTINGS.map((settings) => {
    const shown = { ...settings, path: join('~', settings.path) };
    try {
      return { ...shown, text: readFile(join(homeDir, settings.path)) };
    } catch {
      return { ...shown, text: '' };
    }
  });
}

function judgeVersions({ throughline, node }: Versions): Finding {
  const { version, driver } = examineEngine();
  return ok('versions', `throughline ${throughline}, Node ${node}, SQLite ${version} by ${driver}.`);
}

function judgeRedaction({ redactPatterns: patterns }: Config): Finding {
  const kinds = new Set(RULES.flatMap((rule) => rule.kinds)).size;
  const found = `${RULES.length} built-in rules for ${kinds} kinds of secret, and ${patterns.length} patterns of your own.`;
  try {
    createRedactor({ patterns });
    return ok('redaction', found);
  } catch (cause) {
    if (!(cause instanceof ThroughlineError)) throw cause;
    return error('redaction', `${cause.message} No session can start.`, cause.hint);
  }
}

const storeDoctor = (path: string): StoreDoctor => ({
  examine: (options) => examineStore(path, options),
  listLeftovers: () => listLeftovers(path),
  mend: (mending, now) => mendStore(path, mending, now),
  salvage: (now) => salvageStore(path, now),
  removeDraft: (draft) => rmSync(draft),
});

/** Of what lies behind a folder that may not be entered nothing is said: it is the folder that is told of. */
const isHidden = (path: string): boolean => machineFacts.findBarrier(dirname(path)) !== undefined;

/** Examines the home without opening it as a store; answers the exit code. */
export async function runDoctor(
  line: CommandLine,
  input: ConfigInput,
  machine: Machine,
  versions: Versions,
): Promise<number> {
  const settings = loadSoundConfig(input);
  const { config } = settings;
  const ofConfig = isHidden(settings.path)
    ? []
    : [
        ...examined('config', () => judgeConfig(settings)),
        ...examined('redaction', () => [judgeRedaction(config)]),
      ];
  const options = parseDoctor(line.flags);
  if (config.readOnly && options.isRepair) {
    throw denied(
      'read_only',
      'throughline doctor --repair writes, and --read-only is set.',
      'Run it without --read-only, or without --repair.',
    );
  }
  const { home, store } = config;
  const report = doctor(
    { place: { home, store }, store: storeDoctor(store), machine: machineFacts, clock: systemClock },
    [
      ...examined('versions', () => [judgeVersions(versions)]),
      ...examined('clients', () => judgeClients(readSettings(machine), home, machineFacts.exists)),
      ...ofConfig,
    ],
    // What is wrong may be the name of the store, or that nothing is to be written.
    { ...options, isRepair: options.isRepair && settings.problems.length === 0 },
  );
  if (line.isJson) machine.print(JSON.stringify(doctorFacts(report), null, 2));
  else for (const text of renderDoctor(report)) machine.print(text);
  return exitCodeOf(report);
}
