import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { SearchIndex } from '../../src/app/ports/search-index.ts';
import { warmSearch } from '../../src/app/search/warm-search.ts';
import { openSearchApp } from './search-app.ts';

type Calls = { readonly searched: string[]; readonly ranked: number[] };

function watched(index: SearchIndex, { searched, ranked }: Calls): SearchIndex {
  return {
    ...index,
    find(requests) {
      for (const { query } of requests) if ('any' in query) searched.push(...query.any);
      return index.find(requests);
    },
    async read(requests) {
      const results = await index.read(requests);
      ranked.push(...results.map(({ texts }) => texts.length));
      return results;
    },
  };
}

it('searches for words of the newest records, so that texts are found and ranked, and writes nothing', async () => {
  const { deps, caller, keep, journalLength } = openSearchApp();
  await keep('Herons nest in the quarry');
  await keep('Lanterns are lit at dusk');
  const before = await journalLength();
  const calls: Calls = { searched: [], ranked: [] };
  const store = { ...deps.store, search: watched(deps.store.search, calls) };
  const embed = vi.fn();
  const withEmbedder = { ...deps, store, embedder: { embed } };
  await warmSearch(withEmbedder, caller, nextTurn);
  expect(embed).not.toHaveBeenCalled();
  expect(calls.searched).toEqual(expect.arrayContaining(['lanterns', 'herons']));
  expect(Math.max(...calls.ranked)).toBeGreaterThan(0);
  expect(await journalLength()).toBe(before);
});

it('ignores a store that cannot be read', async () => {
  const { deps, caller } = openSearchApp();
  const fail = () => Promise.reject(new Error('closed'));
  const search = { find: fail, read: fail, listDamaged: fail };
  await expect(
    warmSearch({ ...deps, store: { ...deps.store, search } }, caller, nextTurn),
  ).resolves.toBeUndefined();
});
