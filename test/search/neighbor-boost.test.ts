import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boostNeighbors, linesOf, type Passage } from '../../src/search/neighbor-boost.ts';
import { WEIGHTS } from '../../src/search/weights.ts';

const passage = (doc: number, strength: number): Passage => ({
  doc,
  own: Float64Array.of(strength),
  met: Float64Array.of(strength),
  lent: new Float64Array(1),
  lentByNotes: new Float64Array(1),
});
const lentTo = (line: readonly Passage[]) => line.map(({ lent }) => lent[0] ?? 0);

describe('a line', () => {
  it('has what belongs to it in its order, however it was found', () => {
    const docs = [
      { line: 'a', order: 9 },
      { line: null, order: 1 },
      { line: 'b', order: 2 },
      { line: 'a', order: 3 },
      { line: null, order: 1 },
    ];
    const lines = linesOf(
      docs,
      docs.map((_, index) => [passage(index, 0)]),
    );
    expect(lines.map((line) => line.map(({ doc }) => doc))).toEqual([[3, 0], [2], [1], [4]]);
  });
});

describe('a match', () => {
  it('lends most to the nearest, more to what comes after, nothing beyond its reach', () => {
    const line = Array.from({ length: 13 }, (_, doc) => passage(doc, doc === 6 ? 1 : 0));
    boostNeighbors(line, () => true, WEIGHTS);
    const lent = lentTo(line);
    expect(lent.slice(7, 12)).toEqual(WEIGHTS.later.map((share) => expect.closeTo(share)));
    expect(lent.slice(2, 6).toReversed()).toEqual(WEIGHTS.earlier.map((share) => expect.closeTo(share)));
    expect([lent[0], lent[1], lent[6], lent[12]]).toEqual([0, 0, 0, 0]);
  });

  it('lends among notes far less, and apart from what talk lends', () => {
    const line = [passage(0, 1), passage(1, 0)];
    boostNeighbors(line, () => false, WEIGHTS);
    expect(lentTo(line)).toEqual([0, 0]);
    expect(line[1]?.lentByNotes[0]).toBeCloseTo((WEIGHTS.later[0] ?? 0) * WEIGHTS.amongNotes);
  });

  it('lends within its own text as in a talk', () => {
    const line = [passage(0, 1), passage(0, 0)];
    boostNeighbors(line, () => false, WEIGHTS);
    expect(lentTo(line)[1]).toBeCloseTo(WEIGHTS.later[0] ?? 0);
  });

  it('never lends across lines, and all that is lent together never exceeds 1', () => {
    const strengths = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(strengths, strengths, (ours, theirs) => {
        const docs = [...ours.map(() => 'ours'), ...theirs.map(() => 'theirs')];
        const passages = [...ours, ...theirs.map(() => 0)].map((strength, doc) => [passage(doc, strength)]);
        const lines = linesOf(
          docs.map((line, order) => ({ line, order })),
          passages,
        );
        for (const line of lines) boostNeighbors(line, () => true, WEIGHTS);
        const lent = lentTo(passages.flat());
        expect(lent.every((one) => one >= 0 && one <= 1)).toBe(true);
        expect(lent.slice(ours.length).every((one) => one === 0)).toBe(true);
      }),
    );
  });
});
