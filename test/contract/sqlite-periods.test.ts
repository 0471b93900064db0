import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMs } from '../../src/domain/instant.ts';
import { periodTermsCovering } from '../../src/storage/sqlite/match-expression.ts';

/** As the index writes it: see the migration. */
const wordsOf = (at: string) =>
  at < '1970'
    ? ['earlier']
    : at >= '2100'
      ? ['later']
      : [`month${at.slice(0, 4)}${at.slice(5, 7)}`, `year${at.slice(0, 4)}`, `decade${at.slice(0, 3)}`];

describe('the words of the index that cover a time', () => {
  it.each([
    ['2026-03-10T00:00:00.000Z', '2026-03-20T00:00:00.000Z', ['month202603']],
    [
      '2025-11-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
      ['month202511', 'month202512', 'year2026', 'month202701'],
    ],
    ['1960-01-01T00:00:00.000Z', '1979-12-31T00:00:00.000Z', ['earlier', 'decade197']],
    ['2026-03-20T00:00:00.000Z', '2026-02-10T00:00:00.000Z', []],
  ])('%s to %s', (since, until, words) => {
    expect(periodTermsCovering(since, until)).toEqual(words);
  });

  it('are few, however long the time is', () => {
    expect(periodTermsCovering(undefined, '2026-11-16T00:00:00.000Z').length).toBeLessThan(30);
    expect(periodTermsCovering('2026-11-16T00:00:00.000Z', undefined).length).toBeLessThan(30);
    expect(periodTermsCovering(undefined, undefined)).toHaveLength(15);
  });

  it('cover every moment of the time, and none more than a month outside of it', () => {
    const moment = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2150, 0) }).map(instantFromMs);
    fc.assert(
      fc.property(
        fc.option(moment, { nil: undefined }),
        fc.option(moment, { nil: undefined }),
        moment,
        (since, until, at) => {
          const words = new Set(periodTermsCovering(since, until));
          const isCovered = wordsOf(at).some((word) => words.has(word));
          const isIn = (since === undefined || at >= since) && (until === undefined || at <= until);
          if (isIn) expect(isCovered).toBe(true);
          const month = at.slice(0, 7);
          const isKnownByMonth = at >= '1970' && at < '2100';
          const isFar =
            (since !== undefined && month < since.slice(0, 7)) ||
            (until !== undefined && month > until.slice(0, 7));
          if (isKnownByMonth && isFar) expect(isCovered).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
