import { describe, expect, it } from 'vitest';
import { createPause, mapInSlices } from '../../src/lib/slices.ts';

/** Longer than a slice lasts, on any machine. */
function keepBusy(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

describe('work in slices', () => {
  it('answers what map answers', async () => {
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
