import type { Change } from './change.ts';
import { changeFunds, changeItems } from './changes/change-belongings.ts';
import { changeConditions, changeHitPoints, changeSlots } from './changes/change-body.ts';
import { changeQuest } from './changes/change-quest.ts';
import { changeCombat, changeFlag, changeTime } from './changes/change-state.ts';
import { changeNpc, changePlace, changeThread } from './changes/change-world.ts';
import type { Telling, Told } from './changes/telling.ts';
import type { Scene } from './scene.ts';
import { seenAs } from './seen.ts';

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

/** All of them or none: whatever cannot be done refuses the whole turn. */
export function applyChanges(scene: Scene, changes: readonly Change[], told: Told): void {
  for (const [index, change] of changes.entries()) {
    apply(scene, change, { ...told, seen: seenAs(told.seen, change.visibility), field: `changes[${index}]` });
  }
}
