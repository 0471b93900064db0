import type { GameState } from './campaign.ts';
import type { Change } from './changes/change.ts';
import type { Entity, EntityKind, InventoryItem } from './entity.ts';
import type { CampaignEvent, Effect } from './event.ts';
import { mergeItems } from './inventory.ts';
import { entityKey } from './name-key.ts';

/** The name to show in place of `name`, or null to remove it. `kinds` are what it may refer to, most likely first. */
export type NameMapper = (name: string, kinds: readonly EntityKind[]) => string | null;

type Kinds = readonly EntityKind[];

const PLACE: Kinds = ['location'];
const CHARACTER: Kinds = ['character'];
const PERSON: Kinds = ['character', 'npc'];
const THING: Kinds = ['item'];

/** Fields that hold the name of one entity, in entities of any kind. */
const NAME_FIELDS: Readonly<Record<string, Kinds>> = {
  location: PLACE,
  faction: ['faction'],
  giver: ['npc', 'character', 'faction'],
  owner: ['character', 'npc', 'faction'],
};

const mapNullableName = (name: string | null, kinds: Kinds, mapName: NameMapper): string | null =>
  name === null ? null : mapName(name, kinds);

function mapEachName<Key extends string, One extends Readonly<Record<Key, string>>>(
  all: readonly One[],
  key: Key,
  kinds: Kinds,
  mapName: NameMapper,
): readonly One[] {
  return all.flatMap((one) => {
    const name = mapName(one[key], kinds);
    return name === null ? [] : [{ ...one, [key]: name }];
  });
}

export const mapStateNames = (state: GameState, mapName: NameMapper): GameState => ({
  ...state,
  location: mapNullableName(state.location, PLACE, mapName),
  current_turn: mapNullableName(state.current_turn, PERSON, mapName),
  initiative: mapEachName(state.initiative, 'name', PERSON, mapName),
});

export function mapFieldNames(
  fields: Readonly<Record<string, unknown>>,
  mapName: NameMapper,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const kinds = NAME_FIELDS[key];
      if (kinds !== undefined && typeof value === 'string') return [key, mapName(value, kinds)];
      if (key === 'connections' && Array.isArray(value))
        return [key, mapEachName(value, 'to', PLACE, mapName)];
      if (key === 'inventory' && Array.isArray(value))
        return [key, mergeItems(mapEachName(value as readonly InventoryItem[], 'name', THING, mapName))];
      return [key, value];
    }),
  );
}

export const mapEntityNames = (entity: Entity, mapName: NameMapper): Entity => ({
  ...entity,
  fields: mapFieldNames({ ...entity.fields }, mapName) as unknown as Entity['fields'],
});

/** The kinds of entities that each effect can happen to. */
const WHO: Readonly<Record<'hit_points' | 'damage' | 'condition' | 'death' | 'npc', Kinds>> = {
  hit_points: PERSON,
  condition: PERSON,
  death: CHARACTER,
  damage: ['npc'],
  npc: ['npc'],
};

/** undefined if a name is removed that the effect needs. */
function mapEffectNames(effect: Effect, mapName: NameMapper): Effect | undefined {
  switch (effect.kind) {
    case 'moved': {
      const to = mapName(effect.to, PLACE);
      return to === null ? undefined : { ...effect, from: mapNullableName(effect.from, PLACE, mapName), to };
    }
    case 'quest': {
      const quest = mapName(effect.quest, ['quest']);
      return quest === null ? undefined : { ...effect, quest };
    }
    case 'thread': {
      const thread = mapName(effect.thread, ['thread']);
      return thread === null ? undefined : { ...effect, thread };
    }
    case 'item': {
      const [who, item] = [mapName(effect.who, CHARACTER), mapName(effect.item, THING)];
      return who === null || item === null ? undefined : { ...effect, who, item };
    }
    case 'hit_points':
    case 'damage':
    case 'condition':
    case 'death':
    case 'npc': {
      const who = mapName(effect.who, WHO[effect.kind]);
      return who === null ? undefined : { ...effect, who };
    }
    default:
      return effect;
  }
}

const isFirstWithName = (name: string, index: number, all: readonly string[]): boolean =>
  all.findIndex((one) => entityKey(one) === entityKey(name)) === index;

export const mapEventNames = (event: CampaignEvent, mapName: NameMapper): CampaignEvent => ({
  ...event,
  actor: mapNullableName(event.actor, PERSON, mapName),
  characters: event.characters.flatMap((name) => mapName(name, PERSON) ?? []).filter(isFirstWithName),
  location: mapNullableName(event.location, PLACE, mapName),
  effects: event.effects.flatMap((effect) => mapEffectNames(effect, mapName) ?? []),
});

/**
 * An unknown name stays. The name of a harmed creature is not mapped: a character and an NPC may have the same name, so the
 * name alone does not identify it.
 */
export function mapChangeNames(change: Change, mapName: NameMapper): Change {
  const said = (name: string, kinds: Kinds): string => mapName(name, kinds) ?? name;
  switch (change.kind) {
    case 'slot':
      return { ...change, character: said(change.character, CHARACTER) };
    case 'item':
      return { ...change, character: said(change.character, CHARACTER), item: said(change.item, THING) };
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
