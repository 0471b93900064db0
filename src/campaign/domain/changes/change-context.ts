import { invalid } from '../../../domain/error.ts';
import { type NextStep, nextStep } from '../../../domain/next-step.ts';
import type { Entity, EntityKind, VisibleTo } from '../entity.ts';
import { entityNotFound, MAX_REPEATED_NAME } from '../entity-not-found.ts';
import { entityKey } from '../name-key.ts';
import type { TurnDraft } from '../turn-draft.ts';
import type { Change } from './change.ts';

/** What the changes of a turn have in common. */
export interface TurnContext {
  /** The visibility of a change that has none of its own. */
  readonly seen: VisibleTo;
  readonly turn: number;
  similarNames(kind: EntityKind, name: string): readonly string[];
  /** The id of the character or NPC that has or had this name. */
  creatureId(name: string): string | undefined;
  /** A change may create a thread or a location by naming it. */
  createEntity(kind: 'thread' | 'location', name: string): Entity;
}

export interface ChangeContext extends TurnContext {
  readonly draft: TurnDraft;
  /** Such as `changes[2]`. */
  readonly field: string;
}

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;
export type Creature = Entity<'character'> | Entity<'npc'>;

/** `part` is the field of the change. */
export function changeInvalid(
  context: ChangeContext,
  part: string,
  problem: string,
  hint: string,
  ...next: readonly NextStep[]
) {
  const field = `${context.field}.${part}`;
  return invalid('change_invalid', `${field} ${problem}.`, `${hint} Nothing was written.`, {
    fields: [{ field, problem }],
    next,
  });
}

/** A shortened name would save another entity, so a name that is too long to repeat is left out. */
export const saveStep = (kind: EntityKind, name: string, more: { readonly visibility?: 'dm_only' } = {}) =>
  nextStep('entity.save', { kind, ...(name.length > MAX_REPEATED_NAME ? {} : { name }), ...more });

export function getEntity<Kind extends EntityKind>(
  context: ChangeContext,
  kind: Kind,
  name: string,
  part: string,
): Entity<Kind> {
  const found = context.draft.find(kind, name);
  if (found !== undefined) return found;
  if (kind === 'npc' && context.draft.find('character', name) !== undefined) {
    throw changeInvalid(
      context,
      part,
      'names a character of the party, not an npc',
      'Use the change kinds for characters, such as hit_points or condition, with the name in `character`.',
    );
  }
  throw entityNotFound(
    kind,
    name,
    `${context.field}.${part}`,
    context.similarNames(kind, name),
    `Create the ${kind} first. Nothing was written.`,
    [saveStep(kind, name)],
  );
}

const creatureNotFound = ({ field, similarNames }: ChangeContext, name: string) =>
  entityNotFound(
    ['character', 'npc'],
    name,
    `${field}.character`,
    [...similarNames('character', name), ...similarNames('npc', name)],
    'Create them first: kind npc for people and monsters of the world, kind character for the party. Nothing was written.',
    [saveStep('npc', name), saveStep('character', name)],
  );

export function getCreature(context: ChangeContext, name: string): Creature {
  const found = context.draft.get(context.creatureId(name));
  if (found !== undefined) return found as Creature;
  throw creatureNotFound(context, name);
}

/** Only characters have an inventory and slots. */
export function getCharacter(context: ChangeContext, name: string): Entity<'character'> {
  const found = context.draft.find('character', name);
  if (found !== undefined) return found;
  if (context.draft.find('npc', name) === undefined) throw creatureNotFound(context, name);
  throw changeInvalid(
    context,
    'character',
    `names an npc, who has no inventory and no slots`,
    'Name a character, or save the thing as an item with the npc as its `owner`.',
    nextStep('entity.save', { kind: 'item' }),
  );
}

export function wholeNumber(
  context: ChangeContext,
  part: string,
  value: number,
  least = Number.MIN_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const range = least === Number.MIN_SAFE_INTEGER ? '' : `, ${least} or more`;
  throw changeInvalid(context, part, `must be a whole number${range}`, 'Pass one.');
}

export function requireName(context: ChangeContext, part: string, name: string): string {
  if (entityKey(name) !== '') return name;
  throw changeInvalid(context, part, 'is empty', 'Name it.');
}

/** A caller may choose a name that every object has, such as `constructor`. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
