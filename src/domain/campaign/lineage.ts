import type { Branch } from './campaign.ts';

/** The turns after `after` up to `upTo` on one branch. */
export interface Stretch {
  readonly branchId: string;
  readonly after: number;
  readonly upTo: number;
}

type Fork = Pick<Branch, 'id' | 'parentId' | 'forkedAt'>;

/** What is told on a branch at its fork's own turn came after the fork. */
const stretchOf = ({ id, forkedAt }: Fork, upTo: number): Stretch => ({
  branchId: id,
  after: forkedAt - 1,
  upTo,
});

/** The line of play that leads to a turn of a branch, newest stretch first. */
export function lineTo(branches: readonly Fork[], branchId: string, turn: number): readonly Stretch[] {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const line: Stretch[] = [];
  let upTo = turn;
  for (let branch = byId.get(branchId); branch !== undefined; ) {
    line.push(stretchOf(branch, upTo));
    upTo = Math.min(upTo, branch.forkedAt);
    const { parentId } = branch;
    branch = parentId === null ? undefined : byId.get(parentId);
  }
  return line;
}

/** Whether a turn is on the line. */
export const isOnLine = (
  line: readonly Stretch[],
  { branchId, turn }: { readonly branchId: string; readonly turn: number },
): boolean => line.some((one) => one.branchId === branchId && turn > one.after && turn <= one.upTo);

export interface Route {
  /** To be undone, the latest first. */
  readonly undo: readonly Stretch[];
  /** To be done again, in order. */
  readonly redo: readonly Stretch[];
}

/** The way from one point of play to another: back to where the two part, and on from there. */
export function routeBetween(
  branches: readonly Branch[],
  from: { readonly branchId: string; readonly turn: number },
  to: { readonly branchId: string; readonly turn: number },
): Route {
  const back = lineTo(branches, from.branchId, from.turn);
  const on = lineTo(branches, to.branchId, to.turn);
  const shared = (stretch: Stretch, others: readonly Stretch[]): number =>
    others.find(({ branchId }) => branchId === stretch.branchId)?.upTo ?? stretch.after;
  const part = (line: readonly Stretch[], others: readonly Stretch[]) =>
    line
      .map((stretch) => ({
        ...stretch,
        after: Math.max(stretch.after, Math.min(stretch.upTo, shared(stretch, others))),
      }))
      .filter(({ after, upTo }) => upTo > after);
  return { undo: part(back, on), redo: part(on, back).reverse() };
}
