import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMs, newestFirst, oldestFirst, type WriteStamp } from '../../src/domain/instant.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const written = (...times: readonly number[]): WriteStamp[] =>
  times.map((ms, position) => ({ at: instantFromMs(ms), position }));
const positions = (items: readonly WriteStamp[]) => items.map(({ position }) => position);
const asIs = (one: WriteStamp) => one;

describe('the order of what was written', () => {
  it('is that of its times, where clocks agree', () => {
    const items = written(0, DAY, 2 * DAY, 3 * DAY);
    expect(positions(newestFirst(items, asIs))).toEqual([3, 2, 1, 0]);
    expect(positions(oldestFirst(items, asIs))).toEqual([0, 1, 2, 3]);
  });

  it('is the order of writing within one moment, both ways', () => {
    const items = written(DAY, DAY, DAY);
    expect(positions(newestFirst(items, asIs))).toEqual([0, 1, 2]);
    expect(positions(oldestFirst(items, asIs))).toEqual([0, 1, 2]);
  });

  it('is the order of writing where a clock was ahead, wherever else a project came from', () => {
    const ahead = written(0, 365 * DAY, DAY, 366 * DAY, 2 * DAY);
    expect(positions(newestFirst(ahead, asIs))).toEqual([4, 3, 2, 1, 0]);
    const imported = [
      { at: instantFromMs(9 * DAY), position: 0, group: 'here' },
      { at: instantFromMs(DAY), position: 1, group: 'imported' },
    ];
    expect(positions(newestFirst(imported, asIs))).toEqual([0, 1]);
  });

  it('follows the times of two processes that write at once', () => {
    expect(positions(newestFirst(written(5 * MINUTE, 0), asIs))).toEqual([0, 1]);
  });

  it('holds the same items both ways, and what is later by both is always newer', () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 });
    fc.assert(
      fc.property(anyTimes, (days) => {
        const items = written(...days.map((day) => day * DAY));
        const newest = positions(newestFirst(items, asIs));
        expect(newest.toSorted((a, b) => a - b)).toEqual(items.map((_, index) => index));
        expect(positions(oldestFirst(items, asIs)).toSorted()).toEqual(newest.toSorted());
        for (const [index, a] of items.entries()) {
          for (const b of items.slice(index + 1)) {
            if (b.at > a.at) expect(newest.indexOf(b.position)).toBeLessThan(newest.indexOf(a.position));
          }
        }
      }),
    );
  });
});
