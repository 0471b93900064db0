import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { HookDeps } from '../app/deps.ts';
import type { OpenStore } from '../app/ports/store.ts';
import type { Clock, Files } from '../app/ports/system.ts';
import type { Embedder } from '../app/ports/vectors.ts';
import { gameProjects } from '../campaign/app/games.ts';
import { commandWording } from '../cli/command-wording.ts';
import { CLIENTS } from '../clients/index.ts';
import type { ClientRegistry } from '../clients/registry.ts';
import { readOff } from '../config/load-config.ts';
import type { Config } from '../config/schema.ts';
import {
  DEFAULT_WORKSPACE,
  identityPath,
  identityPlaces,
  projectIdentityPath,
} from '../config/workspace-paths.ts';
import { invalid } from '../domain/error.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/instant.ts';
import { lazy } from '../lib/lazy.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { openStore } from '../storage/open-store.ts';
import { readDatabase } from '../storage/sqlite/driver.ts';
import { fairDice, randomIds, systemClock } from '../system/clock-and-random.ts';
import { openFiles } from '../system/files/open-files.ts';
import type { DriftReaderOptions, EarlyAnswers } from '../system/git/read-drift.ts';
import { readGit } from '../system/git/read-git.ts';
import { HOOK_LOG, readHookFailures } from '../system/hook-log.ts';
import { createFolders } from '../system/identify-folder.ts';
import { createProcesses } from '../system/processes.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { redactWhenNeeded } from './redact-when-needed.ts';

/** How many times longer a batch of records may take than a query. */
const DOCUMENT_SHARE = 15;

function keyIn(name: string | undefined, env: ProcessEnvironment['env']): string | undefined {
  if (name === undefined) return undefined;
  const key = env[name]?.trim();
  if (key) return key;
  throw invalid(
    'embedder_key_missing',
    `embedder_key_env is ${name}, but this environment variable is not set.`,
    `Set ${name} where Throughline is started. If no key is needed, run throughline config unset embedder_key_env.`,
  );
}

/** Nothing is loaded and no endpoint is contacted before the first text. */
function openEmbedder(config: Config, env: ProcessEnvironment['env']): Embedder | undefined {
  const { embedder, embedderUrl: url, embedderModel: model, embedderTimeoutMs } = config;
  if (embedder === 'none' || url === undefined || model === undefined) return undefined;
  const opened = lazy(async () => {
    const key = keyIn(config.embedderKeyEnv, env);
    const { createHttpEmbedder } = await import('../embedders/http-embedder.ts');
    return createHttpEmbedder({
      url,
      model,
      api: config.embedderApi,
      key,
      queryTimeoutMs: embedderTimeoutMs,
      documentTimeoutMs: embedderTimeoutMs * DOCUMENT_SHARE,
    });
  });
  return { model, embed: async (...asked) => (await opened()).embed(...asked) };
}

/** Changes whenever the file is written or replaced; '' if there is none. */
function fileStamp(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/** `throughline off` must take effect in running servers, so each call checks the stamp of config.json. */
function watchOff({ home, off }: Pick<Config, 'home' | 'off'>, homeDir: string): () => readonly string[] {
  const path = join(home, 'config.json');
  let known = off;
  let stamp: string | undefined;
  return () => {
    try {
      const present = fileStamp(path);
      if (present !== stamp) {
        known = readOff(home, homeDir, (file) => (present === '' ? undefined : readFileSync(file, 'utf8')));
        stamp = present;
      }
    } catch {
      // While the file cannot be read, the last known list is used.
    }
    return known;
  };
}

const MEGABYTE = 1_000_000;

type Shared = Omit<HookDeps, 'store' | 'listHookFailures' | 'settings' | 'filesFor'> & {
  /** Files in one of the folders `own`, which are the workspace's, or in those that all workspaces share. */
  filesIn(own: readonly string[], worktree: string | null): Files;
  readonly settings: Omit<HookDeps['settings'], 'identityPath' | 'projectIdentityPath'>;
};

const depsOf = (
  { filesIn, ...shared }: Shared,
  config: Config,
  store: OpenStore,
  workspace: string,
): HookDeps => ({
  ...shared,
  filesFor: (worktree) => filesIn(identityPlaces(config, workspace), worktree),
  store: store.workspace(workspace),
  settings: {
    ...shared.settings,
    identityPath: identityPath(config, workspace),
    projectIdentityPath: (projectId) => projectIdentityPath(config.home, workspace, projectId),
  },
  listHookFailures: () =>
    readHookFailures(join(config.home, HOOK_LOG)).filter(
      (failure) => (failure.workspace ?? DEFAULT_WORKSPACE) === workspace,
    ),
});

interface OpenDepsOptions {
  readonly clock?: Clock | undefined;
  readonly lockBudgetMs?: number;
  readonly isOneCall?: boolean;
  /** Told what a process that died in the middle of a restore has left. */
  readonly onNotice?: (text: string) => void;
  /** What git was asked before somebody needs it. */
  readonly findEarly?: () => EarlyAnswers | undefined;
  /** For tests. */
  readonly clients?: ClientRegistry;
}

export const driftOptions = (
  { gitTimeoutMs }: Config,
  { env, kill }: Pick<ProcessEnvironment, 'env' | 'kill'>,
): DriftReaderOptions => ({ environment: env, kill, limitMs: gitTimeoutMs });

/** The only place where the parts are wired. `readOnly`: no store is created. */
export async function openDeps(
  config: Config,
  { homeDir, env, kill }: Pick<ProcessEnvironment, 'homeDir' | 'env' | 'kill'>,
  readOnly: boolean,
  {
    clock = systemClock,
    lockBudgetMs,
    isOneCall,
    onNotice,
    findEarly,
    clients = CLIENTS,
  }: OpenDepsOptions = {},
) {
  const redactor = redactWhenNeeded(config.redactPatterns);
  const store = await openStore(config.store, {
    busyTimeoutMs: config.busyTimeoutMs,
    lockBudgetMs,
    isOneCall,
    now: clock.now(),
    mayCreate: !readOnly,
    mayCreateFolder: dirname(config.store) === config.home,
    onNotice,
  });
  const roots = [...clients.transcriptRoots({ homeDir, env }), ...config.allowedRoots];
  const shared: Shared = {
    clock,
    ids: randomIds,
    dice: fairDice,
    folders: createFolders(readGit),
    redactor,
    settings: {
      project: config.project ?? null,
      lostAfter: {
        withHooksMs: config.lostAfterMinutesWithHooks * MINUTE_MS,
        withoutHooksMs: config.lostAfterHours * HOUR_MS,
      },
      thresholds: { staleCheckpointDays: config.staleCheckpointDays, oldLoopDays: config.oldLoopDays },
      contextWindowTokens: config.contextWindowTokens,
      captures: {
        keepDays: config.captureDays,
        maxBytes: config.captureMegabytes * MEGABYTE,
        importedMaxBytes: config.importedCaptureMegabytes * MEGABYTE,
      },
      storesReceipts: !config.readOnly,
    },
    readOff: watchOff(config, homeDir),
    readDrift: async (question) => {
      const { createDriftReader } = await import('../system/git/read-drift.ts');
      return createDriftReader(driftOptions(config, { env, kill }), findEarly?.())(question);
    },
    transcripts: clients.transcripts({ homeDir, env }),
    isClientSessionId: clients.isSessionId,
    clientsWithHooks: clients.namesWithHooks,
    processes: createProcesses(kill),
    embedder: openEmbedder(config, env),
    hasFile: existsSync,
    wordings: [toolWording, commandWording],
    agentWording: toolWording,
    gameProjects,
    listBackups: store.listBackups,
    ownFiles: openFiles({ roots: [parse(config.identity).root] }),
    filesIn: (own, worktree) =>
      clients.withDatabases(
        // The home has the data of all workspaces, and may be inside the worktree.
        openFiles({
          roots: [...own, ...roots, ...(worktree === null ? [] : [worktree])],
          closed: config.home,
        }),
        readDatabase,
      ),
  };
  return { store, depsFor: (workspace: string) => depsOf(shared, config, store, workspace) };
}
