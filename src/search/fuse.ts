import type { Ranked } from './ranked.ts';

/** With most models, cosines below the first value are chance and above the second mean the same. */
const CHANCE = 0.5;
const SAME_MEANING = 0.85;
/** The most that similarity alone can add: enough to be returned when it is clear. */
const MAX_SHARE = 0.7;

const normalised = (similarity: number) =>
  Math.min(1, Math.max(0, (similarity - CHANCE) / (SAME_MEANING - CHANCE)));

/** Similarity raises the score of what the words leave open and never lowers it. */
export function fuse(
  ranked: readonly Ranked[],
  similarityOf: (key: string) => number | undefined,
): readonly Ranked[] {
  const moved = ranked.map((one) => {
    const similarity = similarityOf(one.doc.key);
    if (similarity === undefined) return one;
    const given = MAX_SHARE * normalised(similarity);
    const raise = (score: number) => score + given * (1 - Math.min(1, score));
    return { ...one, confidence: raise(one.confidence), score: raise(one.score), similarity };
  });
  return moved.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
}
