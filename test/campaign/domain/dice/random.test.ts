import { describe, expect, it } from 'vitest';
import { parseDice } from '../../../../src/campaign/domain/dice/parse-dice.ts';
import { randomFrom, seededRandom, xoshiro128 } from '../../../../src/campaign/domain/dice/random.ts';
import { rollDice } from '../../../../src/campaign/domain/dice/roll-dice.ts';

const WORDS = 2 ** 32;
const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
const wordsOf = (...words: readonly number[]) => {
  const left = [...words];
  return () => left.shift() ?? 0;
};

function chiSquare(draws: readonly number[], categories: number): number {
  const counts = new Array<number>(categories).fill(0);
  for (const draw of draws) counts[draw] = (counts[draw] ?? 0) + 1;
  const expected = draws.length / categories;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** 99.9 % of fair dice stay below, by Wilson and Hilferty; within 0.2 % of the tables from 2 degrees of freedom on. */
function chiSquareBound(categories: number): number {
  const freedom = categories - 1;
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + 3.0902 * Math.sqrt(part)) ** 3;
}

describe('the seeded generator', () => {
  it('is xoshiro128**, by its published first words', () => {
    expect(times(6, xoshiro128([1, 2, 3, 4]))).toEqual([11520, 0, 5927040, 70819200, 2031721883, 1637235492]);
  });

  it('rolls the same dice for a seed in every release', () => {
    const random = seededRandom('the sunken bell');
    expect(times(12, () => random.below(20) + 1)).toEqual([13, 4, 6, 7, 5, 4, 13, 14, 19, 8, 3, 11]);
  });

  it('rolls other dice for another seed', () => {
    const first = (seed: string) => seededRandom(seed).below(WORDS);
    expect(new Set(['', 'a', 'b', 'A', 'a ', 'ä', '日本'].map(first)).size).toBe(7);
  });
});

describe('below(n)', () => {
  it('refuses what is no number of faces', () => {
    for (const n of [0, -1, 1.5, Number.NaN, WORDS + 1])
      expect(() => seededRandom('s').below(n)).toThrow(RangeError);
  });

  it.each([
    [3, WORDS - 1],
    [2 ** 31 + 1, 2 ** 31 + 1],
    [2 ** 16 + 1, WORDS - 1],
    [2 ** 30 + 1, 3 * (2 ** 30 + 1)],
  ])('throws away the words of the last, incomplete run of %i', (n, firstRefused) => {
    expect(randomFrom(wordsOf(firstRefused - 1, 1)).below(n)).toBe(n - 1);
    expect(randomFrom(wordsOf(firstRefused, WORDS - 1, 1)).below(n)).toBe(1);
  });

  it('throws no word away when n divides them evenly', () => {
    for (const n of [1, 2, 2 ** 16, WORDS]) expect(randomFrom(wordsOf(WORDS - 1)).below(n)).toBe(n - 1);
  });

  // By the remainder alone the first third would come twice as often as the others.
  it('favours no third of 3 * 2^30', () => {
    const random = seededRandom('thirds');
    const thirds = times(60_000, () => Math.floor(random.below(3 * 2 ** 30) / 2 ** 30));
    expect(chiSquare(thirds, 3)).toBeLessThan(chiSquareBound(3));
  });

  it.each([3, 5, 9, 17, 33, 65, 129, 257])('is even for %i, just over a power of two', (n) => {
    const random = seededRandom(`over a power ${n}`);
    expect(
      chiSquare(
        times(60_000, () => random.below(n)),
        n,
      ),
    ).toBeLessThan(chiSquareBound(n));
  });
});

describe('60,000 seeded rolls are fair at the 99.9 % bound', () => {
  it.each([
    ['1000d20', 20, 43.82],
    ['1000d6', 6, 20.515],
    ['1000d%', 100, 148.23],
  ])('%s', (notation, sides, bound) => {
    const random = seededRandom('fairness');
    const rolls = times(60, () => rollDice(parseDice(notation), random).dice).flat();
    expect(rolls).toHaveLength(60_000);
    expect(
      chiSquare(
        rolls.map(({ rolled }) => rolled - 1),
        sides,
      ),
    ).toBeLessThan(bound);
  });

  it('and a loaded die would be noticed', () => {
    const random = seededRandom('loaded');
    const rolls = times(60_000, () => Math.floor(random.below(105) / 5) % 20);
    expect(chiSquare(rolls, 20)).toBeGreaterThan(43.82);
  });
});
