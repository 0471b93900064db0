import { describe, expect, it } from 'vitest';
import { searchMemory } from '../../src/app/search-memory.ts';
import { withOpaqueKeys } from '../support/opaque-keys.ts';
import { openSearchApp } from './search-app.ts';

describe('keys of candidates', () => {
  it('are never interpreted: other keys give the same hits, order and reasons', async () => {
    const { deps, store, caller, keep, services } = openSearchApp();
    for (let index = 0; index < 9; index += 1)
      await keep(`The lantern ${index} of the harbor ${index % 3 === 0 ? 'ledger' : 'queue'}`);
    const old = await keep('The quagga feeds on grass');
    await keep('The okapi feeds on leaves', { supersedes: [old] });
    await services.addSessionNote(caller, { note: { summary: 'The lantern of the harbor ledger shines.' } });
    const other = { ...deps, store: withOpaqueKeys(store, 'a secret') };
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
        const found = await searchMemory(deps, caller, { query, ...more });
        expect(found.results.length + (found.nearest?.length ?? 0), query).toBeGreaterThan(0);
        expect(await searchMemory(other, caller, { query, ...more }), query).toEqual(found);
      }
  });
});
