import type { HitPoints } from '../entity.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { get, type OfKind, own, refusal, type Telling, whole } from './telling.ts';

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

export function changeHitPoints(scene: Scene, change: OfKind<'hit_points'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = get(scene, 'character', change.character, `${field}.character`, telling);
  const before = who.fields.hit_points;
  if (change.set !== undefined && change.delta !== undefined)
    throw refusal(`${field}.set`, 'cannot go with delta', 'Pass delta for damage or healing, or set.');
  let points = before;
  if (change.delta !== undefined) points = wounded(points, whole(`${field}.delta`, change.delta));
  if (change.set !== undefined) {
    if (whole(`${field}.set`, change.set) < 0 || change.set > before.max)
      throw refusal(
        `${field}.set`,
        `must be 0 to ${before.max}`,
        'Raise the maximum with save_entity, or pass less.',
      );
    points = { ...points, current: change.set };
  }
  if (change.temporary !== undefined)
    points = { ...points, temporary: whole(`${field}.temporary`, change.temporary, 0) };
  scene.set(who, { hit_points: points });
  scene.tell(
    { kind: 'hit_points', who: who.name, from: before.current, to: points.current, max: points.max },
    seen,
  );
}

const same = (a: string) => (b: string) => entityKey(a) === entityKey(b);

export function changeConditions(scene: Scene, change: OfKind<'condition'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = get(scene, 'character', change.character, `${field}.character`, telling);
  const both = (change.add ?? []).find((one) => (change.remove ?? []).some(same(one)));
  if (both !== undefined)
    throw refusal(
      `${field}.remove`,
      `has ${JSON.stringify(both.slice(0, 80))}, and so has add`,
      'Leave it out of one.',
    );
  const has = who.fields.conditions;
  const removed = has.filter((one) => (change.remove ?? []).some(same(one)));
  const added = (change.add ?? []).filter(
    (one, index, all) => !has.some(same(one)) && all.findIndex(same(one)) === index,
  );
  scene.set(who, { conditions: [...has.filter((one) => !removed.includes(one)), ...added] });
  if (added.some(same('dead'))) scene.tell({ kind: 'death', who: who.name }, seen);
  const rest = added.filter((one) => !same('dead')(one));
  if (rest.length + removed.length > 0)
    scene.tell({ kind: 'condition', who: who.name, added: rest, removed }, seen);
}

export function changeSlots(scene: Scene, change: OfKind<'slot'>, telling: Telling): void {
  const { field } = telling;
  const who = get(scene, 'character', change.character, `${field}.character`, telling);
  const slot = own(who.fields.slots, change.level);
  if (slot === undefined)
    throw refusal(`${field}.level`, `is no slot of ${who.name}`, 'Give it with save_entity first.');
  const current = slot.current + whole(`${field}.delta`, change.delta);
  if (current < 0 || current > slot.max)
    throw refusal(`${field}.delta`, `leaves ${current} of ${slot.max}`, 'Pass less.');
  scene.set(who, { slots: { ...who.fields.slots, [change.level]: { ...slot, current } } });
}
