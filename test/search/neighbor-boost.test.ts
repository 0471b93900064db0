import { describe, expect, it } from 'vitest';
import { neighborBoosts, type Turn } from '../../src/search/neighbor-boost.ts';
import { NEIGHBORS, WEIGHTS } from '../../src/search/weights.ts';

const turn = (order: number, met: number, more: Partial<Turn> = {}): Turn => ({
  thread: 'a',
  order,
  length: 100,
  met: Float64Array.of(met),
  ...more,
});
const boosts = (...turns: Turn[]) => neighborBoosts(turns, WEIGHTS).map(([boost]) => boost ?? 0);

describe('neighborBoosts', () => {
  it('adds less the further away a match is, and more to what follows than to what precedes', () => {
    const met = [0, 0, 1, 0, 0];
    const expected = [WEIGHTS.earlier[1], WEIGHTS.earlier[0], 0, WEIGHTS.later[0], WEIGHTS.later[1]];
    boosts(...met.map((one, order) => turn(order, one))).forEach((boost, at) => {
      expect(boost).toBeCloseTo(expected[at] ?? 0);
    });
  });

  it('goes by order, not by position', () => {
    expect(boosts(turn(2, 0), turn(1, 1))).toEqual([WEIGHTS.later[0], 0]);
  });

  it('never crosses from one thread to another, and leaves texts without a thread alone', () => {
    expect(boosts(turn(1, 1), turn(2, 0, { thread: 'b' }))).toEqual([0, 0]);
    expect(boosts(turn(1, 1, { thread: null }), turn(2, 0, { thread: null }))).toEqual([0, 0]);
  });

  it('never exceeds 1, however many neighbors match', () => {
    for (const boost of boosts(...Array.from({ length: 12 }, (_, order) => turn(order, 1))))
      expect(boost).toBeLessThan(1);
  });

  it('is smaller from and for long texts', () => {
    const long = { length: 4 * NEIGHBORS.fullLength };
    const full = WEIGHTS.later[0] ?? 0;
    expect(boosts(turn(1, 1, long), turn(2, 0))[1]).toBeCloseTo(full / 4);
    expect(boosts(turn(1, 1), turn(2, 0, long))[1]).toBeCloseTo(full / 4);
    expect(boosts(turn(1, 1, long), turn(2, 0, long))[1]).toBeCloseTo(full / 16);
  });
});
