import { invalid } from '../error.ts';
import type { Change } from './change.ts';
import { changeFunds, changeItems } from './changes/change-belongings.ts';
import { changeConditions, changeHitPoints, changeSlots } from './changes/change-body.ts';
import { changeQuest } from './changes/change-quest.ts';
import { changeCombat, changeFlag, changeTime } from './changes/change-state.ts';
import { changeNpc, changePlace, changeThread } from './changes/change-world.ts';
import { saveStep, type Telling, type Told } from './changes/telling.ts';
import type { Look, Scene } from './scene.ts';
import { seenAs } from './seen.ts';
import { type Audience, maySeeName } from './visible.ts';

export type { Told } from './changes/telling.ts';

function apply(scene: Scene, change: Change, telling: Telling): void {
  switch (change.kind) {
    case 'hit_points':
      changeHitPoints(scene, change, telling);
      break;
    case 'condition':
      changeConditions(scene, change, telling);
      break;
    case 'slot':
      changeSlots(scene, change, telling);
      break;
    case 'item':
      changeItems(scene, change, telling);
      break;
    case 'funds':
      changeFunds(scene, change, telling);
      break;
    case 'quest':
      changeQuest(scene, change, telling);
      break;
    case 'place':
      changePlace(scene, change, telling);
      break;
    case 'npc':
      changeNpc(scene, change, telling);
      break;
    case 'thread':
      changeThread(scene, change, telling);
      break;
    case 'flag':
      changeFlag(scene, change, telling);
      break;
    case 'time':
      changeTime(scene, change, telling);
      break;
    case 'combat':
      changeCombat(scene, change, telling);
      break;
  }
}

const PARTY: Audience = { kind: 'party' };

const differs = (a: unknown, b: unknown): boolean => a !== b && JSON.stringify(a) !== JSON.stringify(b);

/** What players see of the state: of a place that they do not know, not even the name. */
function shown({ state, entities }: Look, key: string): unknown {
  const value = state[key as keyof typeof state];
  if (key !== 'location') return value;
  const place = [...entities.values()].find(({ kind, name }) => kind === 'location' && name === value);
  return place === undefined || maySeeName(PARTY, place) ? value : null;
}

/** What stands in the open cannot change in secret: whoever looks would see it. Flags are the game master's own. */
function refuseShowing(scene: Scene, before: Look, { field }: Telling): void {
  const now = scene.look();
  const open = [...now.entities.values()].find(
    (entity) => entity.visibility === 'public' && differs(before.entities.get(entity.id), entity),
  );
  const isStateShown = Object.keys(now.state).some(
    (key) => key !== 'flags' && differs(shown(before, key), shown(now, key)),
  );
  if (open === undefined && !isStateShown) return;
  throw invalid(
    'change_cannot_be_hidden',
    `${field} is not told to all, but ${open === undefined ? 'where the game stands' : JSON.stringify(open.name.slice(0, 80))} is public and would show it.`,
    `Leave the change public, or keep the secret in \`truth\`, \`secret\`, \`secret_notes\` or a flag${open === undefined ? '' : `, or make the ${open.kind} dm_only first`}. Nothing was written.`,
    {
      fields: [{ field, problem: 'would show' }],
      next: open === undefined ? [] : [saveStep(open.kind, open.name, { visibility: 'dm_only' })],
    },
  );
}

const isSame = (before: Look, now: Look): boolean =>
  !differs(before.state, now.state) &&
  [...now.entities].every(([id, entity]) => !differs(before.entities.get(id), entity));

/** A note that is not for all is told, though the quest stays as it is. */
const isOnlyTold = (change: Change): boolean => change.kind === 'quest' && change.note !== undefined;

/** All of them or none: whatever cannot be done refuses the whole turn. */
export function applyChanges(scene: Scene, changes: readonly Change[], told: Told): void {
  for (const [index, change] of changes.entries()) {
    const telling = { ...told, seen: seenAs(told.seen, change.visibility), field: `changes[${index}]` };
    const before = scene.look();
    const toldBefore = scene.effects.length;
    apply(scene, change, telling);
    if (telling.seen.visibility !== 'public') refuseShowing(scene, before, telling);
    if (!isSame(before, scene.look()) || isOnlyTold(change)) continue;
    scene.effects.length = toldBefore;
    scene.unchanged.push({
      kind: 'unchanged',
      change: change.kind,
      field: telling.field,
      visibility: telling.seen.visibility,
    });
  }
}
