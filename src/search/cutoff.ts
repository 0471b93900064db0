import type { Ranked, WeighedTerm } from './rank.ts';

/** Calibrated on questions with and without an answer: see docs/decisions/search.md. */
export const DEFAULT_MIN_SCORE = 0.64;
/** In a conversation an answer stands over several turns, and each holds a part of it. */
const TALK_MIN_SCORE = 0.5;
/** What is within this of the best answers just as well. */
const AS_GOOD = 0.75;

/** What is returned where nobody says how sure it must be: the best, and what is as good. */
export function applyCutoff(ranked: readonly Ranked[], asked: readonly WeighedTerm[]): readonly Ranked[] {
  const best = Math.max(0, ...ranked.map(({ sure }) => sure));
  const explained = new Set<number>();
  return ranked.filter((hit) => {
    if (hit.sure < (hit.isTalk ? TALK_MIN_SCORE : DEFAULT_MIN_SCORE)) return false;
    const met = asked.flatMap(({ term, weight }, index) =>
      term.telling >= 1 && weight > 0 && (hit.anywhere[index] ?? 0) > 0 ? [index] : [],
    );
    const isNew = met.some((index) => !explained.has(index));
    if (hit.sure < AS_GOOD * best && !isNew) return false;
    for (const index of met) explained.add(index);
    return true;
  });
}
