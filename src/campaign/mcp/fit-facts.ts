import { jsonSize, takeThoseThatFit } from '../../lib/lists.ts';

const cutText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text.slice(0, max).toWellFormed()}… [+${text.length - max} characters: get_campaign]`;

function cut(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return cutText(value, chars);
  const most = Math.max(20, chars / 20);
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, chars));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, most);
  return Object.fromEntries(entries.map(([key, item]) => [key, cut(item, chars)]));
}

/** The same facts in at most about `max` characters: long texts and long lists are cut until they fit. */
export function fitFacts<Facts>(
  facts: Facts,
  max: number,
): { readonly facts: Facts; readonly isShortened: boolean } {
  if (jsonSize(facts) <= max) return { facts, isShortened: false };
  let chars = 4_000;
  let less = cut(facts, chars);
  while (jsonSize(less) > max && chars > 400) {
    chars /= 2;
    less = cut(facts, chars);
  }
  return { facts: less as Facts, isShortened: true };
}

/** The items that fit, and how many others there are. */
export function fitList<Item>(items: readonly Item[], max: number): { items: Item[]; leftOut: number } {
  const taken = takeThoseThatFit(items, max, jsonSize);
  return { items: taken, leftOut: items.length - taken.length };
}
