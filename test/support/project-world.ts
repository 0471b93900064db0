import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Deps } from '../../src/app/deps.ts';
import { createServices, type Services } from '../../src/app/services.ts';
import { derivedId } from '../../src/domain/id.ts';
import { openWorkspace } from './open-workspace.ts';
import { worldOver } from './world-over.ts';

export interface ProjectWorld {
  readonly world: Deps;
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
  const store = openWorkspace({
    path: join(folder, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 5_000,
    now,
  });
  const own = {
    store,
    clock: { now: () => now },
    // As long as real ones, for they take room in the report.
    ids: {
      newSessionId: () => derivedId('ses', String(++ids)),
      newReceiptId: () => derivedId('rcp', String(++ids)),
    },
    folders: {
      identify(path: string) {
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
  };
  const world = worldOver(own, folder);
  return {
    world,
    services: createServices(() => world),
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
