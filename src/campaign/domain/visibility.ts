import { invalid } from '../../domain/error.ts';
import type { GameState } from './campaign.ts';
import type { Entity, EntityKind, FieldsOf, Visibility, VisibleTo } from './entity.ts';
import { isSameName } from './name-key.ts';

export type Audience =
  | { readonly kind: 'dm' }
  | { readonly kind: 'party' }
  | { readonly kind: 'character'; readonly id: string; readonly name: string };

export const DM: Audience = { kind: 'dm' };
export const PARTY: Audience = { kind: 'party' };

export function maySee(audience: Audience, { visibility, private_to }: VisibleTo): boolean {
  if (audience.kind === 'dm' || visibility === 'public') return true;
  return visibility === 'private' && audience.kind === 'character' && private_to.includes(audience.id);
}

/** Players know the name of a hidden location after a public move there. */
export const maySeeName = (audience: Audience, entity: Entity): boolean =>
  maySee(audience, entity) ||
  (entity.kind === 'location' && (entity.fields as FieldsOf['location']).is_name_known === true);

export const isKind =
  <Kind extends EntityKind>(kind: Kind) =>
  (entity: Entity): entity is Entity<Kind> =>
    entity.kind === kind;

export interface VisibilityInput {
  readonly visibility?: Visibility | undefined;
  readonly private_to?: readonly string[] | undefined;
}

/** Naming characters implies `private`. With any other visibility, no characters may be named. */
export function visibilityOf(given: VisibilityInput, otherwise: Visibility): Visibility {
  const names = given.private_to ?? [];
  if (names.length === 0) return given.visibility ?? otherwise;
  if (given.visibility === undefined || given.visibility === 'private') return 'private';
  throw invalid(
    'private_to_without_private',
    `\`private_to\` names characters, but \`visibility\` is ${given.visibility}.`,
    'Pass `visibility` "private", or leave out `private_to`. Nothing was written.',
    { fields: [{ field: 'private_to', problem: 'goes with visibility private only' }] },
  );
}

export const withVisibility = (seen: VisibleTo, visibility: Visibility | undefined): VisibleTo =>
  visibility === undefined
    ? seen
    : { visibility, private_to: visibility === 'private' ? seen.private_to : [] };

/** Players learn the name of a location when the party openly goes there. If it is hidden, they learn only its name. */
export const withNameKnown = (place: Entity<'location'>): Entity<'location'> =>
  maySeeName(PARTY, place) ? place : { ...place, fields: { ...place.fields, is_name_known: true } };

/** If the location of the party becomes hidden, players still know its name. */
export function keepNameKnown({ location }: GameState, before: Entity | undefined, after: Entity): Entity {
  if (location === null || !isKind('location')(after)) return after;
  const isHere = isSameName(location, (before ?? after).name);
  const wasShown = before === undefined || maySeeName(PARTY, before);
  return isHere && wasShown ? withNameKnown(after) : after;
}
