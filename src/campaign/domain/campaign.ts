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
