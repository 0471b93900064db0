import type { Entity } from '../entity.ts';
import { entityKey } from '../new-entity.ts';
import type { Scene } from '../scene.ts';
import { get, type OfKind, refusal, saveStep, type Telling, whole } from './telling.ts';

export const same = (a: string) => (b: string) => entityKey(a) === entityKey(b);

export const newConditions = (has: readonly string[], add: readonly string[]): readonly string[] =>
  add.filter((one, index, all) => !has.some(same(one)) && all.findIndex(same(one)) === index);

/** Of an NPC whose hit points nobody has said, the damage is counted, until somebody sets them. */
export function changeUnknownPoints(
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
    scene.tell({ kind: 'hit_points', who: who.name, from: current, to: current, max }, seen);
    return;
  }
  if (change.temporary !== undefined)
    throw refusal(
      `${field}.temporary`,
      `needs the hit points of ${JSON.stringify(who.name)}, which are unknown`,
      'Pass `set` too, or save the hit points first.',
      saveStep('npc', who.name),
    );
  const total = Math.max(0, damage - whole(`${field}.delta`, change.delta ?? 0));
  if (total === damage) return;
  scene.set(who, { hit_points: { damage: total } });
  scene.tell({ kind: 'damage', who: who.name, amount: total - damage, total }, seen);
}

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

export function changeNpcConditions(
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
