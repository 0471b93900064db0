import type { GameState } from './campaign.ts';
import { type Entity, type EntityKind, NEW_FIELDS, SECRET_FIELDS } from './entity.ts';
import type { CampaignEvent } from './event.ts';
import { mergeCoins } from './inventory.ts';
import { mentionOf, shortMentionOf, shortNameOf } from './mentions.ts';
import {
  createNameResolver,
  inLineageOrder,
  type NameHistory,
  type NameOnOtherBranch,
} from './name-history.ts';
import { entityKey } from './name-key.ts';
import { mapEntityNames, mapEventNames, mapStateNames, type NameMapper } from './references.ts';
import { type Audience, maySee, maySeeName } from './visibility.ts';

type ShowName = (name: string | null) => string | null;

export interface AudienceFilter {
  entity(entity: Entity): Entity | undefined;
  event(event: CampaignEvent): CampaignEvent | undefined;
  state(state: GameState): GameState;
  /** null for a name of something hidden. */
  name: ShowName;
  currentName(name: string, kinds: readonly EntityKind[]): string;
  mentions(name: string, kinds: readonly EntityKind[]): (event: CampaignEvent, text: string) => boolean;
}

/** A public event may name something hidden, by its name here or on another branch, and the name would reveal it. */
function hiddenNameFilter(
  audience: Audience,
  entities: readonly Entity[],
  elsewhere: readonly NameOnOtherBranch[],
): ShowName {
  const keys = (some: readonly { readonly name: string }[]) => some.map(({ name }) => entityKey(name));
  const unseen = entities.filter((entity) => !maySeeName(audience, entity));
  const known = new Set(keys(entities.filter((entity) => maySeeName(audience, entity))));
  const unseenIds = new Set(unseen.map(({ id }) => id));
  const unseenElsewhere = elsewhere.filter((one) => unseenIds.has(one.id) || !maySee(audience, one));
  const hidden = new Set(keys([...unseen, ...unseenElsewhere]).filter((key) => !known.has(key)));
  return (name) => (name === null || hidden.has(entityKey(name)) ? null : name);
}

/** The player of a character may see its secret notes. */
function withoutSecrets(audience: Audience, entity: Entity): Entity {
  const isOwn = audience.kind === 'character' && audience.id === entity.id;
  const fields: Record<string, unknown> = { ...entity.fields };
  for (const field of SECRET_FIELDS) {
    if (field in fields && !(isOwn && field === 'secret_notes')) fields[field] = null;
  }
  return { ...entity, private_to: [], fields: fields as unknown as Entity['fields'] };
}

/** Without secrets; of a hidden place only its name. */
function visibleEntity(audience: Audience, entity: Entity): Entity | undefined {
  if (maySee(audience, entity)) return withoutSecrets(audience, entity);
  if (!maySeeName(audience, entity)) return undefined;
  const fields = { ...NEW_FIELDS.location, is_visited: true };
  return { ...entity, visibility: 'public', private_to: [], fields };
}

const visibleEvent = (audience: Audience, event: CampaignEvent): CampaignEvent => ({
  ...event,
  private_to: [],
  context: null,
  effects: event.effects
    .filter((effect) => maySee(audience, effect))
    .map((effect) => ({ ...effect, private_to: [] })),
});

/** Adds a copy of an entity for each of its former names, so that these are hidden and found as well. */
function withFormerNames(entities: readonly Entity[], past: NameHistory): readonly Entity[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const former = inLineageOrder(past.lineage, past.formerNames).flatMap(({ id, name }) => {
    const entity = byId.get(id);
    return entity === undefined ? [] : [{ ...entity, name }];
  });
  return [...entities, ...former];
}

/** `entities` must include removed ones, because their names may be hidden too. Former names are replaced by current ones. */
export function createAudienceFilter(
  audience: Audience,
  entities: readonly Entity[],
  past: NameHistory = { lineage: [], formerNames: [] },
  elsewhere: readonly NameOnOtherBranch[] = [],
): AudienceFilter {
  const names = createNameResolver(past, entities);
  const seen = entities.filter((entity) => maySeeName(audience, entity));
  const known = createNameResolver(past, seen);
  const isDm = audience.kind === 'dm';
  const show: ShowName = isDm
    ? (name) => name
    : hiddenNameFilter(audience, withFormerNames(entities, past), elsewhere);
  const shownName = (found: Entity | undefined, name: string) =>
    found === undefined ? show(name) : maySeeName(audience, found) ? found.name : null;
  const now: NameMapper = (name, kinds) => shownName(names.find(name, kinds), name);
  const then =
    (event: CampaignEvent): NameMapper =>
    (name, kinds) =>
      shownName(names.findAt(event, name, kinds), name);
  const named = {
    name: show,
    currentName: (name: string, kinds: readonly EntityKind[]) => known.find(name, kinds)?.name ?? name,
    mentions: (name: string, kinds: readonly EntityKind[]) => {
      const who = known.find(name, kinds);
      const present = withFormerNames(seen, past).filter(({ isRemoved }) => !isRemoved);
      const namesOf = (isOwn: boolean) => [
        ...new Set(present.filter(({ id }) => (id === who?.id) === isOwn).map((one) => one.name)),
      ];
      const [own, others] = [namesOf(true), namesOf(false)];
      const all = who === undefined ? [name] : own;
      const short = own.map((one) => shortNameOf(one, others)).filter((one) => one !== undefined);
      const each = [
        ...all.map((one) => ({ one, isIn: mentionOf(one) })),
        ...short.map((one) => ({ one, isIn: shortMentionOf(one) })),
      ];
      // Another entity may have had the name at the time of the event.
      const isTheirs = (event: CampaignEvent, one: string) => {
        const then = who === undefined ? undefined : names.findAt(event, one, kinds);
        return then === undefined || then.id === who?.id;
      };
      return (event: CampaignEvent, text: string) =>
        each.some(({ one, isIn }) => isIn(text) && isTheirs(event, one));
    },
    entity: (entity: Entity) => mapEntityNames(entity, now),
    event: (event: CampaignEvent) => mapEventNames(event, then(event)),
    state: (state: GameState) => mapStateNames({ ...state, party_funds: mergeCoins(state.party_funds) }, now),
  };
  if (isDm) return named;
  return {
    ...named,
    entity: (entity) => {
      const seen = visibleEntity(audience, entity);
      return seen === undefined ? undefined : named.entity(seen);
    },
    event: (event) => (maySee(audience, event) ? named.event(visibleEvent(audience, event)) : undefined),
    // Flags are for the game master only.
    state: (state) => ({ ...named.state(state), flags: {} }),
  };
}
