import type { Ranked, WeighedTerm } from './ranked.ts';
import { CUTOFF } from './weights.ts';

export type ConfidenceLevel = 'high' | 'medium' | 'low';

/** In a conversation an answer is spread over several turns. */
const minimumOf = ({ isConversation }: Ranked) => (isConversation ? CUTOFF.conversation : CUTOFF.minScore);

/** `low` is below the default cutoff. */
export function confidenceLevel(hit: Ranked): ConfidenceLevel {
  if (hit.confidence < minimumOf(hit)) return 'low';
  return hit.confidence >= CUTOFF.high ? 'high' : 'medium';
}

/** Used without `min_score`: keeps the best hits, and those that match terms that no better hit has. */
export function applyCutoff(ranked: readonly Ranked[], asked: readonly WeighedTerm[]): readonly Ranked[] {
  const best = Math.max(0, ...ranked.map(({ confidence }) => confidence));
  const explained = new Set<number>();
  return ranked.filter((hit) => {
    if (hit.confidence < minimumOf(hit)) return false;
    const met = asked.flatMap(({ term, weight }, index) =>
      term.specificity >= 1 && weight > 0 && (hit.anywhere[index] ?? 0) > 0 ? [index] : [],
    );
    const isNew = met.some((index) => !explained.has(index));
    if (hit.confidence < CUTOFF.shareOfBest * best && !isNew) return false;
    for (const index of met) explained.add(index);
    return true;
  });
}
