import type { DamageTaken, Entity, HitPoints } from '../entity.ts';
import { coinNameIn, mergeCoins, mergeItems } from '../inventory.ts';
import { isSameName } from '../name-key.ts';
import { type ChangeContext, type ChangeOf, ownValue, saveStep } from './change-context.ts';

const sameName = (a: string) => (b: string) => isSameName(a, b);
const isDead = sameName('dead');

/** Damage takes temporary points first. Hit points stay between 0 and the maximum. */
function addPoints(points: HitPoints, delta: number): HitPoints {
  if (delta >= 0) {
    return { ...points, current: Math.max(points.current, Math.min(points.max, points.current + delta)) };
  }
  const absorbed = Math.min(points.temporary, -delta);
  return {
    ...points,
    temporary: points.temporary - absorbed,
    current: Math.max(0, points.current + delta + absorbed),
  };
}

const isKnown = (points: HitPoints | DamageTaken | null | undefined): points is HitPoints =>
  points !== null && points !== undefined && !('damage' in points);

/** While the hit points of an NPC are unknown, the damage is counted until somebody sets them. */
function changeUnknownPoints(who: Entity<'npc'>, change: ChangeOf<'hit_points'>, context: ChangeContext) {
  const { draft, seen } = context;
  const before = who.fields.hit_points;
  const damage = before && 'damage' in before ? before.damage : 0;
  if (change.set !== undefined) {
    const current = context.wholeNumber('set', change.set, 0);
    const temporary = context.wholeNumber('temporary', change.temporary ?? 0, 0);
    const max = current + damage;
    draft.set(who, { hit_points: { current, max, temporary } });
    draft.addEffect({ kind: 'hit_points', who: who.name, from: current, to: current, max }, seen);
    return;
  }
  if (change.temporary !== undefined)
    throw context.changeInvalid(
      'temporary',
      `needs the hit points of ${JSON.stringify(who.name)}, which are unknown`,
      'Pass `set` too, or save the hit points first.',
      saveStep('npc', who.name),
    );
  const total = Math.max(0, damage - context.wholeNumber('delta', change.delta ?? 0));
  if (total === damage) return;
  draft.set(who, { hit_points: { damage: total } });
  draft.addEffect({ kind: 'damage', who: who.name, amount: total - damage, total }, seen);
}

function changeHitPoints(change: ChangeOf<'hit_points'>, context: ChangeContext): void {
  const who = context.getCreature(change.character);
  if (change.set !== undefined && change.delta !== undefined)
    throw context.changeInvalid(
      'set',
      'cannot go with delta',
      'Pass `delta` for damage or healing, or `set`.',
    );
  const before = who.fields.hit_points;
  if (!isKnown(before)) {
    changeUnknownPoints(who as Entity<'npc'>, change, context);
    return;
  }
  let points = before;
  if (change.delta !== undefined) points = addPoints(points, context.wholeNumber('delta', change.delta));
  if (change.set !== undefined) {
    if (context.wholeNumber('set', change.set) < 0 || change.set > before.max)
      throw context.changeInvalid(
        'set',
        `must be 0 to ${before.max}`,
        'Pass a smaller number, or raise the maximum first.',
        saveStep(who.kind, who.name),
      );
    points = { ...points, current: change.set };
  }
  if (change.temporary !== undefined)
    points = { ...points, temporary: context.wholeNumber('temporary', change.temporary, 0) };
  context.draft.set<'character' | 'npc'>(who, { hit_points: points });
  context.draft.addEffect(
    { kind: 'hit_points', who: who.name, from: before.current, to: points.current, max: points.max },
    context.seen,
  );
}

/** An NPC that dies or revives changes its status; it has no condition for that. */
function changeLife(who: Entity<'npc'>, change: ChangeOf<'condition'>, { draft, seen }: ChangeContext): void {
  const { add = [], remove = [] } = change;
  const wasDead = who.fields.status === 'dead';
  const status = add.some(isDead) ? 'dead' : wasDead && remove.some(isDead) ? 'alive' : undefined;
  if (status === undefined || status === who.fields.status) return;
  draft.set(who, { status });
  draft.addEffect({ kind: 'npc', who: who.name, status, learned: null }, seen);
}

function changeConditions(change: ChangeOf<'condition'>, context: ChangeContext): void {
  const { draft, seen } = context;
  const { add = [], remove = [] } = change;
  const who = context.getCreature(change.character);
  const both = add.find((one) => remove.some(sameName(one)));
  if (both !== undefined)
    throw context.changeInvalid(
      'remove',
      `contains ${JSON.stringify(both.slice(0, 80))}, which is also in add`,
      'Leave it out of `add` or `remove`.',
    );
  const isNpc = who.kind === 'npc';
  const has = who.fields.conditions ?? [];
  const removed = has.filter((one) => remove.some(sameName(one)));
  const added = add
    .filter((one) => !(isNpc && isDead(one)))
    .filter((one, index, all) => !has.some(sameName(one)) && all.findIndex(sameName(one)) === index);
  if (added.length + removed.length > 0)
    draft.set<'character' | 'npc'>(who, {
      conditions: [...has.filter((one) => !removed.includes(one)), ...added],
    });
  if (added.some(isDead)) draft.addEffect({ kind: 'death', who: who.name }, seen);
  const others = added.filter((one) => !isDead(one));
  if (others.length + removed.length > 0)
    draft.addEffect({ kind: 'condition', who: who.name, added: others, removed }, seen);
  if (isNpc) changeLife(draft.get(who.id) as Entity<'npc'>, change, context);
}

function changeSlots(change: ChangeOf<'slot'>, context: ChangeContext): void {
  const who = context.getCharacter(change.character);
  const slot = ownValue(who.fields.slots, change.level);
  if (slot === undefined)
    throw context.changeInvalid(
      'level',
      `is no slot of ${JSON.stringify(who.name)}`,
      'Pass a level that the character has, or add the slot first.',
      saveStep(who.kind, who.name),
    );
  const current = slot.current + context.wholeNumber('delta', change.delta);
  if (current < 0 || current > slot.max)
    throw context.changeInvalid('delta', `leaves ${current} of ${slot.max}`, 'Pass less.');
  context.draft.set(who, { slots: { ...who.fields.slots, [change.level]: { ...slot, current } } });
}

function changeItems(change: ChangeOf<'item'>, context: ChangeContext): void {
  const who = context.getCharacter(change.character);
  context.requireName('item', change.item);
  const inventory = mergeItems(who.fields.inventory);
  const known = inventory.find(({ name }) => isSameName(name, change.item));
  const has = known?.quantity ?? 0;
  const quantity = has + context.wholeNumber('quantity', change.quantity);
  if (quantity < 0)
    throw context.changeInvalid(
      'quantity',
      `takes more than the ${has} that the character has`,
      'Take fewer.',
    );
  const next = { name: known?.name ?? change.item, quantity, notes: known?.notes ?? null };
  const items =
    known === undefined ? [...inventory, next] : inventory.map((one) => (one === known ? next : one));
  context.draft.set(who, { inventory: items.filter((one) => one !== next || quantity > 0) });
  context.draft.addEffect(
    { kind: 'item', who: who.name, item: next.name, quantity: change.quantity },
    context.seen,
  );
}

function changeFunds(change: ChangeOf<'funds'>, context: ChangeContext): void {
  const { draft } = context;
  const funds = mergeCoins(draft.state.party_funds);
  const coin = coinNameIn(funds, context.requireName('coin', change.coin));
  const has = ownValue(funds, coin) ?? 0;
  const left = has + context.wholeNumber('amount', change.amount);
  if (left < 0)
    throw context.changeInvalid(
      'amount',
      `spends more than the ${has} ${coin} that are available`,
      'Spend less.',
    );
  if (left === has) return;
  draft.state = { ...draft.state, party_funds: { ...funds, [coin]: left } };
  draft.addEffect({ kind: 'funds', coin, amount: change.amount }, context.seen);
}

export const CHARACTER_CHANGES = {
  hit_points: changeHitPoints,
  condition: changeConditions,
  slot: changeSlots,
  item: changeItems,
  funds: changeFunds,
};
