import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneSlipAway } from '../../src/search/typos.ts';

/** Edits from one word to another, two swapped neighbours being one. */
function edits(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = rows[i] ?? [];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return at(a.length, b.length);
}

describe('a slip of the finger', () => {
  it.each([
    ['migratoin', 'two letters swapped'],
    ['migrtion', 'one missing'],
    ['migraation', 'one too many'],
    ['migrasion', 'one for another'],
    ['mgiration', 'the second and third swapped'],
    ['migrations', 'one at the end'],
  ])('%s: %s', (typed) => {
    expect(oneSlipAway(typed)).toContain('migration');
  });

  it('is one, never two, and never the first letter', () => {
    expect(oneSlipAway('mgirtion')).not.toContain('migration');
    expect(oneSlipAway('nigration')).not.toContain('migration');
    expect(oneSlipAway('igration')).not.toContain('migration');
  });

  it('is not looked for in words that are short, endless, or of several scripts', () => {
    for (const word of ['', 'ab', 'lamp', 'a'.repeat(21), 'ключkey', '東京都庁前', 'a-b-c-d'])
      expect(oneSlipAway(word), word).toEqual([]);
  });

  it('is known in other alphabets', () => {
    expect(oneSlipAway('базза')).toContain('база');
    expect(oneSlipAway('θαλασα')).toContain('θαλασσα');
  });

  it('leads to words one edit away, each once, beginning alike, none of them the word itself', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z0-9]{5,20}$/), fc.stringMatching(/^[а-я]{5,20}$/));
    fc.assert(
      fc.property(word, (typed) => {
        const slips = oneSlipAway(typed);
        expect(new Set(slips).size).toBe(slips.length);
        for (const slip of slips) {
          if (edits(typed, slip) !== 1 || slip[0] !== typed[0]) expect.fail(`${typed} ${slip}`);
        }
      }),
      { numRuns: 20 },
    );
  });
});
