import { type Entity, type EntityKind, type FieldsOf, SECRET_FIELDS, type Seen } from './entity.ts';
import type { CampaignEvent } from './event.ts';
import type { GameState } from './game-state.ts';
import { mentionOf, shortMentionOf, shortNameOf } from './mentions.ts';
import { type NamesGivenUp, namesBorne, onLine } from './names-borne.ts';
import type { NameElsewhere } from './names-elsewhere.ts';
import { entityKey, NEW_FIELDS } from './new-entity.ts';
import { onePurse } from './purse.ts';
import { type Naming, namedEntity, namedEvent, namedState } from './references.ts';

/** For whom something is read: the game master, the party as a whole, or one character's player. */
export type Audience =
  | { readonly kind: 'dm' }
  | { readonly kind: 'party' }
  | { readonly kind: 'character'; readonly id: string; readonly name: string };

export const DM: Audience = { kind: 'dm' };

export function maySee(audience: Audience, { visibility, private_to }: Seen): boolean {
  if (audience.kind === 'dm' || visibility === 'public') return true;
  return visibility === 'private' && audience.kind === 'character' && private_to.includes(audience.id);
}

/** The name of a hidden place to which the party was openly brought is no secret any more. */
export const maySeeName = (audience: Audience, entity: Entity): boolean =>
  maySee(audience, entity) ||
  (entity.kind === 'location' && (entity.fields as FieldsOf['location']).is_name_known === true);

export const isKind =
  <Kind extends EntityKind>(kind: Kind) =>
  (entity: Entity): entity is Entity<Kind> =>
    entity.kind === kind;

type Show = (name: string | null) => string | null;

/** What an audience sees of a world: as if nothing else existed. */
export interface Lens {
  entity(entity: Entity): Entity | undefined;
  event(event: CampaignEvent): CampaignEvent | undefined;
  state(state: GameState): GameState;
  /** null for a name that gives away what is hidden. */
  name: Show;
  /** Whom the audience means by a name, under the name they bear now. */
  meant(name: string, kinds: readonly EntityKind[]): string;
  /** Whether words of an event name whoever the audience means by a name, by any name they had at the time. */
  mentions(name: string, kinds: readonly EntityKind[]): (event: CampaignEvent, text: string) => boolean;
}

/**
 * A public event may name what the party has not seen; the name alone would give it away. So would the name it had on
 * another branch, unless something that is known here has it too.
 */
function showOnly(
  audience: Audience,
  entities: readonly Entity[],
  elsewhere: readonly NameElsewhere[],
): Show {
  const keys = (some: readonly { readonly name: string }[]) => some.map(({ name }) => entityKey(name));
  const unseen = entities.filter((entity) => !maySeeName(audience, entity));
  const known = new Set(keys(entities.filter((entity) => maySeeName(audience, entity))));
  const unseenIds = new Set(unseen.map(({ id }) => id));
  const strange = elsewhere.filter((one) => unseenIds.has(one.id) || !maySee(audience, one));
  const hidden = new Set(keys([...unseen, ...strange]).filter((key) => !known.has(key)));
  return (name) => (name === null || hidden.has(entityKey(name)) ? null : name);
}

/** A character's secret notes are its player's own. */
function withoutSecrets(audience: Audience, entity: Entity): Entity {
  const isOwn = audience.kind === 'character' && audience.id === entity.id;
  const fields: Record<string, unknown> = { ...entity.fields };
  for (const field of SECRET_FIELDS) {
    if (field in fields && !(isOwn && field === 'secret_notes')) fields[field] = null;
  }
  return { ...entity, private_to: [], fields: fields as unknown as Entity['fields'] };
}

/** What is seen of somebody or something: all but secrets, or of a hidden place its name alone. */
function seenEntity(audience: Audience, entity: Entity): Entity | undefined {
  if (maySee(audience, entity)) return withoutSecrets(audience, entity);
  if (!maySeeName(audience, entity)) return undefined;
  const fields = { ...NEW_FIELDS.location, is_visited: true };
  return { ...entity, visibility: 'public', private_to: [], fields };
}

const seenEvent = (audience: Audience, event: CampaignEvent): CampaignEvent => ({
  ...event,
  private_to: [],
  context: null,
  effects: event.effects
    .filter((effect) => maySee(audience, effect))
    .map((effect) => ({ ...effect, private_to: [] })),
});

/** What is hidden is hidden by every name it had on the way here. */
function withFormerNames(
  entities: readonly Entity[],
  former: readonly { readonly id: string; readonly name: string }[],
): readonly Entity[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const ghosts = former.flatMap(({ id, name }) => {
    const entity = byId.get(id);
    return entity === undefined ? [] : [{ ...entity, name }];
  });
  return [...entities, ...ghosts];
}

/** All names that somebody has and had, and those of everything else that the audience knows. */
function namesOf(
  who: Entity | undefined,
  seen: readonly Entity[],
  former: readonly { readonly id: string; readonly name: string }[],
) {
  const present = seen.filter(({ isRemoved }) => !isRemoved);
  const ids = new Set(present.map(({ id }) => id));
  const all = [...present, ...former.filter(({ id }) => ids.has(id) || id === who?.id)];
  const names = (isTheirs: boolean) => [
    ...new Set(all.filter(({ id }) => (id === who?.id) === isTheirs).map(({ name }) => name)),
  ];
  return { own: names(true), others: names(false) };
}

/**
 * `entities` are all that are or were in the world: only against them can it be told what is hidden. Whatever is named is
 * shown under the name it bears now.
 */
export function lensFor(
  audience: Audience,
  entities: readonly Entity[],
  past: NamesGivenUp = { line: [], former: [] },
  elsewhere: readonly NameElsewhere[] = [],
): Lens {
  const names = namesBorne(past, entities);
  const seen = entities.filter((entity) => maySeeName(audience, entity));
  const known = namesBorne(past, seen);
  const isDm = audience.kind === 'dm';
  const show: Show = isDm
    ? (name) => name
    : showOnly(audience, withFormerNames(entities, onLine(past.line, past.former)), elsewhere);
  const shown = (meant: Entity | undefined, name: string) =>
    meant === undefined ? show(name) : maySeeName(audience, meant) ? meant.name : null;
  const now: Naming = (name, kinds) => shown(names.meant(name, kinds), name);
  const then =
    (event: CampaignEvent): Naming =>
    (name, kinds) =>
      shown(names.meantIn(event, name, kinds), name);
  const named = {
    name: show,
    meant: (name: string, kinds: readonly EntityKind[]) => known.meant(name, kinds)?.name ?? name,
    mentions: (name: string, kinds: readonly EntityKind[]) => {
      const who = known.meant(name, kinds);
      const { own, others } = namesOf(who, seen, onLine(past.line, past.former));
      const all = who === undefined ? [name] : own;
      const short = own.map((one) => shortNameOf(one, others)).filter((one) => one !== undefined);
      const each = [
        ...all.map((one) => ({ one, isIn: mentionOf(one) })),
        ...short.map((one) => ({ one, isIn: shortMentionOf(one) })),
      ];
      // A name may have been somebody else's when the event was told.
      const isTheirs = (event: CampaignEvent, one: string) => {
        const then = who === undefined ? undefined : names.meantIn(event, one, kinds);
        return then === undefined || then.id === who?.id;
      };
      return (event: CampaignEvent, text: string) =>
        each.some(({ one, isIn }) => isIn(text) && isTheirs(event, one));
    },
    entity: (entity: Entity) => namedEntity(entity, now),
    event: (event: CampaignEvent) => namedEvent(event, then(event)),
    state: (state: GameState) => namedState({ ...state, party_funds: onePurse(state.party_funds) }, now),
  };
  if (isDm) return named;
  return {
    ...named,
    entity: (entity) => {
      const seen = seenEntity(audience, entity);
      return seen === undefined ? undefined : named.entity(seen);
    },
    event: (event) => (maySee(audience, event) ? named.event(seenEvent(audience, event)) : undefined),
    // Flags are the game master's own bookkeeping.
    state: (state) => ({ ...named.state(state), flags: {} }),
  };
}
