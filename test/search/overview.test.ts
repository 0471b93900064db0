import { describe, expect, it } from 'vitest';
import { rankOverview } from '../../src/search/overview.ts';
import type { Ranked } from '../../src/search/ranked.ts';
import { OVERVIEW } from '../../src/search/weights.ts';
import { makeDoc, rankedFor } from './ranking-fixtures.ts';

const sample = rankedFor('lantern', [makeDoc('lantern')])[0] as Ranked;

const hit = (
  key: string,
  order: number,
  score: number,
  { thread = 'a', ...more }: Partial<Ranked> & { thread?: string | null } = {},
): Ranked => ({
  ...sample,
  doc: makeDoc(key, { thread, order }),
  score,
  isConversation: true,
  isByMachine: key.startsWith('reply'),
  ...more,
});
const ranked = (hits: readonly Ranked[], overview: 'summary' | 'order', text = '') =>
  rankOverview(hits, { overview, text });
const keys = (hits: readonly Ranked[]) => hits.map(({ doc }) => doc.key);

describe('rankOverview', () => {
  it('adds the score of a message and of its reply to each other', () => {
    const hits = [hit('alone', 1, 0.8), hit('asked', 2, 0.5), hit('reply', 3, 0.5)];
    const found = ranked(hits, 'summary');
    expect(keys(found)).toEqual(['asked', 'reply', 'alone']);
    expect(found.map(({ score }) => score)).toEqual([1, 1, 0.8]);
  });

  it('counts the best of several replies', () => {
    const hits = [hit('asked', 1, 0.1), hit('reply 1', 2, 0.2), hit('reply 2', 3, 0.6)];
    expect(ranked(hits, 'summary').find(({ doc }) => doc.key === 'asked')?.score).toBeCloseTo(0.7);
  });

  it('pairs by order, within a session, and never two people', () => {
    const hits = [
      hit('reply b', 3, 0.5, { thread: 'b' }),
      hit('second', 2, 0.4),
      hit('first', 1, 0.3),
      hit('note', 4, 0.2, { thread: null, isConversation: false }),
    ];
    expect(ranked(hits, 'summary').map(({ score }) => score)).toEqual([0.5, 0.4, 0.3, 0.2]);
  });

  it('prefers what people brought up if their order is asked for, unless it is that of the replies', () => {
    const hits = [hit('other', 1, 0.3), hit('asked', 2, 0.5), hit('reply', 3, 0.5)];
    expect(keys(ranked(hits, 'order', 'the order in which I asked'))).toEqual(['asked', 'other', 'reply']);
    expect(keys(ranked(hits, 'order', 'the order of what you suggested'))).toEqual([
      'asked',
      'reply',
      'other',
    ]);
  });

  it('takes the hits from all sessions, the best of each first', () => {
    const [near, far] = [OVERVIEW.sameSession + 0.01, OVERVIEW.sameSession - 0.01];
    const others = [hit('b near', 4, near, { thread: 'b' }), hit('b far', 5, far, { thread: 'b' })];
    expect(keys(ranked([hit('a 1', 1, 1), hit('a 2', 2, 1), ...others], 'summary'))).toEqual([
      'a 1',
      'b near',
      'a 2',
      'b far',
    ]);
  });

  it('leaves notes of one session as they are', () => {
    const notes = [1, 0.99, 0.98].map((score, at) => hit(`${at}`, at, score, { isConversation: false }));
    expect(keys(ranked([...notes, hit('turn', 4, 0.97)], 'summary'))).toEqual(['0', '1', '2', 'turn']);
  });
});
