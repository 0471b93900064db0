import { foldCase } from './loose-name.ts';

export type Purse = Readonly<Record<string, number>>;

/** Coins of the common rules; their short names are written in lower case. */
const KNOWN_COINS: ReadonlySet<string> = new Set(['pp', 'gp', 'ep', 'sp', 'cp']);

/** `GP`, `gp` and ` Gp ` are one coin. */
export const coinKey = (coin: string): string => foldCase(coin).trim().replace(/\s+/g, ' ');

/** What a coin is called: as the purse has it, a known one by its short name, else as it was first spelled. */
function coinName(names: ReadonlyMap<string, string>, coin: string): string {
  const key = coinKey(coin);
  return KNOWN_COINS.has(key) ? key : (names.get(key) ?? coin.trim());
}

/** Each coin once, with the sum of what was counted under its spellings. */
export function onePurse(funds: Purse): Purse {
  const names = new Map<string, string>();
  const sums = new Map<string, number>();
  for (const [coin, amount] of Object.entries(funds)) {
    const name = coinName(names, coin);
    names.set(coinKey(coin), name);
    sums.set(name, (sums.get(name) ?? 0) + amount);
  }
  return Object.fromEntries(sums);
}

/** The name under which this purse counts a coin. */
export function coinIn(purse: Purse, coin: string): string {
  const names = new Map(Object.keys(purse).map((name) => [coinKey(name), name]));
  return coinName(names, coin);
}
