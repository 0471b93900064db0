import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';

/** A change of who is in the initiative. */
export interface LineUp {
  readonly turn: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Whether somebody was in the fight that an event is part of. `now` is the initiative after the last event. */
export function isInLineUp(
  { turn, isTurn, type }: CampaignEvent,
  name: string,
  lineUps: readonly LineUp[],
  now: readonly string[],
): boolean {
  const has = (names: readonly string[]) => names.some((each) => entityKey(each) === entityKey(name));
  const last = lineUps.findLast((lineUp) => lineUp.turn <= turn);
  if (has(last === undefined ? (lineUps[0]?.before ?? now) : last.after)) return true;
  // The turn that ends a fight is part of it; what is told after that turn need not be.
  const changed = lineUps.filter((lineUp) => lineUp.turn === turn);
  return (isTurn || type === 'combat') && changed.some(({ before, after }) => has(before) || has(after));
}
