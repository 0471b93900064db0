import type { CharacterFields } from '../entity.ts';
import { gathered } from '../inventory.ts';
import { entityKey } from '../new-entity.ts';
import { coinIn, onePurse } from '../purse.ts';
import type { Scene } from '../scene.ts';
import { getCharacter, named, type OfKind, own, refusal, type Telling, whole } from './telling.ts';

export function changeItems(scene: Scene, change: OfKind<'item'>, telling: Telling): void {
  const { field, seen } = telling;
  const who = getCharacter(scene, change.character, `${field}.character`, telling);
  named(`${field}.item`, change.item);
  const inventory = gathered(who.fields.inventory);
  const known = inventory.find(({ name }) => entityKey(name) === entityKey(change.item));
  const has = known?.quantity ?? 0;
  const quantity = has + whole(`${field}.quantity`, change.quantity);
  if (quantity < 0) throw refusal(`${field}.quantity`, `takes more than the ${has} there are`, 'Take fewer.');
  const next = { name: known?.name ?? change.item, quantity, notes: known?.notes ?? null };
  const kept: CharacterFields['inventory'] =
    known === undefined ? [...inventory, next] : inventory.map((one) => (one === known ? next : one));
  scene.set(who, { inventory: quantity > 0 ? kept : kept.filter((one) => one !== next) });
  scene.tell({ kind: 'item', who: who.name, item: next.name, quantity: change.quantity }, seen);
}

export function changeFunds(scene: Scene, change: OfKind<'funds'>, { field, seen }: Telling): void {
  const funds = onePurse(scene.state.party_funds);
  const coin = coinIn(funds, named(`${field}.coin`, change.coin));
  const has = own(funds, coin) ?? 0;
  const left = has + whole(`${field}.amount`, change.amount);
  if (left < 0)
    throw refusal(`${field}.amount`, `spends more than the ${has} ${coin} there are`, 'Spend less.');
  if (left === has) return;
  scene.state = { ...scene.state, party_funds: { ...funds, [coin]: left } };
  scene.tell({ kind: 'funds', coin, amount: change.amount }, seen);
}
