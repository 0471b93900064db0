import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boostNeighbors, type Passage, threadsOf } from '../../src/search/neighbor-boost.ts';
import { WEIGHTS } from '../../src/search/weights.ts';

const passage = (doc: number, strength: number): Passage => ({
  doc,
  own: Float64Array.of(strength),
  met: Float64Array.of(strength),
  boost: new Float64Array(1),
  noteBoost: new Float64Array(1),
});
const lentTo = (thread: readonly Passage[]) => thread.map(({ boost }) => boost[0] ?? 0);

describe('threadsOf', () => {
  it('puts the passages of a thread in order, however they were found', () => {
    const docs = [
      { thread: 'a', order: 9 },
      { thread: null, order: 1 },
      { thread: 'b', order: 2 },
      { thread: 'a', order: 3 },
      { thread: null, order: 1 },
    ];
    const threads = threadsOf(
      docs,
      docs.map((_, index) => [passage(index, 0)]),
    );
    expect(threads.map((thread) => thread.map(({ doc }) => doc))).toEqual([[3, 0], [2], [1], [4]]);
  });
});

describe('boostNeighbors', () => {
  it('boosts the nearest most, later ones more than earlier ones, and nothing beyond its reach', () => {
    const thread = Array.from({ length: 13 }, (_, doc) => passage(doc, doc === 6 ? 1 : 0));
    boostNeighbors(thread, () => true, WEIGHTS);
    const boost = lentTo(thread);
    expect(boost.slice(7, 12)).toEqual(WEIGHTS.later.map((share) => expect.closeTo(share)));
    expect(boost.slice(2, 6).toReversed()).toEqual(WEIGHTS.earlier.map((share) => expect.closeTo(share)));
    expect([boost[0], boost[1], boost[6], boost[12]]).toEqual([0, 0, 0, 0]);
  });

  it('boosts among notes far less, and separately from conversations', () => {
    const thread = [passage(0, 1), passage(1, 0)];
    boostNeighbors(thread, () => false, WEIGHTS);
    expect(lentTo(thread)).toEqual([0, 0]);
    expect(thread[1]?.noteBoost[0]).toBeCloseTo((WEIGHTS.later[0] ?? 0) * WEIGHTS.amongNotes);
  });

  it('boosts passages of the same text like a conversation', () => {
    const thread = [passage(0, 1), passage(0, 0)];
    boostNeighbors(thread, () => false, WEIGHTS);
    expect(lentTo(thread)[1]).toBeCloseTo(WEIGHTS.later[0] ?? 0);
  });

  it('never boosts across threads, and several boosts never exceed 1', () => {
    const strengths = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(strengths, strengths, (ours, theirs) => {
        const docs = [...ours.map(() => 'ours'), ...theirs.map(() => 'theirs')];
        const passages = [...ours, ...theirs.map(() => 0)].map((strength, doc) => [passage(doc, strength)]);
        const threads = threadsOf(
          docs.map((thread, order) => ({ thread, order })),
          passages,
        );
        for (const thread of threads) boostNeighbors(thread, () => true, WEIGHTS);
        const boost = lentTo(passages.flat());
        expect(boost.every((one) => one >= 0 && one <= 1)).toBe(true);
        expect(boost.slice(ours.length).every((one) => one === 0)).toBe(true);
      }),
    );
  });
});
