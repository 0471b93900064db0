import type { Entity } from './entity.ts';
import type { GameState } from './game-state.ts';
import { entityKey } from './new-entity.ts';
import { type Audience, isKind, maySeeName } from './visible.ts';

const PARTY: Audience = { kind: 'party' };

/** A place where the party openly is. Players know its name; while it is hidden, they know nothing else of it. */
export const withNameKnown = (place: Entity<'location'>): Entity<'location'> =>
  maySeeName(PARTY, place) ? place : { ...place, fields: { ...place.fields, is_name_known: true } };

/** Hiding the place where the party is does not make players forget where they are. */
export function knownIfHere({ location }: GameState, before: Entity | undefined, after: Entity): Entity {
  if (location === null || !isKind('location')(after)) return after;
  const isHere = entityKey(location) === entityKey((before ?? after).name);
  const wasShown = before === undefined || maySeeName(PARTY, before);
  return isHere && wasShown ? withNameKnown(after) : after;
}
