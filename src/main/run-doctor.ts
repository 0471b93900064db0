import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkClients, checkProject } from '../app/doctor/check-clients.ts';
import { checkConfig } from '../app/doctor/check-home-folder.ts';
import { checkConnected, checkHookFailures } from '../app/doctor/check-hooks.ts';
import { doctor } from '../app/doctor/doctor.ts';
import { error, type Finding, ok, reportFailure, runCheck } from '../app/doctor/finding.ts';
import { type ClientPlace, SCOPES } from '../app/ports/client-settings.ts';
import type { StoreDoctor } from '../app/ports/doctor.ts';
import { doctorFacts, exitCodeOf, parseDoctor, renderDoctor } from '../cli/commands/doctor.ts';
import type { CommandLine } from '../cli/parse-command-line.ts';
import { createStyle } from '../cli/terminal-text.ts';
import { CLIENTS } from '../clients/index.ts';
import type { ConfigInput } from '../config/load-config.ts';
import { loadLenientConfig } from '../config/load-lenient-config.ts';
import type { Config } from '../config/schema.ts';
import { WORKSPACES_FOLDER } from '../config/workspace-paths.ts';
import { denied, ThroughlineError } from '../domain/error.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { createRedactor, makeRules } from '../redact/create-redactor.ts';
import { listBackups, listLeftovers } from '../storage/sqlite/backup/backup-files.ts';
import { examineEngine, examineStore } from '../storage/sqlite/doctor/examine-store.ts';
import { recoverStore, repairInPlace } from '../storage/sqlite/doctor/repair-store.ts';
import { followLinks } from '../storage/sqlite/file/follow-links.ts';
import { systemClock } from '../system/clock-and-random.ts';
import { readGit } from '../system/git/read-git.ts';
import { HOOK_LOG, readHookFailures } from '../system/hook-log.ts';
import { createFolders } from '../system/identify-folder.ts';
import { machineFacts } from '../system/machine-facts.ts';
import { createProbes } from '../system/probe-start.ts';
import { clientPlace } from './client-place.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { collectFromClients, readClientSettings, readConnected } from './read-clients.ts';

interface Versions {
  readonly throughline: string;
  readonly node: string;
}

/** Folders in which settings of clients are written, and so where leftovers may be. */
async function settingsFolders(place: ClientPlace): Promise<readonly string[]> {
  const parts = await collectFromClients(async ({ settings }) => {
    const { listParts } = await settings();
    return SCOPES.flatMap((scope) => listParts(place, scope));
  });
  return [...new Set(parts.map(({ path }) => dirname(path)))];
}

function workspaceFolders(home: string): readonly string[] {
  const folder = join(home, WORKSPACES_FOLDER);
  try {
    return readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, 'identities')]);
  } catch {
    return [];
  }
}

async function judgeAllClients(
  home: string,
  place: ClientPlace,
  { env, readFile }: ProcessEnvironment,
  version: string,
): Promise<readonly Finding[]> {
  const settings = await readClientSettings(place, readFile);
  const connected = await readConnected(place, readFile);
  const isInProject = connected.some(({ scope, server }) => scope === 'project' && server !== null);
  return [
    ...runCheck('clients', () => checkClients(settings, home, machineFacts.exists, isInProject)),
    ...(await checkConnected(connected, createProbes(env), version)),
  ];
}

function judgeVersions({ throughline, node }: Versions): Finding {
  const { version, driver } = examineEngine();
  return ok('versions', `throughline ${throughline}, Node ${node}, SQLite ${version} by ${driver}.`);
}

function judgeRedaction({ redactPatterns: patterns }: Config): Finding {
  const rules = makeRules();
  const kinds = new Set(rules.flatMap((rule) => rule.kinds)).size;
  const found = `${rules.length} built-in rules for ${kinds} kinds of secret, and ${patterns.length} custom patterns.`;
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
  listBackups: () => listBackups(path),
  repairInPlace: (mending, now) => repairInPlace(path, mending, now),
  recover: (now) => recoverStore(path, now),
  // SQLite removes the log index of a draft itself when it is closed.
  removeDraft: (draft) => rmSync(draft, { force: true }),
});

/** A path inside a folder that cannot be entered is not reported; the folder itself is. */
const isHidden = (path: string): boolean => machineFacts.findBarrier(dirname(path)) !== undefined;

/** Examines the home without opening the store; returns the exit code. */
export async function runDoctor(
  line: CommandLine,
  input: ConfigInput,
  environment: ProcessEnvironment,
  versions: Versions,
): Promise<number> {
  const settings = loadLenientConfig(input);
  const { config } = settings;
  const ofConfig = isHidden(settings.path)
    ? []
    : [
        ...runCheck('config', () => checkConfig(settings)),
        ...runCheck('redaction', () => [judgeRedaction(config)]),
      ];
  const options = parseDoctor(line.flags);
  if (config.readOnly && options.isRepair) {
    throw denied(
      'read_only',
      'throughline doctor --repair writes, and --read-only is set.',
      'Run it without --read-only, or without --repair.',
    );
  }
  const { home } = config;
  const store = followLinks(config.store);
  const { cwd } = environment;
  const folder = createFolders(readGit).identify(cwd);
  const place = clientPlace(environment, folder?.worktree ?? cwd, []);
  const hookLog = join(home, HOOK_LOG);
  const report = doctor(
    {
      place: { home, store, folders: [...workspaceFolders(home), ...(await settingsFolders(place))] },
      store: storeDoctor(store),
      machine: machineFacts,
      clock: systemClock,
      clientToConnect: CLIENTS.namesWithHooks[0],
    },
    [
      ...runCheck('versions', () => [judgeVersions(versions)]),
      ...(await judgeAllClients(home, place, environment, versions.throughline).catch((cause) => [
        reportFailure('clients', cause),
      ])),
      ...ofConfig,
      ...runCheck('project', () => checkProject(folder?.anchorPath, config.off)),
      ...runCheck('hook_log', () => checkHookFailures(hookLog, readHookFailures(hookLog))),
    ],
    // Nothing is repaired with invalid settings: the path of the store or `read_only` may be among them.
    { ...options, isRepair: options.isRepair && settings.problems.length === 0 },
  );
  if (line.isJson) environment.print(escapeUnusual(JSON.stringify(doctorFacts(report), null, 2)));
  else {
    const { isTerminal, width, hasColor } = environment;
    for (const text of renderDoctor(report, { isTerminal, width, style: createStyle(hasColor) }))
      environment.print(text);
  }
  return exitCodeOf(report);
}
