import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Branch,
  type BranchSegment,
  lineageOf,
  routeBetween,
} from '../../../src/campaign/domain/campaign.ts';

const BEGUN = { campaignId: 'c', reason: null, createdAt: '' };

interface Grown {
  readonly branches: readonly Branch[];
  /** What happened on each branch from the very start, its parents' part included. */
  readonly lines: readonly (readonly string[])[];
}

/** Things that happen have a branch and a turn; several may happen at one turn. */
const happened = (branch: string, turn: number) => [`${branch} ${turn} a`, `${branch} ${turn} b`];
const turnOf = (thing: string) => Number(thing.split(' ')[1]);

/** Branches that fork where the rules let them: below the head of any branch, parents' turns included. */
const anyTree: fc.Arbitrary<Grown> = fc
  .array(fc.record({ parent: fc.nat(), fork: fc.nat(), length: fc.nat(5), isBusy: fc.boolean() }), {
    maxLength: 8,
  })
  .map((steps) => {
    const branches: Branch[] = [];
    const lines: string[][] = [];
    const grow = (parent: number | null, forkedAt: number, length: number, isBusy: boolean) => {
      const id = `b${branches.length}`;
      const inherited = parent === null ? [] : (lines[parent] ?? []).filter((one) => turnOf(one) <= forkedAt);
      const own = isBusy ? happened(id, forkedAt) : [];
      for (let turn = forkedAt + 1; turn <= forkedAt + length; turn += 1) own.push(...happened(id, turn));
      const parentId = parent === null ? null : (branches[parent]?.id ?? null);
      branches.push({ ...BEGUN, id, parentId, forkedAt, headTurn: forkedAt + length });
      lines.push([...inherited, ...own]);
    };
    grow(null, 0, 4, true);
    for (const { parent, fork, length, isBusy } of steps) {
      const at = parent % branches.length;
      const head = branches[at]?.headTurn ?? 0;
      // At the head of a branch nothing forks: it is returned to instead.
      if (head > 0) grow(at, fork % head, length, isBusy);
    }
    return { branches, lines };
  });

const thingsIn = ({ branches, lines }: Grown, segments: readonly BranchSegment[]): readonly string[] =>
  segments.flatMap(({ branchId, after, upTo }) => {
    const own = lines[branches.findIndex(({ id }) => id === branchId)] ?? [];
    return own.filter((one) => one.startsWith(`${branchId} `) && turnOf(one) > after && turnOf(one) <= upTo);
  });

const anyPoints = anyTree.chain((tree) => {
  const point = fc.nat(tree.branches.length - 1).chain((at) =>
    fc.nat(tree.branches[at]?.headTurn ?? 0).map((turn) => ({
      branchId: tree.branches[at]?.id ?? '',
      turn,
      things: (tree.lines[at] ?? []).filter((one) => turnOf(one) <= turn),
    })),
  );
  return fc.record({ tree: fc.constant(tree), from: point, to: point });
});

describe('lines of play', () => {
  it('lead from the start to any turn of any branch', () => {
    fc.assert(
      fc.property(anyPoints, ({ tree, from }) => {
        const line = lineageOf(tree.branches, from.branchId, from.turn);
        expect(thingsIn(tree, line.toReversed())).toEqual(from.things);
      }),
      { numRuns: 500 },
    );
  });

  it('lead from any point to any other by undoing exactly what is not shared, and doing the rest', () => {
    fc.assert(
      fc.property(anyPoints, ({ tree, from, to }) => {
        const route = routeBetween(tree.branches, from, to);
        const firstOther = from.things.findIndex((one, index) => one !== to.things[index]);
        const shared = firstOther === -1 ? from.things.length : firstOther;
        expect(thingsIn(tree, route.undo.toReversed())).toEqual(from.things.slice(shared));
        expect(thingsIn(tree, route.redo)).toEqual(to.things.slice(shared));
      }),
      { numRuns: 1_000 },
    );
  });

  it('lead nowhere from where one is', () => {
    fc.assert(
      fc.property(anyPoints, ({ tree, from }) => {
        expect(routeBetween(tree.branches, from, from)).toEqual({ undo: [], redo: [] });
      }),
    );
  });
});
