import type { Ranked, WeighedTerm } from './rank.ts';

/** Calibrated on questions with and without an answer: see docs/decisions/search.md. */
export const DEFAULT_MIN_SCORE = 0.64;
/** In a conversation an answer is spread over several turns. */
const CONVERSATION_MIN_SCORE = 0.6;
/** Hits above this share of the best confidence are returned too. */
const MIN_SHARE_OF_BEST = 0.85;

/** Used without `min_score`: keeps the best hits, and those that match terms that no better hit has. */
export function applyCutoff(ranked: readonly Ranked[], asked: readonly WeighedTerm[]): readonly Ranked[] {
  const best = Math.max(0, ...ranked.map(({ confidence }) => confidence));
  const explained = new Set<number>();
  return ranked.filter((hit) => {
    if (hit.confidence < (hit.isConversation ? CONVERSATION_MIN_SCORE : DEFAULT_MIN_SCORE)) return false;
    const met = asked.flatMap(({ term, weight }, index) =>
      term.specificity >= 1 && weight > 0 && (hit.anywhere[index] ?? 0) > 0 ? [index] : [],
    );
    const isNew = met.some((index) => !explained.has(index));
    if (hit.confidence < MIN_SHARE_OF_BEST * best && !isNew) return false;
    for (const index of met) explained.add(index);
    return true;
  });
}
