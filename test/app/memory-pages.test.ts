import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../src/lib/cursor.ts';
import { client, minutes, openTestApp, refusal } from './test-app.ts';

const INVALID = 'invalid: cursor_invalid';

async function filled(count: number, text = (index: number) => `lantern oil number ${index}`) {
  const at = openTestApp();
  const caller = client();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    at.pass(minutes(1));
    ids.push((await at.services.storeMemory(caller, { content: text(index) })).record.id);
  }
  const { searchMemory, listMemories } = at.services;
  return {
    ...at,
    caller,
    ids,
    search: (input: object) => searchMemory(caller, { query: 'oil', limit: 2, ...input }),
    list: (input: object) => listMemories(caller, { limit: 2, ...input }),
  };
}

describe('a cursor', () => {
  it('is taken by the list that gave it out, with another limit too', async () => {
    const { search, list, ids } = await filled(5);
    const searched = await search({ cursor: (await search({})).next_cursor, limit: 5 });
    expect(searched.results).toHaveLength(3);
    const listed = await list({ cursor: (await list({})).next_cursor, limit: 5 });
    expect(listed.memories.map(({ id }) => id)).toEqual(ids.slice(0, 3).toReversed());
    const named = await list({ ids, cursor: (await list({ ids })).next_cursor, limit: 2 });
    expect(named.memories.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(named.remaining).toBe(1);
  });

  it('is refused by any other list, query or filter', async () => {
    const { search, list, ids } = await filled(5);
    const [bySearch, byList, byIds] = [await search({}), await list({}), await list({ ids })].map(
      ({ next_cursor }) => next_cursor,
    );
    const wrong = [
      ...[{ query: 'lantern' }, { query: '' }, { project: null }, { project: '*' }, { status: 'all' }].map(
        (input) => search({ ...input, cursor: bySearch }),
      ),
      ...[{ type: 'memory' }, { category: 'general' }, { as_of: '2099-01-01T00:00:00.000Z' }].map((input) =>
        search({ ...input, cursor: bySearch }),
      ),
      search({ min_score: 0, cursor: bySearch }),
      ...[byList, byIds].map((cursor) => search({ cursor })),
      ...[{ type: 'memory' }, { status: 'all' }, { project: '*' }].map((input) =>
        list({ ...input, cursor: byList }),
      ),
      ...[bySearch, byIds].map((cursor) => list({ cursor })),
      ...[bySearch, byList].map((cursor) => list({ ids, cursor })),
      list({ ids: ids.toReversed(), cursor: byIds }),
    ];
    expect(await Promise.all(wrong.map(refusal))).toEqual(wrong.map(() => INVALID));
  });

  it('is refused when it is invented', async () => {
    const { search, list, ids } = await filled(5);
    const mark = (cursor: string | null) => cursor?.split('.')[0];
    const searched = mark((await search({})).next_cursor);
    const listed = mark((await list({})).next_cursor);
    const named = mark((await list({ ids })).next_cursor);
    const forged = [
      ...[encodeCursor(2), '2', '.', `${searched}.`, `${searched}`, `${searched}.AAA`, `${searched}.?`].map(
        (cursor) => search({ cursor }),
      ),
      ...[encodeCursor(2), '2', `${listed}.x`, `${listed}.`].map((cursor) => list({ cursor })),
      ...[encodeCursor(2), `${named}.0`, `${named}.5`, `${named}.-1`, `${named}.1e0`].map((cursor) =>
        list({ ids, cursor }),
      ),
    ];
    expect(await Promise.all(forged.map(refusal))).toEqual(forged.map(() => INVALID));
  });
});

describe('pages of a search', () => {
  it.each(['oil lamp', ''])('never show a record twice while others write (query %j)', async (query) => {
    const { search, services, caller, ids } = await filled(
      23,
      (index) => `oil ${'wick '.repeat(index)}${index}`,
    );
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; cursor !== null && page < 20; page += 1) {
      const answer = await search({ query, min_score: 0, limit: 5, cursor });
      expect(answer.results.length).toBeGreaterThan(0);
      seen.push(...answer.results.map(({ record }) => record.id));
      cursor = answer.next_cursor;
      for (let index = 0; page < 3 && index < 5; index += 1) {
        await services.storeMemory(caller, { content: `oil lamp oil lamp, page ${page}, ${index}` });
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it('end after the maximum of hits with a short cursor, even if records are deleted meanwhile', async () => {
    const { search, services, caller } = await filled(410);
    let shown = 0;
    let cursor: string | null | undefined;
    while (cursor !== null && shown < 420) {
      const answer = await search({ limit: 200, min_score: 0, cursor });
      shown += answer.results.length;
      expect(answer.remaining).toBe(200 - shown);
      cursor = answer.next_cursor;
      expect((cursor ?? '').length).toBeLessThanOrEqual(2_500);
      const id = answer.results[0]?.record.id ?? '';
      await services.updateMemory(caller, { id, status: 'retracted' });
    }
    expect(shown).toBe(200);
  });
});

describe('list_memories by ids', () => {
  it.each([
    { category: 'general' },
    { type: 'memory' },
    { project: null },
    { status: 'all' },
    { session_id: 'ses_random1' },
  ])('refuses %j beside them', async (filter) => {
    const { list, ids } = await filled(1);
    expect(await refusal(list({ ids, ...filter }))).toBe('invalid: arguments_contradict');
  });
});
