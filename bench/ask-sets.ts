import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Caller, localPrincipal } from '../src/app/caller.ts';
import type { Store } from '../src/app/ports/store.ts';
import type { SearchMemoryInput } from '../src/app/search/answer.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import { allServices } from '../src/main/all-services.ts';
import { toolWording } from '../src/mcp/tool-wording.ts';
import { openWorkspace } from '../test/support/open-workspace.ts';
import { createTestDeps } from '../test/support/test-deps.ts';
import { changesOf, type Question, type SearchSet } from './search-sets.ts';

const BATCH = 5_000;

/** A store with the records of a set, for the length of `work`. */
export async function withSet<Result>(
  set: SearchSet,
  work: (store: Store, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-search-'));
  const now = instantFromMs(Date.now());
  const store = openWorkspace({
    path: join(folder, 'store.db'),
    workspace: 'local',
    busyTimeoutMs: 1_000,
    now,
  });
  try {
    const changes = changesOf(set);
    for (let from = 0; from < changes.length; from += BATCH)
      await store.ledger.commit(changes.slice(from, from + BATCH));
    return await work(store, folder);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const CALLER: Caller = {
  principal: localPrincipal({ workspace: 'local', readOnly: true }),
  surface: 'mcp',
  wording: toolWording,
  folder: null,
  client: 'bench',
  clientSessionId: null,
  connection: null,
};

/** The use case behind `search_memory`, without a process of its own. */
export function searchIn(store: Store, folder: string) {
  const deps = createTestDeps(
    {
      store,
      clock: { now: () => instantFromMs(Date.now()) },
      ids: { newSessionId: () => '', newReceiptId: () => '' },
      folders: { identify: () => undefined, exists: () => false },
    },
    folder,
  );
  const services = allServices(() => deps);
  return (input: SearchMemoryInput) => services.searchMemory(CALLER, input);
}

export interface Asked extends Question {
  /** Ids of the first page of ten, without a cutoff and with the default. */
  readonly hits: readonly string[];
  readonly hitsAtDefault: readonly string[];
}

export async function askInProcess(set: SearchSet): Promise<readonly Asked[]> {
  return withSet(set, async (store, folder) => {
    const search = searchIn(store, folder);
    const asked: Asked[] = [];
    for (const question of set.questions) {
      const { query, project } = question;
      const ids = async (more: Partial<SearchMemoryInput>) =>
        (await search({ query, project, limit: 10, ...more })).results.map(({ record }) => record.id);
      asked.push({ ...question, hits: await ids({ min_score: 0 }), hitsAtDefault: await ids({}) });
    }
    return asked;
  });
}
