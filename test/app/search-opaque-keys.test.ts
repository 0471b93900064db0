import { describe, expect, it } from 'vitest';
import type { CandidateKey, SearchIndex } from '../../src/app/ports/search-index.ts';
import { searchMemory } from '../../src/app/search-memory.ts';
import { aSearch } from './a-search.ts';

/** A copy in which every key, wherever it is, is another one. */
function withKeys<Value>(value: Value, change: (key: string) => string): Value {
  if (Array.isArray(value)) return value.map((one) => withKeys(one, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const changed = Object.entries(value).map(([name, one]) => {
    if (name === 'key' || name === 'anchor') return [name, change(one)];
    if (name === 'keys' || name === 'successorsOf') return [name, one.map(change)];
    return [name, withKeys(one, change)];
  });
  return Object.fromEntries(changed) as Value;
}

/** An engine whose keys are in no order and tell nothing. */
function disguised(index: SearchIndex): SearchIndex {
  const outside = new Map<string, string>();
  const inside = new Map<string, string>();
  const hide = (key: string) => {
    const hidden = outside.get(key) ?? `${(outside.size * 7_919) % 10_007}/${'東京'.repeat(3)}`;
    outside.set(key, hidden);
    inside.set(hidden, key);
    return hidden;
  };
  const show = (key: string) => inside.get(key) ?? key;
  return {
    find: async (requests) => withKeys(await index.find(requests), hide),
    read: async (requests) => withKeys(await index.read(withKeys(requests, show)), hide),
    listDamaged: async (keys) =>
      (await index.listDamaged(keys.map((key) => show(key) as CandidateKey))).map(
        (key) => hide(key) as CandidateKey,
      ),
  };
}

describe('keys of candidates', () => {
  it('are never interpreted: with others, the same is found in the same order for the same reasons', async () => {
    const { world, store, caller, keep, services } = aSearch();
    for (let index = 0; index < 9; index += 1)
      await keep(`The lantern ${index} of the harbor ${index % 3 === 0 ? 'ledger' : 'queue'}`);
    const old = await keep('The quagga feeds on grass');
    await keep('The okapi feeds on leaves', { supersedes: [old] });
    await services.addSessionNote(caller, { note: { summary: 'The lantern of the harbor ledger shines.' } });
    const other = { ...world, store: { ...store, search: disguised(store.search) } };
    for (const query of [
      'lantern of the harbor ledger',
      'harbor queue',
      'quagga',
      'lantren',
      'ntern',
      '"harbor ledger"',
      '',
    ])
      for (const more of [{}, { min_score: 0, limit: 50 }, { status: 'all' as const, min_score: 0 }]) {
        const found = await searchMemory(world, caller, { query, ...more });
        expect(found.results.length, query).toBeGreaterThan(0);
        expect(await searchMemory(other, caller, { query, ...more }), query).toEqual(found);
      }
  });
});
