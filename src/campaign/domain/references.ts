import type { GameState } from './campaign.ts';
import type { Change } from './changes/change.ts';
import { CREATURES, type Entity, type EntityKind, type InventoryItem } from './entity.ts';
import type { CampaignEvent, Effect } from './event.ts';
import { mergeItems } from './inventory.ts';
import { isSameName } from './name-key.ts';

/** The name to show in place of `name`, or null to remove it. `kinds` are what it may refer to, most likely first. */
export type NameMapper = (name: string, kinds: readonly EntityKind[]) => string | null;

type Kinds = readonly EntityKind[];

const PLACE: Kinds = ['location'];
const CHARACTER: Kinds = ['character'];
const THING: Kinds = ['item'];

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
  current_turn: mapNullableName(state.current_turn, CREATURES, mapName),
  initiative: mapEachName(state.initiative, 'name', CREATURES, mapName),
});

export function mapFieldNames(fields: Readonly<Record<string, unknown>>, mapName: NameMapper) {
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

type NamesIn<Of extends { kind: string }> = Readonly<
  Partial<Record<Of['kind'], Readonly<Record<string, Kinds>>>>
>;

const EFFECT_NAMES: NamesIn<Effect> = {
  moved: { from: PLACE, to: PLACE },
  quest: { quest: ['quest'] },
  thread: { thread: ['thread'] },
  item: { who: CHARACTER, item: THING },
  hit_points: { who: CREATURES },
  condition: { who: CREATURES },
  death: { who: CHARACTER },
  damage: { who: ['npc'] },
  npc: { who: ['npc'] },
};

/** Without the harmed creature: a character and an NPC may share a name, so the name alone does not identify it. */
const CHANGE_NAMES: NamesIn<Change> = {
  slot: { character: CHARACTER },
  item: { character: CHARACTER, item: THING },
  quest: { quest: ['quest'] },
  place: { location: PLACE },
  npc: { npc: ['npc'], location: PLACE },
  thread: { thread: ['thread'] },
  combat: { current_turn: CREATURES },
};

const mappedNames = <Of extends { kind: string }>(table: NamesIn<Of>, one: Of, mapName: NameMapper) =>
  Object.entries<Kinds>(table[one.kind as Of['kind']] ?? {}).flatMap(([field, kinds]) => {
    const name = one[field as keyof Of];
    return typeof name === 'string' ? [[field, mapName(name, kinds)] as const] : [];
  });

/** undefined if a name is removed that the effect needs. Only a move can be without its origin. */
function mapEffectNames(effect: Effect, mapName: NameMapper): Effect | undefined {
  const names = mappedNames(EFFECT_NAMES, effect, mapName);
  return names.some(([field, name]) => name === null && field !== 'from')
    ? undefined
    : { ...effect, ...Object.fromEntries(names) };
}

/** An unknown name stays. */
export function mapChangeNames(change: Change, mapName: NameMapper): Change {
  const keep: NameMapper = (name, kinds) => mapName(name, kinds) ?? name;
  const mapped = { ...change, ...Object.fromEntries(mappedNames(CHANGE_NAMES, change, keep)) };
  return mapped.kind !== 'combat' || mapped.initiative === undefined
    ? mapped
    : { ...mapped, initiative: mapEachName(mapped.initiative, 'name', CREATURES, keep) };
}

const isFirstWithName = (name: string, index: number, all: readonly string[]): boolean =>
  all.findIndex((one) => isSameName(one, name)) === index;

export const mapEventNames = (event: CampaignEvent, mapName: NameMapper): CampaignEvent => ({
  ...event,
  actor: mapNullableName(event.actor, CREATURES, mapName),
  characters: event.characters.flatMap((name) => mapName(name, CREATURES) ?? []).filter(isFirstWithName),
  location: mapNullableName(event.location, PLACE, mapName),
  effects: event.effects.flatMap((effect) => mapEffectNames(effect, mapName) ?? []),
});
