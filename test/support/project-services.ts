import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Deps } from '../../src/app/deps.ts';
import type { Services } from '../../src/app/services.ts';
import { derivedId } from '../../src/domain/id.ts';
import { allServices } from '../../src/main/compose.ts';
import { openWorkspace } from './open-workspace.ts';
import { createTestDeps } from './test-deps.ts';

export interface ProjectServices {
  readonly deps: Deps;
  readonly services: Services;
  /** Sets the clock. */
  setClock(instant: string): void;
  /** Switches the branch of a worktree. */
  checkOut(worktree: string, branch: string | null): void;
  close(): Promise<void>;
}

/** All use cases over a real SQLite file, with a clock and branches that a story moves. */
export function openProjectServices(begin: string): ProjectServices {
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
      findBySlug: () => undefined,
    },
  };
  const deps = createTestDeps(own, folder);
  return {
    deps,
    services: allServices(() => deps),
    setClock(instant) {
      now = instant;
    },
    checkOut: (worktree, branch) => branches.set(worktree, branch),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
