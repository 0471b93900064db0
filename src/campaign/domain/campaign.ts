import type { Instant } from '../../domain/instant.ts';

export interface GameState {
  readonly location: string | null;
  readonly in_game_date: string | null;
  readonly in_combat: boolean;
  readonly initiative: readonly { readonly name: string; readonly score: number }[];
  readonly current_turn: string | null;
  readonly round: number;
  readonly party_funds: Readonly<Record<string, number>>;
  readonly flags: Readonly<Record<string, string | number | boolean>>;
}

export const NEW_GAME: GameState = {
  location: null,
  in_game_date: null,
  in_combat: false,
  initiative: [],
  current_turn: null,
  round: 0,
  party_funds: {},
  flags: {},
};

export interface Campaign {
  /** The id of its project. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly dmName: string | null;
  readonly setting: string | null;
  /** Stored, never enforced. */
  readonly rules: { readonly system: string } & Readonly<Record<string, string>>;
  readonly state: GameState;
  readonly branchId: string;
  readonly turn: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Increases with every change, including a rewind. */
  readonly version: number;
}

export const aboutCampaign = ({ description, dmName, setting, rules }: Campaign) => ({
  description,
  dmName,
  setting,
  rules,
});

/** The first branch is `main`; a rewind begins another. */
export interface Branch {
  readonly id: string;
  readonly campaignId: string;
  readonly parentId: string | null;
  /** The last turn it shares with its parent. */
  readonly forkedAt: number;
  readonly headTurn: number;
  readonly reason: string | null;
  readonly createdAt: Instant;
}

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
