import { REPLACED_TYPES } from '../record/lifecycle.ts';
import type { FactItem, FactList, OrientationFacts } from './facts.ts';
import { RECORD_KINDS } from './record-kinds.ts';

/** A text that is not here whole, or is damaged, is compared with nothing. */
function keyOf({ id, type, text, length, worktree, isDamaged }: FactItem): string {
  if (text.length < length || isDamaged) return id;
  return REPLACED_TYPES.includes(type) ? `${worktree}\n${text}` : `\n${text}`;
}

function fold({ items, total }: FactList, own: ReadonlySet<string>): FactList {
  const shown = new Map(items.filter(({ id }) => own.has(id)).map((item) => [keyOf(item), item.id]));
  const kept = items.filter((item) => {
    const key = keyOf(item);
    if (!shown.has(key)) shown.set(key, item.id);
    return shown.get(key) === item.id;
  });
  return { items: kept, total: total - (items.length - kept.length) };
}

/**
 * Two records of one type with the same text are shown and counted once: one may be global and the other the
 * project's, or both may come from a release that stored copies. Open loops have a fold of their own.
 */
export function foldRepeats(facts: OrientationFacts): OrientationFacts {
  const own = new Set(facts.delta?.own.items.map(({ id }) => id));
  const lists = RECORD_KINDS.filter(({ list }) => list !== 'openLoops').map(
    ({ list }) => [list, fold(facts[list], own)] as const,
  );
  return { ...facts, ...Object.fromEntries(lists) };
}
