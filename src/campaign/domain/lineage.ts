import type { Branch } from './campaign.ts';

/** The turns after `after` up to `upTo` on one branch. */
export interface BranchSegment {
  readonly branchId: string;
  readonly after: number;
  readonly upTo: number;
}

type Fork = Pick<Branch, 'id' | 'parentId' | 'forkedAt'>;

/** Events of a branch at the turn of its fork came after the fork. */
const segmentOf = ({ id, forkedAt }: Fork, upTo: number): BranchSegment => ({
  branchId: id,
  after: forkedAt - 1,
  upTo,
});

/** The segments that lead to a turn of a branch, newest first. */
export function lineageOf(branches: readonly Fork[], branchId: string, turn: number) {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const lineage: BranchSegment[] = [];
  let upTo = turn;
  for (let branch = byId.get(branchId); branch !== undefined; ) {
    lineage.push(segmentOf(branch, upTo));
    upTo = Math.min(upTo, branch.forkedAt);
    const { parentId } = branch;
    branch = parentId === null ? undefined : byId.get(parentId);
  }
  return lineage;
}

export const isInLineage = (
  lineage: readonly BranchSegment[],
  { branchId, turn }: { readonly branchId: string; readonly turn: number },
): boolean => lineage.some((one) => one.branchId === branchId && turn > one.after && turn <= one.upTo);

/** The segments to undo, newest first, and those to redo, oldest first. */
export function routeBetween(
  branches: readonly Branch[],
  from: { readonly branchId: string; readonly turn: number },
  to: { readonly branchId: string; readonly turn: number },
) {
  const back = lineageOf(branches, from.branchId, from.turn);
  const on = lineageOf(branches, to.branchId, to.turn);
  const shared = (segment: BranchSegment, others: readonly BranchSegment[]): number =>
    others.find(({ branchId }) => branchId === segment.branchId)?.upTo ?? segment.after;
  const part = (lineage: readonly BranchSegment[], others: readonly BranchSegment[]) =>
    lineage
      .map((segment) => ({
        ...segment,
        after: Math.max(segment.after, Math.min(segment.upTo, shared(segment, others))),
      }))
      .filter(({ after, upTo }) => upTo > after);
  return { undo: part(back, on), redo: part(on, back).reverse() };
}

export type Route = ReturnType<typeof routeBetween>;
