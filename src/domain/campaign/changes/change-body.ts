import type { DamageTaken, Entity, HitPoints } from '../entity.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { get, getBody, getCharacter, type OfKind, own, refusal, type Telling, whole } from './telling.ts';

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

/** Of an NPC whose hit points nobody has said, the damage is counted, until somebody sets them. */
function changeUnknownPoints(
  scene: Scene,
  who: Entity<'npc'>,
  change: OfKind<'hit_points'>,
  { field, seen }: Telling,
): void {
  const before = who.fields.hit_points;
  const damage = before && 'damage' in before ? before.damage : 0;
  if (change.set !== undefined) {
    const current = whole(`${field}.set`, change.set, 0);
    const temporary = whole(`${field}.temporary`, change.temporary ?? 0, 0);
    const max = current + damage;
    scene.set(who, { hit_points: { current, max, temporary } });
    return scene.tell({ kind: 'hit_points', who: who.name, from: current, to: current, max }, seen);
  }
  if (change.temporary !== undefined)
    throw refusal(
      `${field}.temporary`,
      `needs the hit points of ${JSON.stringify(who.name)}, which are unknown`,
      'Pass set too, or give them with save_entity.',
    );
  const total = Math.max(0, damage - whole(`${field}.delta`, change.delta ?? 0));
  if (total === damage) return;
  scene.set(who, { hit_points: { damage: total } });
  scene.tell({ kind: 'damage', who: who.name, amount: total - damage, total }, seen);
}

export function changeHitPoints(scene: Scene, change: OfKind<'hit_points'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = getBody(scene, change.character, `${field}.character`, telling);
  if (change.set !== undefined && change.delta !== undefined)
    throw refusal(`${field}.set`, 'cannot go with delta', 'Pass delta for damage or healing, or set.');
  const before = who.fields.hit_points;
  if (!isKnown(before)) return changeUnknownPoints(scene, who as Entity<'npc'>, change, telling);
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
  scene.set<'character' | 'npc'>(who, { hit_points: points });
  scene.tell(
    { kind: 'hit_points', who: who.name, from: before.current, to: points.current, max: points.max },
    seen,
  );
}

const same = (a: string) => (b: string) => entityKey(a) === entityKey(b);

/** An NPC has a status of its own for that. */
function changeLife(
  scene: Scene,
  who: Entity<'npc'>,
  { add = [], remove = [] }: OfKind<'condition'>,
  { seen }: Telling,
): void {
  const isDead = who.fields.status === 'dead';
  const status = add.some(same('dead')) ? 'dead' : isDead && remove.some(same('dead')) ? 'alive' : undefined;
  if (status === undefined || status === who.fields.status) return;
  scene.set(who, { status });
  scene.tell({ kind: 'npc', who: who.name, status, learned: null }, seen);
}

function changeNpcConditions(
  scene: Scene,
  who: Entity<'npc'>,
  change: OfKind<'condition'>,
  telling: Telling,
): void {
  const has = who.fields.conditions ?? [];
  const isOther = (one: string) => !same('dead')(one);
  const removed = has.filter((one) => (change.remove ?? []).some(same(one)));
  const added = newConditions(has, (change.add ?? []).filter(isOther));
  if (added.length + removed.length > 0) {
    scene.set(who, { conditions: [...has.filter((one) => !removed.includes(one)), ...added] });
    scene.tell({ kind: 'condition', who: who.name, added, removed }, telling.seen);
  }
  changeLife(scene, get(scene, 'npc', who.name, telling.field, telling), change, telling);
}

const newConditions = (has: readonly string[], add: readonly string[]): readonly string[] =>
  add.filter((one, index, all) => !has.some(same(one)) && all.findIndex(same(one)) === index);

export function changeConditions(scene: Scene, change: OfKind<'condition'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = getBody(scene, change.character, `${field}.character`, telling);
  const both = (change.add ?? []).find((one) => (change.remove ?? []).some(same(one)));
  if (both !== undefined)
    throw refusal(
      `${field}.remove`,
      `has ${JSON.stringify(both.slice(0, 80))}, and so has add`,
      'Leave it out of one.',
    );
  if (who.kind === 'npc') return changeNpcConditions(scene, who as Entity<'npc'>, change, telling);
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
    throw refusal(`${field}.level`, `is no slot of ${who.name}`, 'Give it with save_entity first.');
  const current = slot.current + whole(`${field}.delta`, change.delta);
  if (current < 0 || current > slot.max)
    throw refusal(`${field}.delta`, `leaves ${current} of ${slot.max}`, 'Pass less.');
  scene.set(who, { slots: { ...who.fields.slots, [change.level]: { ...slot, current } } });
}
