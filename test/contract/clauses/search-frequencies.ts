import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchScope } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, findIn, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

/** No two of them are inflections of one word, and none is in the rest of a note. */
const WORDS = ['heron', 'quartz', 'violin', 'bamboo', 'tunnel'];
const SOURCES = ['records', 'texts'] as const;

interface Written {
  readonly words: readonly string[];
  readonly projectId: string;
  readonly isPast: boolean;
  readonly isNote: boolean;
}

const written = fc.record<Written>({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }),
  projectId: fc.constantFrom('prj_1', 'prj_2'),
  isPast: fc.boolean(),
  isNote: fc.boolean(),
});

const scopes: readonly (readonly [SearchScope, (one: Written) => boolean])[] = [
  [{}, () => true],
  [{ projectIds: ['prj_1', null] }, ({ projectId }) => projectId === 'prj_1'],
  [{ exceptProjectIds: ['prj_1'] }, ({ projectId }) => projectId !== 'prj_1'],
  [{ projectIds: ['prj_1', 'prj_2'], exceptProjectIds: ['prj_1'] }, ({ projectId }) => projectId !== 'prj_1'],
  [{ isLiveAt: s.T0 }, ({ isPast, isNote }) => isNote || !isPast],
  [
    { isLiveAt: s.T0, projectIds: ['prj_2'] },
    ({ isPast, isNote, projectId }) => projectId === 'prj_2' && (isNote || !isPast),
  ],
];

const changeOf = ({ words, projectId, isPast, isNote }: Written, index: number) =>
  isNote
    ? c.note({ id: `n${index}`, projectId, summary: words.join(' ') })
    : c.record({
        id: `r${index}`,
        projectId,
        content: words.join(' '),
        status: isPast ? 'superseded' : 'active',
      });

export function searchFrequencyClauses(newFixture: NewFixture): void {
  describe('how many texts have a word', () => {
    const opened = useFixture(newFixture);

    it('is counted exactly within the scope as long as no more match than are asked for', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(written, { maxLength: 40 }), async (all) => {
          run += 1;
          const store = opened().workspace(`run ${run}`);
          const other = opened().workspace(`beside run ${run}`);
          await store.ledger.commit([c.project(), ...all.map(changeOf)]);
          await other.ledger.commit([c.project(), ...all.map(changeOf)]);
          for (const [scope, isWithin] of scopes) {
            const inScope = all.filter(isWithin);
            const requests = [...WORDS.map((one) => word(one)), EVERYTHING].map((query) => ({
              query,
              sources: SOURCES,
              scope,
              limit: 40,
            }));
            const counts = [
              ...WORDS.map((one) => inScope.filter(({ words }) => words.includes(one)).length),
              inScope.length,
            ];
            const found = await store.search.find(requests);
            expect(found.map(({ frequency }) => frequency)).toEqual(
              counts.map((count) => ({ count, isEstimate: false })),
            );
            expect(found.map(({ candidates }) => candidates.length)).toEqual(counts);
          }
        }),
        { numRuns: 12 },
      );
    });

    it('is marked as an estimate if more texts match than were asked for', async () => {
      const { store } = opened();
      const many = Array.from({ length: 60 }, (_, index) =>
        c.record({ id: `r${index}`, content: index % 2 === 0 ? 'heron' : 'quartz' }),
      );
      await store.ledger.commit([c.project(), ...many]);
      const frequencyAt = async (limit: number) =>
        (await findIn(store, 'records', word('heron'), {}, limit)).frequency;
      expect(await frequencyAt(30)).toEqual({ count: 30, isEstimate: false });
      for (const limit of [5, 10, 29]) {
        const { count, isEstimate } = await frequencyAt(limit);
        expect(isEstimate).toBe(true);
        expect(count).toBeGreaterThan(20);
        expect(count).toBeLessThan(45);
      }
    });

    it('adds up over the sources that are asked', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a', content: 'heron' }),
        c.record({ id: 'b', content: 'heron' }),
        c.note({ summary: 'heron' }),
      ]);
      const counts = await store.search.find(
        [['records'], ['texts'], SOURCES].map((sources) => ({
          query: word('heron'),
          sources: sources as readonly ('records' | 'texts')[],
          scope: {},
          limit: 10,
        })),
      );
      expect(counts.map(({ frequency }) => frequency.count)).toEqual([2, 1, 3]);
    });

    it('is never marked as exact if not all texts were examined', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.record({ content: 'herons' })]);
      const scans = [
        { inside: 'ero', depth: 1 },
        { inPastVersions: 'ero', depth: 1 },
      ];
      for (const query of scans)
        expect((await findIn(store, 'records', query)).frequency.isEstimate).toBe(true);
    });
  });
}
