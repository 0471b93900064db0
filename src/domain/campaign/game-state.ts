/** Where the game stands, besides the people and places in it. */
export interface GameState {
  readonly location: string | null;
  readonly in_game_date: string | null;
  readonly in_combat: boolean;
  /** In order of initiative. */
  readonly initiative: readonly { readonly name: string; readonly score: number }[];
  /** Whose turn it is, by name. */
  readonly current_turn: string | null;
  readonly round: number;
  /** Coins by kind, such as gp. */
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
