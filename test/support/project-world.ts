import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createServices, type Services } from '../../src/app/services.ts';
import type { World } from '../../src/app/world.ts';
import { seededRandom } from '../../src/domain/campaign/dice/random.ts';
import { derivedId } from '../../src/domain/id.ts';
import { DEFAULT_THRESHOLDS } from '../../src/domain/orientation/facts.ts';
import { createRedactor } from '../../src/redact/create-redactor.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import { openFiles } from '../../src/system/files/open-files.ts';
import { LOST_AFTER } from '../domain/session/a-session.ts';

export interface ProjectWorld {
  readonly world: World;
  readonly services: Services;
  /** Sets the clock. */
  at(instant: string): void;
  /** Switches the branch of a worktree. */
  checkOut(worktree: string, branch: string | null): void;
  close(): Promise<void>;
}

/** All use cases over a real SQLite file, with a clock and branches that a story moves. */
export function openProjectWorld(begin: string): ProjectWorld {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-project-'));
  const branches = new Map<string, string | null>();
  let now = begin;
  let ids = 0;
  const store = openSqliteStore({
    path: join(folder, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 5_000,
    now,
  });
  const world: World = {
    store,
    clock: { now: () => now },
    // As long as real ones, for they take room in the report.
    ids: {
      newSessionId: () => derivedId('ses', String(++ids)),
      newReceiptId: () => derivedId('rcp', String(++ids)),
    },
    dice: seededRandom('the story'),
    folders: {
      identify(path) {
        const name = basename(path).replace(/-topic$/, '');
        const branch = branches.get(path) ?? null;
        const anchorPath = branch === null ? `/repos/${name}` : `/repos/${name}/.git`;
        return {
          key: `dir:/repos/${name}`,
          name,
          anchorPath,
          fingerprint: '',
          worktree: path,
          branch,
          head: null,
        };
      },
      exists: () => true,
    },
    redactor: createRedactor({ patterns: [] }),
    settings: {
      project: null,
      lostAfter: LOST_AFTER,
      thresholds: DEFAULT_THRESHOLDS,
      contextWindowTokens: 200_000,
      identityPath: null,
      projectIdentityPath: (projectId) => `/nowhere/${projectId}.md`,
      keepsReceipts: true,
    },
    readDrift: async () => ({ kind: 'unknown', reason: 'no_repository' }),
    hasFile: () => false,
    ownFiles: openFiles({ roots: [] }),
    filesFor: () => openFiles({ roots: [folder] }),
  };
  return {
    world,
    services: createServices(world),
    at(instant) {
      now = instant;
    },
    checkOut: (worktree, branch) => branches.set(worktree, branch),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
