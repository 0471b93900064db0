import { invalid } from '../../../domain/error.ts';
import { type NextStep, nextStep } from '../../../domain/next-step.ts';
import {
  type Entity,
  type EntityKind,
  entityNotFound,
  MAX_REPEATED_NAME,
  type VisibleTo,
} from '../entity.ts';
import { entityKey } from '../name-key.ts';
import type { TurnDraft } from '../turn-draft.ts';
import type { Change } from './change.ts';

export interface TurnContext {
  readonly seen: VisibleTo;
  readonly turn: number;
  similarNames(kind: EntityKind, name: string): readonly string[];
  creatureId(name: string): string | undefined;
  /** A change may create a thread or a location by naming it. */
  createEntity(kind: 'thread' | 'location', name: string): Entity;
}

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

/** A shortened name would save another entity, so a name that is too long to repeat is left out. */
export const saveStep = (kind: EntityKind, name: string, more: { readonly visibility?: 'dm_only' } = {}) =>
  nextStep('entity.save', { kind, ...(name.length > MAX_REPEATED_NAME ? {} : { name }), ...more });

export class ChangeContext {
  readonly draft: TurnDraft;
  readonly turn: number;
  readonly seen: VisibleTo;
  /** Such as `changes[2]`. */
  readonly field: string;
  readonly #of: TurnContext;

  constructor(draft: TurnDraft, turn: TurnContext, seen: VisibleTo, field: string) {
    this.draft = draft;
    this.turn = turn.turn;
    this.seen = seen;
    this.field = field;
    this.#of = turn;
  }

  changeInvalid(part: string, problem: string, hint: string, ...next: readonly NextStep[]) {
    const field = `${this.field}.${part}`;
    const fields = [{ field, problem }];
    return invalid('change_invalid', `${field} ${problem}.`, `${hint} Nothing was written.`, {
      fields,
      next,
    });
  }

  /** An entity that a hidden change creates is hidden as well. */
  createEntity<Kind extends 'location' | 'thread'>(kind: Kind, name: string): Entity<Kind> {
    return { ...this.#of.createEntity(kind, name), ...this.seen } as Entity<Kind>;
  }

  getEntity<Kind extends EntityKind>(kind: Kind, name: string, part: string): Entity<Kind> {
    const found = this.draft.find(kind, name);
    if (found !== undefined) return found;
    if (kind === 'npc' && this.draft.find('character', name) !== undefined)
      throw this.changeInvalid(
        part,
        'names a character of the party, not an npc',
        'Use the change kinds for characters, such as hit_points or condition, with the name in `character`.',
      );
    const hint = `Create the ${kind} first. Nothing was written.`;
    const similar = this.#of.similarNames(kind, name);
    throw entityNotFound(kind, name, `${this.field}.${part}`, similar, hint, [saveStep(kind, name)]);
  }

  getCreature(name: string): Entity<'character'> | Entity<'npc'> {
    const found = this.draft.get(this.#of.creatureId(name));
    if (found === undefined) throw this.#creatureNotFound(name);
    return found as Entity<'character'> | Entity<'npc'>;
  }

  /** Only characters have an inventory and slots. */
  getCharacter(name: string): Entity<'character'> {
    const found = this.draft.find('character', name);
    if (found !== undefined) return found;
    if (this.draft.find('npc', name) === undefined) throw this.#creatureNotFound(name);
    throw this.changeInvalid(
      'character',
      'names an npc, who has no inventory and no slots',
      'Name a character, or save the thing as an item with the npc as its `owner`.',
      nextStep('entity.save', { kind: 'item' }),
    );
  }

  #creatureNotFound(name: string) {
    const kinds = ['character', 'npc'] as const;
    return entityNotFound(
      kinds,
      name,
      `${this.field}.character`,
      kinds.flatMap((kind) => this.#of.similarNames(kind, name)),
      'Create them first: kind npc for people and monsters of the world, kind character for the party. Nothing was written.',
      [saveStep('npc', name), saveStep('character', name)],
    );
  }

  wholeNumber(part: string, value: number, least = Number.MIN_SAFE_INTEGER): number {
    if (Number.isSafeInteger(value) && value >= least) return value;
    const range = least === Number.MIN_SAFE_INTEGER ? '' : `, ${least} or more`;
    throw this.changeInvalid(part, `must be a whole number${range}`, 'Pass one.');
  }

  requireName(part: string, name: string): string {
    if (entityKey(name) !== '') return name;
    throw this.changeInvalid(part, 'is empty', 'Name it.');
  }
}

/** A caller may choose a name that every object has, such as `constructor`. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
