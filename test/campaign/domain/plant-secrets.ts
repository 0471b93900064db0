import { type Entity, SECRET_FIELDS, type VisibleTo } from '../../../src/campaign/domain/entity.ts';
import type { CampaignEvent } from '../../../src/campaign/domain/event.ts';
import type { RecapFacts } from '../../../src/campaign/domain/recap/recap.ts';
import type { Audience } from '../../../src/campaign/domain/visibility.ts';

/** Written out a second time on purpose: the rule is not tested with itself. */
const mayKnow = (audience: Audience, { visibility, private_to }: VisibleTo): boolean => {
  if (visibility === 'public') return true;
  return visibility === 'private' && audience.kind === 'character' && private_to.includes(audience.id);
};

/** What keeps its meaning only as it is. */
const KEPT = new Set([
  'kind',
  'visibility',
  'private_to',
  'type',
  'at',
  'createdAt',
  'updatedAt',
  'status',
  'notation',
  'detail',
]);

function mark<Value>(value: Value, marker: string): Value {
  if (typeof value === 'string') return `${marker} ${value}` as Value;
  if (Array.isArray(value)) return value.map((each) => mark(each, marker)) as Value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    KEPT.has(key) ? each : mark(each, marker),
  ]);
  return Object.fromEntries(entries) as Value;
}

const markEvent = (event: CampaignEvent, audience: Audience, marker: string): CampaignEvent =>
  mayKnow(audience, event)
    ? {
        ...event,
        effects: event.effects.map((each) => (mayKnow(audience, each) ? each : mark(each, marker))),
      }
    : mark(event, marker);

function markEntity(entity: Entity, audience: Audience, marker: string): Entity {
  if (!mayKnow(audience, entity)) return mark(entity, marker);
  const secrets = SECRET_FIELDS.filter((field) => field in entity.fields).map((field) => [field, marker]);
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(secrets) } };
}

/** What may be seen names what may not. */
function pointTo(entity: Entity, hidden: readonly string[]): Entity {
  const [secret] = hidden;
  if (secret === undefined) return entity;
  if ('connections' in entity.fields) {
    const ways = hidden.map((to) => ({ to, how: null }));
    return { ...entity, fields: { ...entity.fields, connections: [...ways, ...entity.fields.connections] } };
  }
  return 'known' in entity.fields ? { ...entity, fields: { ...entity.fields, location: secret } } : entity;
}

/** Writes a marker into everything the audience must not see, and into flags; and stands the party in a secret place. */
export function plantSecrets(facts: RecapFacts, audience: Audience, marker: string): RecapFacts {
  const entities = facts.entities.map((entity) => markEntity(entity, audience, marker));
  const hidden = entities.filter((entity) => !mayKnow(audience, entity)).map(({ name }) => name);
  const [secret] = hidden;
  const { state } = facts.campaign;
  const isInSecretPlace = secret !== undefined && facts.events.length % 2 === 0;
  const events = facts.events.map((event) => markEvent(event, audience, marker));
  return {
    ...facts,
    entities: entities.map((entity) => (mayKnow(audience, entity) ? pointTo(entity, hidden) : entity)),
    events: events.map((event, at) =>
      secret !== undefined && at % 3 === 0 && mayKnow(audience, event)
        ? { ...event, location: secret, actor: secret, characters: hidden }
        : event,
    ),
    campaign: {
      ...facts.campaign,
      state: {
        ...state,
        flags: { [marker]: marker },
        location: isInSecretPlace ? secret : state.location,
        current_turn: secret ?? state.current_turn,
      },
    },
  };
}

/** The facts as the audience could have written them: without what they must not see. */
export const withoutHidden = (facts: RecapFacts, audience: Audience): RecapFacts => ({
  ...facts,
  events: facts.events
    .filter((event) => mayKnow(audience, event))
    .map((event) => ({ ...event, effects: event.effects.filter((each) => mayKnow(audience, each)) })),
});
