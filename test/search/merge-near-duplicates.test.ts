import { describe, expect, it } from 'vitest';
import { mergeNearDuplicates } from '../../src/search/merge-near-duplicates.ts';

const folded = (...texts: string[]) =>
  mergeNearDuplicates(texts, (text) => text).map(({ hit, duplicates }) => [hit, duplicates.length]);

describe('mergeNearDuplicates', () => {
  const long = 'The staging database of the shop moves to the new host on the first of March';

  it('lists near-duplicates with the best of them', () => {
    expect(folded(long, `${long}!`, long.replace('moves', 'moved'), 'Lunch is at noon')).toEqual([
      [long, 2],
      ['Lunch is at noon', 0],
    ]);
  });

  it('merges other inflections, but not other words', () => {
    expect(folded(long, long.replace('moves', 'moved'))).toHaveLength(1);
    expect(
      folded(long, 'The staging database of the shop stays on the old host until the last of May'),
    ).toHaveLength(2);
  });

  it('merges short texts only if they have the same words', () => {
    expect(folded('the port is 80', 'the port is 443')).toHaveLength(2);
    expect(folded('deploy the shop by hand only', 'never deploy the shop by hand only')).toHaveLength(2);
    expect(folded('the port is 80', 'The port is 80.')).toHaveLength(1);
    expect(folded('予算は五万円です', '予算は六万円です')).toHaveLength(2);
  });

  it('does not merge texts without words, and keeps all lower ranks', () => {
    expect(folded('🎉', '…')).toHaveLength(2);
    const many = Array.from({ length: 70 }, (_, index) => `number ${index}`);
    expect(folded(...many, 'number 3')).toHaveLength(71);
  });
});
