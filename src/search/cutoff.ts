import type { Ranked, WeighedTerm } from './ranked.ts';
import { CUTOFF } from './weights.ts';

export type ConfidenceLevel = 'high' | 'medium' | 'low';

const minimumOf = ({ isConversation }: Ranked) => (isConversation ? CUTOFF.conversation : CUTOFF.minScore);

/** `low` is below the default cutoff. A hit that the cutoff kept may owe that to a better one. */
export function confidenceLevel(hit: Ranked, wasKept = false): ConfidenceLevel {
  if (!wasKept && hit.confidence < minimumOf(hit)) return 'low';
  return hit.confidence >= CUTOFF.high ? 'high' : 'medium';
}

const hasOwnMatch = ({ present }: Ranked): boolean => present.some((strength) => strength > 0);

/**
 * Used without `min_score`: keeps the best hits, and those that match terms that no better hit has. In a conversation an answer is
 * spread over several turns: if the best hit with a match of its own is one, it decides whether turns are returned, and others need
 * only a share of its confidence. Turns that only stand beside a match come after those that have one.
 */
export function applyCutoff(ranked: readonly Ranked[], asked: readonly WeighedTerm[]): readonly Ranked[] {
  const { confidence: best = 0, isConversation: isTurn = false } =
    ranked.find(hasOwnMatch) ?? ranked[0] ?? {};
  const minimumOfTurn =
    best < CUTOFF.conversation ? Number.POSITIVE_INFINITY : CUTOFF.shareInConversation * best;
  const explained = new Set<number>();
  const kept = ranked.filter((hit) => {
    const met = asked.flatMap(({ term, weight }, index) =>
      term.specificity >= 1 && weight > 0 && (hit.anywhere[index] ?? 0) > 0 ? [index] : [],
    );
    const isNew = met.some((index) => !explained.has(index));
    const isKept =
      isTurn && hit.isConversation
        ? hit.confidence >= minimumOfTurn
        : hit.confidence >= minimumOf(hit) && (hit.confidence >= CUTOFF.shareOfBest * best || isNew);
    if (isKept) for (const index of met) explained.add(index);
    return isKept;
  });
  return [...kept.filter(hasOwnMatch), ...kept.filter((hit) => !hasOwnMatch(hit))];
}
