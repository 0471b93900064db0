import { describe, expect, it } from 'vitest';
import { mergeNearDuplicates } from '../../src/search/merge-near-duplicates.ts';

const folded = (...texts: string[]) =>
  mergeNearDuplicates(texts, (text) => ({ text, subject: null, at: '' })).map(({ hit, duplicates }) => [
    hit,
    duplicates.length,
  ]);

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

describe('versions of the same', () => {
  const versions = (...hits: { text: string; subject?: string; at: string }[]) =>
    mergeNearDuplicates(hits, ({ text, subject = null, at }) => ({ text, subject, at })).map(
      ({ hit, newer }) => [hit.text, newer?.text],
    );

  it('come one after the other, the newest first, and the older ones are marked', () => {
    const [old, recent] = ['the session timeout is 30 seconds', 'the session timeout is 45 seconds'];
    expect(
      versions(
        { text: old, at: '2026-01' },
        { text: 'lunch is at noon', at: '2026-03' },
        { text: recent, at: '2026-02' },
      ),
    ).toEqual([
      [recent, undefined],
      [old, recent],
      ['lunch is at noon', undefined],
    ]);
  });

  it('are found by a negation and by the subject', () => {
    const [yes, no] = ['deploy the shop by hand on Fridays', 'never deploy the shop by hand on Fridays'];
    expect(versions({ text: no, at: '2' }, { text: yes, at: '1' })).toEqual([
      [no, undefined],
      [yes, no],
    ]);
    expect(
      versions(
        { text: 'we use Redis', subject: 'Cache', at: '1' },
        { text: 'files on disk', subject: 'cache', at: '2' },
      ),
    ).toEqual([
      ['files on disk', undefined],
      ['we use Redis', 'files on disk'],
    ]);
  });

  it('are not made of texts that share few words', () => {
    expect(versions({ text: 'room 12', at: '1' }, { text: 'room 14', at: '2' })).toEqual([
      ['room 12', undefined],
      ['room 14', undefined],
    ]);
  });

  it('include a statement and its negation', () => {
    for (const [yes, no] of [
      ['Use Redis', 'Do not use Redis'],
      ['use tabs for indentation', "Don't use tabs for indentation"],
      ['We should cache thumbnails on disk', 'Never cache thumbnails on disk'],
    ] as const)
      expect(versions({ text: yes, at: '2026-01' }, { text: no, at: '2026-02' })).toEqual([
        [no, undefined],
        [yes, no],
      ]);
  });
});
