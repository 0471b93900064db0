import { REPLACED_TYPES } from '../record/record.ts';
import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { recordLists } from './record-kinds.ts';

/** Of the records of one type. A text that is not here whole, or is damaged, is compared with nothing. */
function recordKeyOf({ type, text, length, worktree, isDamaged }: FactItem): string | undefined {
  if (text.length < length || isDamaged) return undefined;
  return REPLACED_TYPES.includes(type) ? `${worktree}\n${text}` : text;
}

function mergeRecords({ items, total }: FactList, own: ReadonlySet<string>): FactList {
  const shown = new Map<string, string>();
  for (const item of own.size === 0 ? [] : items) {
    const key = own.has(item.id) ? recordKeyOf(item) : undefined;
    if (key !== undefined) shown.set(key, item.id);
  }
  const kept = items.filter((item) => {
    const key = recordKeyOf(item);
    if (key === undefined) return true;
    const first = shown.get(key);
    if (first === undefined) shown.set(key, item.id);
    return first === undefined || first === item.id;
  });
  return { items: kept, total: total - (items.length - kept.length) };
}

/** By list: the store gives the same list again while none of its records changes. */
const mergedRecords = new WeakMap<FactList, FactList>();

function mergeRecordsOnce(list: FactList, own: ReadonlySet<string>): FactList {
  if (own.size > 0) return mergeRecords(list, own);
  const known = mergedRecords.get(list) ?? mergeRecords(list, own);
  mergedRecords.set(list, known);
  return known;
}

/**
 * Two records of one type with the same text are shown and counted once: one may be global and the other the
 * project's, or both may come from a release that stored copies. Open loops are merged by `mergeDuplicateLoops`.
 */
export function mergeDuplicateRecords(facts: OrientationFacts): OrientationFacts {
  const own = new Set(facts.delta?.own.items.map(({ id }) => id));
  return {
    ...facts,
    ...recordLists(({ list }) => (list === 'openLoops' ? facts[list] : mergeRecordsOnce(facts[list], own))),
  };
}

/** The first of the loops with one text, and its duplicates. */
export interface Loop {
  readonly item: FactItem;
  readonly duplicates: readonly FactItem[];
}

/** Loops are compared by their text, without case, spacing and final punctuation. */
export const loopKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    // Begins only where a run of marks begins: else a long run inside the text would be tried from each of its marks.
    .replace(/(?<![\s.!?…。！？؟])[\s.!?…。！？؟]+$/u, '')
    .trim();

const merged = new WeakMap<FactList, ReturnType<typeof mergeLoops>>();

/** Merges loops with the same text. Loops that are damaged or not loaded whole are not compared. */
export function mergeDuplicateLoops(list: FactList) {
  const known = merged.get(list);
  if (known !== undefined) return known;
  const result = mergeLoops(list);
  merged.set(list, result);
  return result;
}

/** The store gives the same item for the same record again, and making a key takes long. */
const keys = new WeakMap<FactItem, string>();

function loopKeyOf(item: FactItem): string {
  const known = keys.get(item);
  if (known !== undefined) return known;
  const isWhole = item.text.length >= item.length && item.isDamaged !== true;
  const key = isWhole ? loopKey(item.text) : item.id;
  keys.set(item, key);
  return key;
}

function mergeLoops({ items, total }: FactList) {
  const loops = new Map<string, { item: FactItem; duplicates: FactItem[] }>();
  for (const item of items) {
    const key = loopKeyOf(item);
    const known = loops.get(key);
    if (known === undefined) loops.set(key, { item, duplicates: [] });
    else known.duplicates.push(item);
  }
  const unique = [...loops.values()];
  return { loops: unique, total: Math.max(total, items.length) - (items.length - unique.length) };
}
