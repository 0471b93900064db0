import { describe, expect, it } from 'vitest';
import { queryOrder, sortByTime } from '../../src/search/query-order.ts';

describe('queryOrder', () => {
  it.each(['what is the latest limit', 'which host do we currently use', 'most recent score'])(
    '%s: newest',
    (text) => {
      expect(queryOrder(text)).toBe('newest');
    },
  );
  it.each([
    'what was the original limit',
    'where was it before we moved the shop',
    'the earliest note',
    'what did we first use',
  ])('%s: oldest', (text) => {
    expect(queryOrder(text)).toBe('oldest');
  });
  it('is undefined for other questions', () => {
    expect(queryOrder('when does the first sprint end')).toBeUndefined();
  });
});

describe('sortByTime', () => {
  const hits = [
    { key: 'best', score: 1, at: 2 },
    { key: 'old', score: 0.9, at: 1 },
    { key: 'new', score: 0.9, at: 3 },
    { key: 'weak', score: 0.5, at: 4 },
  ];
  const keys = (order: 'newest' | 'oldest' | undefined) =>
    sortByTime(hits, order, (hit) => hit, 0.85).map(({ key }) => key);

  it('sorts what matches about as well as the best', () => {
    expect(keys('newest')).toEqual(['new', 'best', 'old', 'weak']);
    expect(keys('oldest')).toEqual(['old', 'best', 'new', 'weak']);
    expect(keys(undefined)).toEqual(['best', 'old', 'new', 'weak']);
  });
});
