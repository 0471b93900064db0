import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../src/app/ports/store.ts';
import type { SearchMemoryInput } from '../src/app/search/answer.ts';
import { instantFromMs } from '../src/domain/instant.ts';
import { openWorkspace } from '../test/support/open-workspace.ts';
import { StdioClient } from '../test/support/stdio-client.ts';
import { inPlace } from './measure.ts';
import { changesOf, type SearchSet } from './search-sets.ts';

const BATCH = 5_000;

async function openWith(set: SearchSet, path: string) {
  const now = instantFromMs(Date.now());
  const store = openWorkspace({ path, workspace: 'local', busyTimeoutMs: 1_000, now });
  const changes = changesOf(set);
  for (let from = 0; from < changes.length; from += BATCH)
    await store.ledger.commit(changes.slice(from, from + BATCH));
  return store;
}

/** A store with the records of a set, for the length of `work`. */
export async function withSet<Result>(
  set: SearchSet,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-search-'));
  const store = await openWith(set, join(folder, 'store.db'));
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Search = (
  input: SearchMemoryInput,
) => Promise<{ readonly ids: readonly string[]; readonly text: string }>;

/** The `search_memory` of a real server over the records of a set. */
export const withTool = <Result>(
  set: SearchSet,
  work: (search: Search) => Promise<Result>,
): Promise<Result> =>
  inPlace(async ({ home, project }) => {
    const store = await openWith(set, join(home, 'store.db'));
    await store.close();
    const client = await StdioClient.open({ home, cwd: project });
    try {
      return await work(async (input) => {
        const { structuredContent, content } = await client.call('search_memory', { ...input });
        const ids = structuredContent.results.map(({ record }: { record: { id: string } }) => record.id);
        return { ids, text: content.map(({ text }) => text).join('\n') };
      });
    } finally {
      await client.close();
    }
  });
