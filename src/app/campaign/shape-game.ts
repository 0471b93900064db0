import type { GameState } from '../../domain/campaign/game-state.ts';
import { CAMPAIGN_LIMITS as MOST } from '../../domain/campaign/limits.ts';
import { type Check, list, map, orNull, shape, truth } from '../../lib/check-shape.ts';
import { count, countUp, key, maybeName, name, sum, upTo, value } from './shape-parts.ts';

/** Where the game stands. */
export const STATE_CHECKS: Readonly<Record<keyof GameState, Check>> = {
  location: maybeName,
  in_game_date: maybeName,
  in_combat: truth,
  initiative: list(shape({ name, score: count }), MOST.list),
  current_turn: maybeName,
  round: countUp,
  party_funds: map(key, sum),
  flags: map(key, value),
};

const rule = upTo(MOST.rule);

const rules: Check = (given, path) => {
  map(key, rule)(given, path);
  rule((given as { readonly system?: unknown }).system, `${path}.system`);
};

/** What is said of a campaign, as its file calls it. */
export const ABOUT_CHECKS = {
  description: orNull(upTo(MOST.description)),
  dm_name: maybeName,
  setting: orNull(upTo(MOST.setting)),
  rules,
};

/** The same as patches have it. */
export const ABOUT_IN_PATCHES: Readonly<Record<string, Check>> = {
  description: ABOUT_CHECKS.description,
  dmName: ABOUT_CHECKS.dm_name,
  setting: ABOUT_CHECKS.setting,
  rules,
};
