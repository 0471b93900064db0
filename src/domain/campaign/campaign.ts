import type { Instant } from '../instant.ts';
import type { GameState } from './game-state.ts';

/** A campaign is a project of kind `game`; this is what it has beyond a project. */
export interface Campaign {
  /** The id of its project. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly dmName: string | null;
  readonly setting: string | null;
  /** The rules system as data; never enforced. */
  readonly rules: { readonly system: string } & Readonly<Record<string, string>>;
  readonly state: GameState;
  /** The branch that is being played. */
  readonly branchId: string;
  /** The last turn on it. */
  readonly turn: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Goes up with every change, also by rewinding. */
  readonly version: number;
}

/** A line of play. The first one is `main`; rewinding begins another. */
export interface Branch {
  readonly id: string;
  readonly campaignId: string;
  /** null for the first. */
  readonly parentId: string | null;
  /** The last turn it shares with its parent. */
  readonly forkedAt: number;
  /** The last turn on it. */
  readonly headTurn: number;
  readonly reason: string | null;
  readonly createdAt: Instant;
}
