import type { Change } from './change.ts';
import type { Carried, Entity, EntityKind } from './entity.ts';
import type { CampaignEvent, Effect } from './event.ts';
import type { GameState } from './game-state.ts';
import { gathered } from './inventory.ts';
import { entityKey } from './new-entity.ts';

/** What stands for a name that something mentions; null takes it out. `kinds` are what it may name, the likeliest first. */
export type Naming = (name: string, kinds: readonly EntityKind[]) => string | null;

type Kinds = readonly EntityKind[];

const PLACE: Kinds = ['location'];
const HERO: Kinds = ['character'];
const PERSON: Kinds = ['character', 'npc'];
const THING: Kinds = ['item'];

/** Fields that name one thing, whatever kind of entity has them. */
const NAMING_FIELDS: Readonly<Record<string, Kinds>> = {
  location: PLACE,
  faction: ['faction'],
  giver: ['npc', 'character', 'faction'],
  owner: ['character', 'npc', 'faction'],
};

const orNull = (name: string | null, kinds: Kinds, naming: Naming): string | null =>
  name === null ? null : naming(name, kinds);

function each<Key extends string, One extends Readonly<Record<Key, string>>>(
  all: readonly One[],
  key: Key,
  kinds: Kinds,
  naming: Naming,
): readonly One[] {
  return all.flatMap((one) => {
    const name = naming(one[key], kinds);
    return name === null ? [] : [{ ...one, [key]: name }];
  });
}

export const namedState = (state: GameState, naming: Naming): GameState => ({
  ...state,
  location: orNull(state.location, PLACE, naming),
  current_turn: orNull(state.current_turn, PERSON, naming),
  initiative: each(state.initiative, 'name', PERSON, naming),
});

/** All fields of an entity, or some. */
export function namedFields(
  fields: Readonly<Record<string, unknown>>,
  naming: Naming,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const kinds = NAMING_FIELDS[key];
      if (kinds !== undefined && typeof value === 'string') return [key, naming(value, kinds)];
      if (key === 'connections' && Array.isArray(value)) return [key, each(value, 'to', PLACE, naming)];
      if (key === 'inventory' && Array.isArray(value))
        return [key, gathered(each(value as readonly Carried[], 'name', THING, naming))];
      return [key, value];
    }),
  );
}

export const namedEntity = (entity: Entity, naming: Naming): Entity => ({
  ...entity,
  fields: namedFields({ ...entity.fields }, naming) as unknown as Entity['fields'],
});

/** Whom an effect of each kind can happen to. */
const WHO: Readonly<Record<'hit_points' | 'damage' | 'condition' | 'death' | 'npc', Kinds>> = {
  hit_points: PERSON,
  condition: PERSON,
  death: HERO,
  damage: ['npc'],
  npc: ['npc'],
};

/** undefined where a name that it cannot do without is taken out. */
function namedEffect(effect: Effect, naming: Naming): Effect | undefined {
  switch (effect.kind) {
    case 'moved': {
      const to = naming(effect.to, PLACE);
      return to === null ? undefined : { ...effect, from: orNull(effect.from, PLACE, naming), to };
    }
    case 'quest': {
      const quest = naming(effect.quest, ['quest']);
      return quest === null ? undefined : { ...effect, quest };
    }
    case 'thread': {
      const thread = naming(effect.thread, ['thread']);
      return thread === null ? undefined : { ...effect, thread };
    }
    case 'item': {
      const [who, item] = [naming(effect.who, HERO), naming(effect.item, THING)];
      return who === null || item === null ? undefined : { ...effect, who, item };
    }
    case 'hit_points':
    case 'damage':
    case 'condition':
    case 'death':
    case 'npc': {
      const who = naming(effect.who, WHO[effect.kind]);
      return who === null ? undefined : { ...effect, who };
    }
    default:
      return effect;
  }
}

const isFirstOfItsName = (name: string, index: number, all: readonly string[]): boolean =>
  all.findIndex((one) => entityKey(one) === entityKey(name)) === index;

export const namedEvent = (event: CampaignEvent, naming: Naming): CampaignEvent => ({
  ...event,
  actor: orNull(event.actor, PERSON, naming),
  characters: event.characters.flatMap((name) => naming(name, PERSON) ?? []).filter(isFirstOfItsName),
  location: orNull(event.location, PLACE, naming),
  effects: event.effects.flatMap((effect) => namedEffect(effect, naming) ?? []),
});

/**
 * What a caller says stays, where nothing stands for it. Who is hurt stays as it is said: a character and an NPC may have
 * one name, so that only an id tells which of them is meant.
 */
export function namedChange(change: Change, naming: Naming): Change {
  const said = (name: string, kinds: Kinds): string => naming(name, kinds) ?? name;
  switch (change.kind) {
    case 'slot':
      return { ...change, character: said(change.character, HERO) };
    case 'item':
      return { ...change, character: said(change.character, HERO), item: said(change.item, THING) };
    case 'quest':
      return { ...change, quest: said(change.quest, ['quest']) };
    case 'place':
      return { ...change, location: said(change.location, PLACE) };
    case 'npc': {
      const location = change.location === undefined ? {} : { location: said(change.location, PLACE) };
      return { ...change, npc: said(change.npc, ['npc']), ...location };
    }
    case 'thread':
      return { ...change, thread: said(change.thread, ['thread']) };
    case 'combat':
      return {
        ...change,
        initiative: change.initiative?.map((one) => ({ ...one, name: said(one.name, PERSON) })),
        current_turn: change.current_turn === undefined ? undefined : said(change.current_turn, PERSON),
      };
    default:
      return change;
  }
}
