import { type GameState, NEW_GAME } from '../../../src/campaign/domain/campaign.ts';
import { applyChanges } from '../../../src/campaign/domain/changes/apply-changes.ts';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import {
  type Entity,
  type EntityKind,
  type FieldsOf,
  NEW_FIELDS,
  type VisibleTo,
} from '../../../src/campaign/domain/entity.ts';
import { entityKey } from '../../../src/campaign/domain/name-key.ts';
import { type Fields, flatten, redo, undo, unflatten } from '../../../src/campaign/domain/patch.ts';
import { TurnDraft } from '../../../src/campaign/domain/turn-draft.ts';
import { ThroughlineError } from '../../../src/domain/error.ts';
import type { NextStep } from '../../../src/domain/next-step.ts';
import { anEntity, characterFields, npcFields, PUBLIC, questFields, threadFields } from './build-event.ts';

export const MIRA = anEntity(
  'character',
  'Mira',
  characterFields({
    hit_points: { current: 10, max: 12, temporary: 3 },
    conditions: ['Blind'],
    slots: { '1': { current: 1, max: 2 } },
    inventory: [
      { name: 'Torch', quantity: 2, notes: 'wet' },
      { name: 'Rope', quantity: 1, notes: null },
    ],
  }),
);
export const LAMP = anEntity(
  'quest',
  'The Lamp',
  questFields({ objectives: [{ text: 'Find it', is_done: false }], history: [{ turn: 1, what: 'active' }] }),
);
export const BRAM = anEntity('npc', 'Bram', npcFields({ known: 'A miller.', truth: 'A spy.' }));
export const FIRE = anEntity(
  'thread',
  'Who lit the fire?',
  threadFields({ status: 'resolved', resolution: 'Bram did.', description: 'Smoke.', since_turn: 2 }),
);
export const TURN = 7;

export interface Staged {
  readonly draft: TurnDraft;
  readonly before: readonly Entity[];
  readonly state: GameState;
}

/** The world above after these changes. */
export function staged(
  changes: readonly Change[],
  state: Partial<GameState> = {},
  seen: VisibleTo = PUBLIC,
  before: readonly Entity[] = [MIRA, LAMP, BRAM, FIRE],
): Staged {
  const whole = { ...NEW_GAME, ...state };
  const draft = new TurnDraft(whole, before);
  applyChanges(draft, changes, {
    seen,
    turn: TURN,
    creatureId: (name) =>
      before.find(({ kind, name: one }) => /character|npc/.test(kind) && entityKey(one) === entityKey(name))
        ?.id,
    similarNames: (kind) => before.filter((one) => one.kind === kind).map(({ name }) => name),
    createEntity: (kind, name) =>
      anEntity(kind, name, NEW_FIELDS[kind] as FieldsOf[typeof kind], {
        id: `ent_${kind}_${entityKey(name)}`,
      }),
  });
  return { draft, before, state: whole };
}

export function fieldsAfter<Kind extends EntityKind>(
  draft: TurnDraft,
  kind: Kind,
  name: string,
): FieldsOf[Kind] {
  const found = draft.find(kind, name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found.fields;
}

function refusalOf(
  changes: readonly Change[],
  state: Partial<GameState> = {},
  before?: readonly Entity[],
): ThroughlineError | undefined {
  try {
    staged(changes, state, PUBLIC, before);
    return undefined;
  } catch (error) {
    if (error instanceof ThroughlineError) return error;
    throw error;
  }
}

/** The next steps that a refused list of changes carries. */
export const nextFor = (changes: readonly Change[], before?: readonly Entity[]): readonly NextStep[] =>
  refusalOf(changes, {}, before)?.next ?? [];

/** What a refused list of changes said, with the argument it blames. */
export function refusedFor(changes: readonly Change[], state: Partial<GameState> = {}): string {
  const error = refusalOf(changes, state);
  if (error === undefined) return 'accepted';
  if (!/nothing was written/i.test(error.hint)) return `no word that nothing was written: ${error.hint}`;
  return `${error.code} ${error.fields?.[0]?.field}`;
}

/** The world before, done again by its patches; and the world after, undone by them. */
export function byPatches({ draft, before, state }: Staged) {
  const facts = (entities: readonly Entity[], ofState: GameState) =>
    new Map<string, Fields>([
      ['state', { ...ofState }],
      ...entities.map((entity): [string, Fields] => [entity.id, flatten(entity)]),
    ]);
  const changed = new Map([...before, ...draft.changed].map((entity) => [entity.id, entity]));
  const [old, now] = [facts(before, state), facts([...changed.values()], draft.state)];
  const [forth, back] = [new Map(old), new Map(now)];
  for (const patch of draft.patches()) {
    forth.set(patch.target, redo(forth.get(patch.target) ?? {}, patch));
    back.set(patch.target, undo(back.get(patch.target) ?? {}, patch));
  }
  const about = { id: 'x', campaignId: 'camp', updatedAt: '' };
  for (const [target, fields] of back)
    if (target !== 'state' && unflatten(fields, about) === undefined) back.delete(target);
  return { old, now, forth, back };
}
