import type { DamageTaken, Entity, HitPoints } from '../entity.ts';
import type { Scene } from '../scene.ts';
import { changeNpcConditions, changeUnknownPoints, newConditions, same } from './change-npc-body.ts';
import {
  getBody,
  getCharacter,
  type OfKind,
  own,
  refusal,
  saveStep,
  type Telling,
  whole,
} from './telling.ts';

/** Damage takes the temporary points first; nobody falls below 0, and healing lifts nobody above their most. */
function wounded(points: HitPoints, delta: number): HitPoints {
  if (delta >= 0) {
    return { ...points, current: Math.max(points.current, Math.min(points.max, points.current + delta)) };
  }
  const soaked = Math.min(points.temporary, -delta);
  return {
    ...points,
    temporary: points.temporary - soaked,
    current: Math.max(0, points.current + delta + soaked),
  };
}

const isKnown = (points: HitPoints | DamageTaken | null | undefined): points is HitPoints =>
  points !== null && points !== undefined && !('damage' in points);

export function changeHitPoints(scene: Scene, change: OfKind<'hit_points'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = getBody(scene, change.character, `${field}.character`, telling);
  if (change.set !== undefined && change.delta !== undefined)
    throw refusal(`${field}.set`, 'cannot go with delta', 'Pass `delta` for damage or healing, or `set`.');
  const before = who.fields.hit_points;
  if (!isKnown(before)) {
    changeUnknownPoints(scene, who as Entity<'npc'>, change, telling);
    return;
  }
  let points = before;
  if (change.delta !== undefined) points = wounded(points, whole(`${field}.delta`, change.delta));
  if (change.set !== undefined) {
    if (whole(`${field}.set`, change.set) < 0 || change.set > before.max)
      throw refusal(
        `${field}.set`,
        `must be 0 to ${before.max}`,
        'Pass a smaller number, or raise the maximum first.',
        saveStep(who.kind, who.name),
      );
    points = { ...points, current: change.set };
  }
  if (change.temporary !== undefined)
    points = { ...points, temporary: whole(`${field}.temporary`, change.temporary, 0) };
  scene.set<'character' | 'npc'>(who, { hit_points: points });
  scene.tell(
    { kind: 'hit_points', who: who.name, from: before.current, to: points.current, max: points.max },
    seen,
  );
}

export function changeConditions(scene: Scene, change: OfKind<'condition'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = getBody(scene, change.character, `${field}.character`, telling);
  const both = (change.add ?? []).find((one) => (change.remove ?? []).some(same(one)));
  if (both !== undefined)
    throw refusal(
      `${field}.remove`,
      `has ${JSON.stringify(both.slice(0, 80))}, and so has add`,
      'Leave it out of `add` or `remove`.',
    );
  if (who.kind === 'npc') {
    changeNpcConditions(scene, who as Entity<'npc'>, change, telling);
    return;
  }
  const has = who.fields.conditions ?? [];
  const removed = has.filter((one) => (change.remove ?? []).some(same(one)));
  const added = newConditions(has, change.add ?? []);
  scene.set(who as Entity<'character'>, {
    conditions: [...has.filter((one) => !removed.includes(one)), ...added],
  });
  if (added.some(same('dead'))) scene.tell({ kind: 'death', who: who.name }, seen);
  const rest = added.filter((one) => !same('dead')(one));
  if (rest.length + removed.length > 0)
    scene.tell({ kind: 'condition', who: who.name, added: rest, removed }, seen);
}

export function changeSlots(scene: Scene, change: OfKind<'slot'>, telling: Telling): void {
  const { field } = telling;
  const who = getCharacter(scene, change.character, `${field}.character`, telling);
  const slot = own(who.fields.slots, change.level);
  if (slot === undefined)
    throw refusal(
      `${field}.level`,
      `is no slot of ${JSON.stringify(who.name)}`,
      'Pass a level that the character has, or add the slot first.',
      saveStep(who.kind, who.name),
    );
  const current = slot.current + whole(`${field}.delta`, change.delta);
  if (current < 0 || current > slot.max)
    throw refusal(`${field}.delta`, `leaves ${current} of ${slot.max}`, 'Pass less.');
  scene.set(who, { slots: { ...who.fields.slots, [change.level]: { ...slot, current } } });
}
