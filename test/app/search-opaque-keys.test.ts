import { describe, expect, it } from 'vitest';
import { searchMemory } from '../../src/app/search-memory.ts';
import { withOpaqueKeys } from '../support/opaque-keys.ts';
import { openSearchApp } from './search-app.ts';
import { client } from './test-app.ts';

/** More than are ever read for one search, and all of them match equally well. */
const EQUAL_MATCHES = 260;
/** Texts of one session that are near each other are read together, so that those of many sessions take turns. */
const SESSIONS = 20;

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

  it('do not decide which candidates are read where more match equally well than are read', async () => {
    const { deps, store, caller, services } = openSearchApp();
    for (let index = 0; index < EQUAL_MATCHES; index += 1) {
      const writer = client('/repos/ledger', `client-${index % SESSIONS}`);
      await services.storeMemory(writer, { content: `The beacon ${index} of the strait` });
    }
    const other = { ...deps, store: withOpaqueKeys(store, 'a secret') };
    const input = { query: 'beacon', min_score: 0, limit: 50 };
    const found = await searchMemory(deps, caller, input);
    expect(found.results.length).toBeGreaterThan(0);
    expect(await searchMemory(other, caller, input)).toEqual(found);
  });
});
