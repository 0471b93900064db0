import type { Ranked, WeighedTerm } from './rank.ts';

/** Calibrated on questions with and without an answer: see docs/decisions/search.md. */
export const DEFAULT_MIN_SCORE = 0.64;
/** What is within this of the best answers just as well. */
const AS_GOOD = 0.85;

/** What is returned where nobody says how sure it must be: the best, and what is as good. */
export function admit(ranked: readonly Ranked[], asked: readonly WeighedTerm[]): readonly Ranked[] {
  const best = ranked[0];
  if (best === undefined || best.sure < DEFAULT_MIN_SCORE) return [];
  const explained = new Set<number>();
  return ranked.filter((hit) => {
    if (hit.sure < DEFAULT_MIN_SCORE) return false;
    const met = asked.flatMap(({ term, weight }, index) =>
      term.telling >= 1 && weight > 0 && (hit.anywhere[index] ?? 0) > 0 ? [index] : [],
    );
    const isNew = met.some((index) => !explained.has(index));
    if (hit.sure < AS_GOOD * best.sure && !isNew) return false;
    for (const index of met) explained.add(index);
    return true;
  });
}
