import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typosOf } from '../../src/search/typos.ts';

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

describe('typosOf', () => {
  it.each([
    ['migratoin', 'two letters swapped'],
    ['migrtion', 'one missing'],
    ['migraation', 'one too many'],
    ['migrasion', 'one for another'],
    ['mgiration', 'the second and third swapped'],
    ['migrations', 'one at the end'],
  ])('%s: %s', (typed) => {
    expect(typosOf(typed)).toContain('migration');
  });

  it('makes one edit, and never changes the first letter', () => {
    expect(typosOf('mgirtion')).not.toContain('migration');
    expect(typosOf('nigration')).not.toContain('migration');
    expect(typosOf('igration')).not.toContain('migration');
  });

  it('returns nothing for words that are short, very long, or of several scripts', () => {
    for (const word of ['', 'ab', 'lamp', 'a'.repeat(21), 'ключkey', '東京都庁前', 'a-b-c-d'])
      expect(typosOf(word), word).toEqual([]);
  });

  it('supports other alphabets', () => {
    expect(typosOf('базза')).toContain('база');
    expect(typosOf('θαλασα')).toContain('θαλασσα');
  });

  it('returns distinct words at edit distance one with the same beginning, without the word itself', () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z0-9]{5,20}$/), fc.stringMatching(/^[а-я]{5,20}$/));
    fc.assert(
      fc.property(word, (typed) => {
        const typos = typosOf(typed);
        expect(new Set(typos).size).toBe(typos.length);
        for (const slip of typos) {
          if (edits(typed, slip) !== 1 || slip[0] !== typed[0]) expect.fail(`${typed} ${slip}`);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('replaces a letter only in long words: other short words differ by one letter', () => {
    expect(typosOf('stack')).not.toContain('stock');
    expect(typosOf('stack')).toContain('stak');
    expect(typosOf('geofense')).toContain('geofence');
  });
});
