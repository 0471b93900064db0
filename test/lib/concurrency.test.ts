import { describe, expect, it } from 'vitest';
import { allInOrder, createPause, mapInSlices } from '../../src/lib/concurrency.ts';

/** Longer than a slice lasts, on any machine. */
function keepBusy(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

describe('work in slices', () => {
  it('returns what map returns', async () => {
    expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${index}${item}`)).toEqual([
      '0a',
      '1b',
      '2c',
    ]);
    expect(await mapInSlices([], () => 1)).toEqual([]);
  });

  it('lets everything else have its turn after each slice', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    await mapInSlices([1, 2, 3], (item) => {
      keepBusy();
      order.push(`item ${item}`);
    });
    expect(order).toEqual(['item 1', 'other', 'item 2', 'item 3']);
  });

  it('does not pause before a slice is over, and does so once it is', () => {
    const pause = createPause();
    expect(pause()).toBeUndefined();
    keepBusy();
    expect(pause()).toBeInstanceOf(Promise);
  });
});

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
