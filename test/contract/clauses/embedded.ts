import { expect } from 'vitest';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import { digestOf } from '../../../src/domain/id.ts';
import type { ThroughlineRecord } from '../../../src/domain/record/record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import { hashedWords } from '../../support/hashed-words.ts';
import * as c from './changes.ts';

export const MODEL = 'hashed-words';
export const NOW = s.T0;
export const DIMENSION = 256;
export const FORCED = { isForced: true, mayChangeModel: true };
export const LIVE: SearchScope = { projectIds: ['prj_1', null], isLiveAt: NOW };

export function vectorOf(text: string, dimension = DIMENSION): Float32Array {
  const numbers = hashedWords(text, dimension);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

export const remember = (id: string, content: string, facts: Partial<ThroughlineRecord> = {}) =>
  c.record({ id, content, ...facts });

/** Claims the vectors, and queues whatever lacks one. */
export async function begin({ vectors }: Store, model = MODEL): Promise<void> {
  expect(await vectors.claim(model, NOW, FORCED)).toBe('mine');
  while (await vectors.survey(model));
}

export async function pendingIds({ vectors }: Store): Promise<readonly string[]> {
  const { records } = await vectors.listPending(100, null, NOW);
  return records.map(({ id }) => id);
}

/** Returns how many were pending. */
export async function embedAll(store: Store, { model = MODEL, dimension = DIMENSION } = {}): Promise<number> {
  await begin(store, model);
  const { records } = await store.vectors.listPending(1_000, null, NOW);
  const rows = records.map(({ id, version, content }) => ({
    recordId: id,
    version,
    digest: digestOf(content),
    vector: vectorOf(content, dimension),
  }));
  for (let at = 0; at < rows.length; at += 32) await store.vectors.put(model, rows.slice(at, at + 32), NOW);
  return records.length;
}

export async function nearestIds(
  { vectors }: Store,
  text: string,
  filter = LIVE,
  limit = 3,
): Promise<readonly string[]> {
  const found = await vectors.nearest(vectorOf(text), MODEL, filter, limit);
  return found.map(({ recordId }) => recordId);
}
