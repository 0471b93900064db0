import { invalid } from '../../../domain/error.ts';
import type { Snapshot, TurnDraft } from '../turn-draft.ts';
import { maySeeName, PARTY, withVisibility } from '../visibility.ts';
import type { Change } from './change.ts';
import { CHARACTER_CHANGES } from './change-characters.ts';
import { ChangeContext, type ChangeOf, saveStep, type TurnContext } from './change-context.ts';
import { WORLD_CHANGES } from './change-world.ts';

export type { TurnContext } from './change-context.ts';

const APPLY: { readonly [Kind in Change['kind']]: (change: ChangeOf<Kind>, context: ChangeContext) => void } =
  {
    ...CHARACTER_CHANGES,
    ...WORLD_CHANGES,
  };

const differs = (a: unknown, b: unknown): boolean => a !== b && JSON.stringify(a) !== JSON.stringify(b);

function visibleValue({ state, entities }: Snapshot, key: string): unknown {
  const value = state[key as keyof typeof state];
  if (key !== 'location') return value;
  const place = [...entities.values()].find(({ kind, name }) => kind === 'location' && name === value);
  return place === undefined || maySeeName(PARTY, place) ? value : null;
}

/** A hidden change cannot change what players see. They never see flags. */
function refuseVisibleChange(before: Snapshot, { draft, field }: ChangeContext): void {
  const now = draft.snapshot();
  const open = [...now.entities.values()].find(
    (entity) => entity.visibility === 'public' && differs(before.entities.get(entity.id), entity),
  );
  const isStateShown = Object.keys(now.state).some(
    (key) => key !== 'flags' && differs(visibleValue(before, key), visibleValue(now, key)),
  );
  if (open === undefined && !isStateShown) return;
  throw invalid(
    'change_cannot_be_hidden',
    `${field} is hidden, but ${open === undefined ? 'the state of the game' : JSON.stringify(open.name.slice(0, 80))} is public and would show it.`,
    `Leave the change public, or keep the secret in \`truth\`, \`secret\`, \`secret_notes\` or a flag${open === undefined ? '' : `, or make the ${open.kind} dm_only first`}. Nothing was written.`,
    {
      fields: [{ field, problem: 'would show' }],
      next: open === undefined ? [] : [saveStep(open.kind, open.name, { visibility: 'dm_only' })],
    },
  );
}

const isSame = (before: Snapshot, now: Snapshot): boolean =>
  !differs(before.state, now.state) &&
  [...now.entities].every(([id, entity]) => !differs(before.entities.get(id), entity));

/** A note is part of the event even if it is hidden and the quest stays the same. */
const hasNote = (change: Change): boolean => change.kind === 'quest' && change.note !== undefined;

/** Applies all changes or throws; a change that cannot be applied refuses the whole turn. */
export function applyChanges(draft: TurnDraft, changes: readonly Change[], turn: TurnContext): void {
  for (const [index, change] of changes.entries()) {
    const seen = withVisibility(turn.seen, change.visibility);
    const field = `changes[${index}]`;
    const context = new ChangeContext(draft, turn, seen, field);
    const before = draft.snapshot();
    const effectCount = draft.effects.length;
    (APPLY[change.kind] as (change: Change, context: ChangeContext) => void)(change, context);
    if (seen.visibility !== 'public') refuseVisibleChange(before, context);
    if (!isSame(before, draft.snapshot()) || hasNote(change)) continue;
    draft.effects.length = effectCount;
    draft.unchanged.push({ kind: 'unchanged', change: change.kind, field, visibility: seen.visibility });
  }
}
