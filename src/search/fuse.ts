import type { Ranked } from './rank.ts';

/** Cosines below this are chance with most models; from the second on, two texts mean the same. */
const CHANCE = 0.5;
const SAME = 0.85;
/** The most that meaning alone gives: enough to be returned where it is clear. */
const SHARE = 0.7;

const normalised = (similarity: number) => Math.min(1, Math.max(0, (similarity - CHANCE) / (SAME - CHANCE)));

/** What a vector says adds to what the words leave open; it takes nothing away. */
export function fuse(
  ranked: readonly Ranked[],
  similarityOf: (key: string) => number | undefined,
): readonly Ranked[] {
  const moved = ranked.map((one) => {
    const similarity = similarityOf(one.doc.key);
    if (similarity === undefined) return one;
    const given = SHARE * normalised(similarity);
    const raise = (score: number) => score + given * (1 - Math.min(1, score));
    return { ...one, sure: raise(one.sure), score: raise(one.score), similarity };
  });
  return moved.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
}
