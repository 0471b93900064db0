import { invalid } from '../../error.ts';
import { type NextStep, nextStep } from '../../next-step.ts';
import type { Change } from '../change.ts';
import type { Entity, EntityKind, Seen } from '../entity.ts';
import { entityNotFound, MAX_REPEATED_NAME } from '../entity-not-found.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';

export interface Told {
  /** How what is said of a change is seen unless the change says otherwise. */
  readonly seen: Seen;
  readonly turn: number;
  /** Names that may have been meant. */
  near(kind: EntityKind, name: string): readonly string[];
  /** The id of the character or NPC that a name means, by any name they have or had. */
  bodyId(name: string): string | undefined;
  /** A thread or place that nobody has named before comes into being by being named. */
  make(kind: 'thread' | 'location', name: string): Entity;
}

/** The same for one change, which has a place in its call. */
export interface Telling extends Told {
  /** Such as `changes[2]`. */
  readonly field: string;
}

export type OfKind<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

export const refusal = (field: string, problem: string, hint: string, ...next: readonly NextStep[]) =>
  invalid('change_invalid', `${field} ${problem}.`, `${hint} Nothing was written.`, {
    fields: [{ field, problem }],
    next,
  });

/** Saving the entity of that name. A cut name would save another entity, so one that is too long to repeat is left out. */
export const saveStep = (
  kind: EntityKind,
  name: string,
  more: { readonly visibility?: 'dm_only' } = {},
): NextStep =>
  nextStep('entity.save', { kind, ...(name.length > MAX_REPEATED_NAME ? {} : { name }), ...more });

export function get<Kind extends EntityKind>(
  scene: Scene,
  kind: Kind,
  name: string,
  field: string,
  { near }: Told,
): Entity<Kind> {
  const found = scene.find(kind, name, entityKey);
  if (found !== undefined) return found;
  if (kind === 'npc' && scene.find('character', name, entityKey) !== undefined) {
    throw refusal(
      field,
      'names a character of the party, not an npc',
      'Use the change kinds for characters, such as hit_points or condition, with the name in `character`.',
    );
  }
  throw entityNotFound(
    kind,
    name,
    field,
    near(kind, name),
    `Create the ${kind} first. Nothing was written.`,
    [saveStep(kind, name)],
  );
}

const unknownBody = (name: string, field: string, { near }: Told) =>
  entityNotFound(
    ['character', 'npc'],
    name,
    field,
    [...near('character', name), ...near('npc', name)],
    'Create them first: kind npc for people and monsters of the world, kind character for the party. Nothing was written.',
    [saveStep('npc', name), saveStep('character', name)],
  );

/** Whoever can be hurt: a character, else an NPC. */
export function getBody(
  scene: Scene,
  name: string,
  field: string,
  telling: Told,
): Entity<'character'> | Entity<'npc'> {
  const found = scene.get(telling.bodyId(name));
  if (found !== undefined) return found as Entity<'character'> | Entity<'npc'>;
  throw unknownBody(name, field, telling);
}

/** Only characters carry things and have slots. */
export function getCharacter(scene: Scene, name: string, field: string, telling: Told): Entity<'character'> {
  const found = scene.find('character', name, entityKey);
  if (found !== undefined) return found;
  if (scene.find('npc', name, entityKey) === undefined) throw unknownBody(name, field, telling);
  throw refusal(
    field,
    `names an npc, who has no inventory and no slots`,
    'Name a character, or save the thing as an item with the npc as its `owner`.',
    nextStep('entity.save', { kind: 'item' }),
  );
}

/** Hit points, coins and things are counted, not measured. */
export function whole(field: string, value: number, least = Number.MIN_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw refusal(
    field,
    `must be a whole number${least === Number.MIN_SAFE_INTEGER ? '' : `, ${least} or more`}`,
    'Pass one.',
  );
}

/** What comes into being by being named needs a name. */
export function named(field: string, name: string): string {
  if (entityKey(name) !== '') return name;
  throw refusal(field, 'is empty', 'Name it.');
}

/** What a caller calls a thing may be the name of something every object has. */
export const own = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
