import type { FactItem, FactList } from './facts.ts';

/** One loop, however often it was opened: the first who said it, and the others. */
export interface Loop {
  readonly item: FactItem;
  readonly twins: readonly FactItem[];
}

/** What two loops are compared by: their words, whatever the case, the spacing and the full stop. */
export const loopKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    // Begins only where a run of marks begins: else a long run inside the text would be tried from each of its marks.
    .replace(/(?<![\s.!?…。！？؟])[\s.!?…。！？؟]+$/u, '')
    .trim();

/** Two loops that say the same are one loop with two origins. One that is not here whole, or is damaged, is compared with nothing. */
export function foldLoops({ items, total }: FactList): {
  readonly loops: readonly Loop[];
  readonly total: number;
} {
  const loops = new Map<string, { item: FactItem; twins: FactItem[] }>();
  for (const item of items) {
    const isWhole = item.text.length >= item.length && item.isDamaged !== true;
    const key = isWhole ? loopKey(item.text) : item.id;
    const known = loops.get(key);
    if (known === undefined) loops.set(key, { item, twins: [] });
    else known.twins.push(item);
  }
  const folded = [...loops.values()];
  return { loops: folded, total: Math.max(total, items.length) - (items.length - folded.length) };
}
