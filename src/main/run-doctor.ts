import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { doctor } from '../app/doctor/doctor.ts';
import { error, examined, examinedLater, type Finding, ok } from '../app/doctor/finding.ts';
import { type ClientSettings, judgeClients, type Looking } from '../app/doctor/judge-clients.ts';
import { judgeConfig } from '../app/doctor/judge-config.ts';
import { judgeConnected } from '../app/doctor/judge-connected.ts';
import { judgeHookFailures } from '../app/doctor/judge-hook-failures.ts';
import type { ClientAdapter } from '../app/ports/client-adapter.ts';
import type { ConnectedClient } from '../app/ports/client-check.ts';
import { type ClientPlace, SCOPES } from '../app/ports/client-settings.ts';
import type { StoreDoctor } from '../app/ports/doctor.ts';
import { doctorFacts, exitCodeOf, parseDoctor, renderDoctor } from '../cli/commands/doctor.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import { CLIENTS } from '../clients/index.ts';
import { parseContent } from '../clients/shared/jsonc/settings-text.ts';
import type { ConfigInput } from '../config/load-config.ts';
import { loadSoundConfig } from '../config/load-sound-config.ts';
import type { Config } from '../config/schema.ts';
import { WORKSPACES_FOLDER } from '../config/workspace-paths.ts';
import { denied, ThroughlineError } from '../domain/error.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { makeRules } from '../redact/rules.ts';
import { examineEngine } from '../storage/sqlite/doctor/examine-engine.ts';
import { listLeftovers } from '../storage/sqlite/doctor/examine-leftovers.ts';
import { examineStore } from '../storage/sqlite/doctor/examine-store.ts';
import { mendStore } from '../storage/sqlite/doctor/salvage-in-place.ts';
import { salvageStore } from '../storage/sqlite/doctor/salvage-store.ts';
import { systemClock } from '../system/clock.ts';
import { readGit } from '../system/git/read-git.ts';
import { HOOK_LOG, readHookFailures } from '../system/hook-log.ts';
import { createFolders } from '../system/identify-folder.ts';
import { machineFacts } from '../system/machine-facts.ts';
import { createProbes } from '../system/probe-start.ts';
import { clientPlace } from './client-place.ts';
import type { ProcessEnvironment } from './process-environment.ts';

export interface Versions {
  readonly throughline: string;
  readonly node: string;
}

/** Where a client keeps the servers of a person; none where it has no such settings. */
async function readSettings(
  { name, title, snippets, install }: ClientAdapter,
  place: ClientPlace,
  { homeDir, readFile }: ProcessEnvironment,
): Promise<readonly ClientSettings[]> {
  const server = (await snippets())(place, 'user').find(({ what }) => what === 'MCP server');
  if (server === undefined) return [];
  const { path, format } = server;
  const shown = {
    client: name,
    title,
    isEditable: install !== undefined,
    format,
    path: path.startsWith(homeDir) ? `~${path.slice(homeDir.length)}` : path,
  };
  try {
    return [{ ...shown, text: readFile(path) }];
  } catch {
    return [{ ...shown, text: '' }];
  }
}

const looking: Looking = { exists: machineFacts.exists, parseJson: parseContent };

const projectDirOf = ({ cwd }: ProcessEnvironment): string =>
  createFolders(readGit).identify(cwd)?.worktree ?? cwd;

const placeOf = (machine: ProcessEnvironment): ClientPlace => clientPlace(machine, projectDirOf(machine), []);

/** Of every client, one after the other. */
const ofClients = async <Found>(
  look: (adapter: ClientAdapter) => Promise<readonly Found[]>,
): Promise<readonly Found[]> => (await Promise.all(CLIENTS.adapters.map(look))).flat();

/** Where settings of clients are written, and so where half of one may lie. */
async function settingsFolders(machine: ProcessEnvironment): Promise<readonly string[]> {
  const place = placeOf(machine);
  const parts = await ofClients(async ({ install }) => {
    const listParts = await install?.();
    return SCOPES.flatMap((scope) => listParts?.(place, scope) ?? []);
  });
  return [...new Set(parts.map(({ path }) => dirname(path)))];
}

/** Where the identity files of all workspaces but the default one are written. */
function workspaceFolders(home: string): readonly string[] {
  const folder = join(home, WORKSPACES_FOLDER);
  try {
    return readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, 'identities')]);
  } catch {
    return [];
  }
}

function judgeHookLog({ home }: Config): readonly Finding[] {
  const path = join(home, HOOK_LOG);
  return judgeHookFailures(path, readHookFailures(path));
}

const findConnected = (
  place: ClientPlace,
  { readFile }: ProcessEnvironment,
): Promise<readonly ConnectedClient[]> =>
  ofClients(async ({ name, title, doctor: loadCheck }) => {
    const find = await loadCheck?.();
    return (find?.(place, readFile) ?? []).map((found) => ({ client: name, title, ...found }));
  });

/** Who starts us, and whether that works. */
async function judgeAllClients(
  home: string,
  machine: ProcessEnvironment,
  version: string,
): Promise<readonly Finding[]> {
  const place = placeOf(machine);
  const settings = await ofClients((adapter) => readSettings(adapter, place, machine));
  return [
    ...examined('clients', () => judgeClients(settings, home, looking)),
    ...(await judgeConnected(await findConnected(place, machine), createProbes(machine.env), version)),
  ];
}

function judgeVersions({ throughline, node }: Versions): Finding {
  const { version, driver } = examineEngine();
  return ok('versions', `throughline ${throughline}, Node ${node}, SQLite ${version} by ${driver}.`);
}

function judgeRedaction({ redactPatterns: patterns }: Config): Finding {
  const rules = makeRules();
  const kinds = new Set(rules.flatMap((rule) => rule.kinds)).size;
  const found = `${rules.length} built-in rules for ${kinds} kinds of secret, and ${patterns.length} patterns of your own.`;
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
  // SQLite removes the log index of a draft itself when it is closed.
  removeDraft: (draft) => rmSync(draft, { force: true }),
});

/** Of what lies behind a folder that may not be entered nothing is said: it is the folder that is told of. */
const isHidden = (path: string): boolean => machineFacts.findBarrier(dirname(path)) !== undefined;

/** Examines the home without opening it as a store; answers the exit code. */
export async function runDoctor(
  line: CommandLine,
  input: ConfigInput,
  machine: ProcessEnvironment,
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
    {
      place: { home, store, folders: [...workspaceFolders(home), ...(await settingsFolders(machine))] },
      store: storeDoctor(store),
      machine: machineFacts,
      clock: systemClock,
      clientToConnect: CLIENTS.namesWithHooks[0],
    },
    [
      ...examined('versions', () => [judgeVersions(versions)]),
      ...(await examinedLater('clients', () => judgeAllClients(home, machine, versions.throughline))),
      ...ofConfig,
      ...examined('hook_log', () => judgeHookLog(config)),
    ],
    // What is wrong may be the name of the store, or that nothing is to be written.
    { ...options, isRepair: options.isRepair && settings.problems.length === 0 },
  );
  if (line.isJson) machine.print(escapeUnusual(JSON.stringify(doctorFacts(report), null, 2)));
  else for (const text of renderDoctor(report)) machine.print(text);
  return exitCodeOf(report);
}
