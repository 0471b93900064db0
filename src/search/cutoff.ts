import type { Ranked } from './ranked.ts';
import { CUTOFF, OVERVIEW } from './weights.ts';

export type ConfidenceLevel = 'high' | 'medium' | 'low';

const minimumOf = ({ isConversation }: Ranked) => (isConversation ? CUTOFF.conversation : CUTOFF.minScore);

/** `low` is below the default cutoff. A hit that the cutoff kept may owe that to a better one. */
export function confidenceLevel(hit: Ranked, wasKept = false): ConfidenceLevel {
  if (!wasKept && hit.confidence < minimumOf(hit)) return 'low';
  return hit.confidence >= CUTOFF.high ? 'high' : 'medium';
}

const hasOwnMatch = ({ present }: Ranked): boolean => present.some((strength) => strength > 0);
const byConfidence = (a: Ranked, b: Ranked) => b.confidence - a.confidence;

/**
 * Used without `min_score`: keeps the best hits. In a conversation an answer is spread over several turns: if the best hit with a
 * match of its own is one, it decides whether turns are returned, and others need only a share of its confidence. Turns that only
 * stand beside a match come after those that have one. An overview is ranked by exchange and session, so the most
 * confident of its first hits decides, and a turn without a match is no step of it.
 */
export function applyCutoff(
  ranked: readonly Ranked[],
  { isRequest = false, isOverview = false } = {},
): readonly Ranked[] {
  const deciding = isOverview ? ranked.slice(0, OVERVIEW.deciding).sort(byConfidence) : ranked;
  const { confidence: best = 0, isConversation: isTurn = false } =
    deciding.find(hasOwnMatch) ?? deciding[0] ?? {};
  const minimumOfTurn =
    best < CUTOFF.conversation ? Number.POSITIVE_INFINITY : CUTOFF.shareInConversation * best;
  const most = Math.max(0, ...ranked.map(({ confidence }) => confidence));
  const kept = ranked.filter((hit) =>
    isTurn && hit.isConversation
      ? hit.confidence >= minimumOfTurn
      : hit.confidence >= minimumOf(hit) && (isRequest || hit.confidence >= CUTOFF.shareOfBest * most),
  );
  const beside = isOverview ? [] : kept.filter((hit) => !hasOwnMatch(hit));
  return [...kept.filter(hasOwnMatch), ...beside];
}
