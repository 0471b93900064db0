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

it('searches for words of the newest records, the first time in a question, and writes nothing', async () => {
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
  expect(calls.searched.lastIndexOf('suggest')).toBeLessThan(calls.searched.indexOf('herons'));
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

it('waits before each request to the index, and sends none after the wait was refused', async () => {
  const { deps, caller, keep } = openSearchApp();
  await keep('Herons nest in the quarry');
  const run = async (steps: number) => {
    let waits = 0;
    const sent: number[] = [];
    const watch =
      <Request, Result>(ask: (requests: readonly Request[]) => Promise<Result>) =>
      (requests: readonly Request[]) => {
        sent.push(requests.length);
        return ask(requests);
      };
    const { find, read, listDamaged } = deps.store.search;
    const search = { find: watch(find), read: watch(read), listDamaged: watch(listDamaged) };
    await warmSearch({ ...deps, store: { ...deps.store, search } }, caller, async () => {
      waits += 1;
      if (waits > steps) throw new Error('stopping');
    });
    return { waits, sent };
  };
  const whole = await run(Number.POSITIVE_INFINITY);
  expect(whole.sent.length).toBeGreaterThan(10);
  expect(new Set(whole.sent)).toEqual(new Set([1]));
  expect(whole.waits).toBeGreaterThanOrEqual(whole.sent.length);
  for (const steps of [0, 1, 5, 10]) {
    const { waits, sent } = await run(steps);
    expect(waits).toBe(steps + 1);
    expect(sent.length).toBeLessThanOrEqual(steps);
  }
});
