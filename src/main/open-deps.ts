import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { Deps } from '../app/deps.ts';
import type { Clock } from '../app/ports/clock.ts';
import type { OpenStore } from '../app/ports/store.ts';
import { commandWording } from '../cli/command-wording.ts';
import { CLIENTS } from '../clients/index.ts';
import type { ClientRegistry } from '../clients/registry.ts';
import { readOff } from '../config/read-off.ts';
import type { Config } from '../config/schema.ts';
import { DEFAULT_WORKSPACE, identityPath, projectIdentityPath } from '../config/workspace-paths.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/instant.ts';
import { toolWording } from '../mcp/tool-wording.ts';
import { createRedactor } from '../redact/create-redactor.ts';
import { openStore } from '../storage/open-store.ts';
import { randomIds, systemClock } from '../system/clock.ts';
import { fairDice } from '../system/fair-dice.ts';
import { openFiles } from '../system/files/open-files.ts';
import { readGit } from '../system/git/read-git.ts';
import { HOOK_LOG, readHookFailures } from '../system/hook-log.ts';
import { createFolders } from '../system/identify-folder.ts';
import { createProcesses } from '../system/processes.ts';
import { openEmbedder } from './open-embedder.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** Changes whenever the file is written or replaced; '' while there is none. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/**
 * The list of projects that are switched off, as config.json has it now: servers run for days, and throughline off must
 * hold from its answer on. One look at the file per call; it is read only when it is another one than before.
 */
function watchOff({ home, off }: Pick<Config, 'home' | 'off'>, homeDir: string): () => readonly string[] {
  const path = join(home, 'config.json');
  let known = off;
  let stamp: string | undefined;
  return () => {
    try {
      const present = stampOf(path);
      if (present !== stamp) {
        known = readOff(home, homeDir, (file) => (present === '' ? undefined : readFileSync(file, 'utf8')));
        stamp = present;
      }
    } catch {
      // A file that cannot be read now switches nothing on.
    }
    return known;
  };
}

const MEGABYTE = 1_000_000;

type Shared = Omit<Deps, 'store' | 'listHookFailures' | 'settings'> & {
  readonly settings: Omit<Deps['settings'], 'identityPath' | 'projectIdentityPath'>;
};

/** What differs from one workspace to another: its part of the store, and its files beside the store. */
const depsOf = (shared: Shared, config: Config, store: OpenStore, workspace: string): Deps => ({
  ...shared,
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

interface OpenDeps {
  /** Over the store of one workspace. */
  depsFor(workspace: string): Deps;
  readonly store: OpenStore;
}

interface OpenDepsOptions {
  readonly clock?: Clock | undefined;
  /** How long all calls together wait for other processes that write. */
  readonly lockBudgetMs?: number;
  /** The agent clients; those of the program unless a test brings others. */
  readonly clients?: ClientRegistry;
}

/** The one place where the parts meet. `readOnly`: nothing is created. */
export async function openDeps(
  config: Config,
  { homeDir, env, kill }: Pick<ProcessEnvironment, 'homeDir' | 'env' | 'kill'>,
  readOnly: boolean,
  { clock = systemClock, lockBudgetMs, clients = CLIENTS }: OpenDepsOptions = {},
): Promise<OpenDeps> {
  const redactor = createRedactor({ patterns: config.redactPatterns });
  const store = await openStore(config.store, {
    busyTimeoutMs: config.busyTimeoutMs,
    lockBudgetMs,
    now: clock.now(),
    mayCreate: !readOnly,
    mayCreateFolder: dirname(config.store) === config.home,
  });
  const roots = [config.home, ...clients.transcriptRoots({ homeDir, env }), ...config.allowedRoots];
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
      },
      keepsReceipts: !config.readOnly,
    },
    readOff: watchOff(config, homeDir),
    readDrift: async (question) => {
      const { createDriftReader } = await import('../system/git/read-drift.ts');
      return createDriftReader({ environment: env, kill, limitMs: config.gitTimeoutMs })(question);
    },
    transcripts: clients.transcripts({ homeDir, env }),
    clientsWithHooks: clients.namesWithHooks,
    processes: createProcesses(kill),
    embedder: openEmbedder(config, env),
    hasFile: existsSync,
    wordings: [toolWording, commandWording],
    ownFiles: openFiles({ roots: [parse(config.identity).root] }),
    filesFor: (worktree) => openFiles({ roots: worktree === null ? roots : [...roots, worktree] }),
  };
  return { store, depsFor: (workspace) => depsOf(shared, config, store, workspace) };
}
