import { describe, expect, it } from 'vitest';
import { allInOrder } from '../../src/lib/all-in-order.ts';

const later = async (turns: number, work: () => number): Promise<number> => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  return work();
};
const fail = (message: string) => (): never => {
  throw new Error(message);
};

describe('allInOrder', () => {
  it('returns the values in the order in which they were asked for', async () => {
    expect(await allInOrder([later(9, () => 1), later(1, () => 2)])).toEqual([1, 2]);
  });

  it('throws the error of the first in order, even if a later one fails sooner', async () => {
    await expect(allInOrder([later(9, fail('first')), later(1, fail('second'))])).rejects.toThrow('first');
  });
});
