import type { InventoryItem } from './entity.ts';
import { entityKey, foldCase } from './name-key.ts';

export function mergeItems(inventory: readonly InventoryItem[]): readonly InventoryItem[] {
  const byKey = new Map<string, InventoryItem>();
  for (const one of inventory) {
    const key = entityKey(one.name);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? one : mergeTwoItems(known, one));
  }
  return [...byKey.values()];
}

function mergeTwoItems(one: InventoryItem, other: InventoryItem): InventoryItem {
  const notes = [...new Set([one.notes, other.notes])].filter((note) => note !== null && note !== '');
  return {
    ...one,
    quantity: one.quantity + other.quantity,
    notes: notes.length === 0 ? null : notes.join('; '),
  };
}

export type Funds = Readonly<Record<string, number>>;

const KNOWN_COINS: ReadonlySet<string> = new Set(['pp', 'gp', 'ep', 'sp', 'cp']);

/** `GP`, `gp` and ` Gp ` are the same coin. */
export const coinKey = (coin: string): string => foldCase(coin).trim().replace(/\s+/g, ' ');

function coinName(names: ReadonlyMap<string, string>, coin: string): string {
  const key = coinKey(coin);
  return KNOWN_COINS.has(key) ? key : (names.get(key) ?? coin.trim());
}

export function mergeCoins(funds: Funds): Funds {
  const names = new Map<string, string>();
  const sums = new Map<string, number>();
  for (const [coin, amount] of Object.entries(funds)) {
    const name = coinName(names, coin);
    names.set(coinKey(coin), name);
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return Object.fromEntries(sums);
}

export function coinNameIn(purse: Funds, coin: string): string {
  const names = new Map(Object.keys(purse).map((name) => [coinKey(name), name]));
  return coinName(names, coin);
}
