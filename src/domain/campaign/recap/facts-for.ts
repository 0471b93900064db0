import { type Entity, type EntityKind, SECRET_FIELDS, type Seen } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import type { GameState } from '../game-state.ts';
import type { Audience, RecapFacts } from './recap.ts';

export function isSeenBy({ visibility, private_to }: Seen, audience: Audience): boolean {
  if (audience.kind === 'dm' || visibility === 'public') return true;
  return visibility === 'private' && audience.kind === 'character' && private_to.includes(audience.id);
}

/** The facts as if nothing else existed: whatever is made of them cannot betray what was taken out. */
export function factsFor(facts: RecapFacts, audience: Audience): RecapFacts {
  const present = facts.entities.filter(({ isRemoved }) => !isRemoved);
  if (audience.kind === 'dm') return { ...facts, entities: present };
  const entities = present.filter((entity) => isSeenBy(entity, audience));
  const isHidden = hiddenNames(present, entities);
  const show = (name: string | null) => (name === null || isHidden(name) ? null : name);
  const events = facts.events.filter((event) => isSeenBy(event, audience));
  return {
    ...facts,
    campaign: { ...facts.campaign, state: stateFor(facts.campaign.state, show) },
    entities: entities.map((entity) => entityFor(entity, show)),
    events: events.map((event) => eventFor(event, audience, show)),
  };
}

type Show = (name: string | null) => string | null;

export const nameKey = (name: string): string => name.trim().toLowerCase();

/** A public event may name what the party has not seen; the name alone would give it away. */
function hiddenNames(all: readonly Entity[], seen: readonly Entity[]): (name: string) => boolean {
  const known = new Set(seen.map(({ name }) => nameKey(name)));
  const hidden = new Set(all.map(({ name }) => nameKey(name)).filter((name) => !known.has(name)));
  return (name) => hidden.has(nameKey(name));
}

const stateFor = (state: GameState, show: Show): GameState => ({
  ...state,
  location: show(state.location),
  current_turn: show(state.current_turn),
  initiative: state.initiative.filter(({ name }) => show(name) !== null),
  flags: {},
});

const eventFor = (event: CampaignEvent, audience: Audience, show: Show): CampaignEvent => ({
  ...event,
  actor: show(event.actor),
  location: show(event.location),
  characters: event.characters.filter((name) => show(name) !== null),
  effects: event.effects
    .filter((effect) => isSeenBy(effect, audience) && namesOf(effect).every((name) => show(name) !== null))
    .map((effect) => (effect.kind === 'moved' ? { ...effect, from: show(effect.from) } : effect)),
});

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

function entityFor(entity: Entity, show: Show): Entity {
  const fields: Record<string, unknown> = { ...entity.fields };
  for (const field of SECRET_FIELDS) if (field in fields) fields[field] = null;
  for (const field of ['location', 'faction', 'giver', 'owner'])
    if (typeof fields[field] === 'string') fields[field] = show(fields[field]);
  if (isOfKind(entity, 'location'))
    fields.connections = entity.fields.connections.filter(({ to }) => show(to) !== null);
  return { ...entity, fields: fields as unknown as Entity['fields'] };
}

export const isOfKind = <Kind extends EntityKind>(entity: Entity, kind: Kind): entity is Entity<Kind> =>
  entity.kind === kind;

export const ofKind = <Kind extends EntityKind>(
  entities: readonly Entity[],
  kind: Kind,
): readonly Entity<Kind>[] => entities.filter((entity) => isOfKind(entity, kind));
