import { type Entity, type EntityKind, SECRET_FIELDS, type Seen } from './entity.ts';
import type { CampaignEvent, Effect } from './event.ts';
import type { GameState } from './game-state.ts';
import { entityKey } from './new-entity.ts';

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
}

const CLEAR: Lens = { entity: (entity) => entity, event: (event) => event, state: (state) => state };

/** A public event may name what the party has not seen; the name alone would give it away. */
function showOnly(audience: Audience, entities: readonly Entity[]): Show {
  const keys = (some: readonly Entity[]) => some.map(({ name }) => entityKey(name));
  const known = new Set(keys(entities.filter((entity) => maySee(audience, entity))));
  const hidden = new Set(keys(entities).filter((key) => !known.has(key)));
  return (name) => (name === null || hidden.has(entityKey(name)) ? null : name);
}

function namesOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'moved':
      return [effect.to];
    case 'quest':
      return [effect.quest];
    case 'thread':
      return [effect.thread];
    case 'item':
      return [effect.who, effect.item];
    default:
      return 'who' in effect ? [effect.who] : [];
  }
}

/** A character's secret notes are its player's own. */
function shownEntity(audience: Audience, entity: Entity, show: Show): Entity {
  const isOwn = audience.kind === 'character' && audience.id === entity.id;
  const fields: Record<string, unknown> = { ...entity.fields };
  for (const field of SECRET_FIELDS) {
    if (field in fields && !(isOwn && field === 'secret_notes')) fields[field] = null;
  }
  for (const field of ['location', 'faction', 'giver', 'owner']) {
    if (typeof fields[field] === 'string') fields[field] = show(fields[field]);
  }
  if (isKind('location')(entity))
    fields.connections = entity.fields.connections.filter(({ to }) => show(to) !== null);
  return { ...entity, private_to: [], fields: fields as unknown as Entity['fields'] };
}

const shownEvent = (audience: Audience, event: CampaignEvent, show: Show): CampaignEvent => ({
  ...event,
  private_to: [],
  actor: show(event.actor),
  location: show(event.location),
  characters: event.characters.filter((name) => show(name) !== null),
  effects: event.effects
    .filter((effect) => maySee(audience, effect) && namesOf(effect).every((name) => show(name) !== null))
    .map((effect) => ({
      ...(effect.kind === 'moved' ? { ...effect, from: show(effect.from) } : effect),
      private_to: [],
    })),
});

/** What is hidden is hidden by every name it ever had. */
export function withFormerNames(
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

/** `entities` are all that are or were in the world: only against them can it be told what is hidden. */
export function lensFor(audience: Audience, entities: readonly Entity[]): Lens {
  if (audience.kind === 'dm') return CLEAR;
  const show = showOnly(audience, entities);
  return {
    entity: (entity) => (maySee(audience, entity) ? shownEntity(audience, entity, show) : undefined),
    event: (event) => (maySee(audience, event) ? shownEvent(audience, event, show) : undefined),
    // Flags are the game master's own bookkeeping.
    state: (state) => ({
      ...state,
      location: show(state.location),
      current_turn: show(state.current_turn),
      initiative: state.initiative.filter(({ name }) => show(name) !== null),
      flags: {},
    }),
  };
}
