import type { Spot, TermStrengths } from './matcher.ts';
import { PASSAGE } from './weights.ts';

/** The part of a text that matches the query best. */
export interface Passage {
  /** Match strength by term. */
  readonly own: TermStrengths;
  /** Positions in the text of the first and the last match; both 0 if nothing matches. */
  readonly from: number;
  readonly to: number;
}

/** What one occurrence counts; further ones add a little. */
export const ONCE = 0.9;
const repetitionFactor = (count: number) => 1 - (1 - ONCE) / count;

/** Match strength by term in some of the spots. */
export function strengthsOf(
  spots: readonly Spot[],
  size: number,
  first = 0,
  end = spots.length,
): TermStrengths {
  const best = new Float64Array(size);
  const counts = new Float64Array(size);
  for (let at = first; at < end; at += 1)
    for (const { index, strength } of spots[at]?.matches ?? []) {
      counts[index] = (counts[index] ?? 0) + 1;
      best[index] = Math.max(best[index] ?? 0, strength);
    }
  for (let index = 0; index < size; index += 1)
    if (counts[index] !== 0) best[index] = (best[index] ?? 0) * repetitionFactor(counts[index] ?? 1);
  return best;
}

const worthOf = (own: TermStrengths, weights: readonly number[]) => {
  let sum = 0;
  for (let index = 0; index < own.length; index += 1) sum += (own[index] ?? 0) * (weights[index] ?? 0);
  return sum;
};

/**
 * The passage with the largest weight of matched terms; of equal ones the first. A long text counts by this passage alone, so it
 * gains nothing by being long.
 */
export function bestPassage(spots: readonly Spot[], weights: readonly number[]): Passage {
  let best: Passage = { own: new Float64Array(weights.length), from: 0, to: 0 };
  let bestWorth = 0;
  let end = 0;
  for (let first = 0; first < spots.length; first += 1) {
    const from = spots[first]?.from ?? 0;
    const before = end;
    while (end < spots.length && (spots[end]?.to ?? 0) <= from + PASSAGE.length) end += 1;
    // Starting later without reaching further only loses matches.
    if (first > 0 && end === before) continue;
    const own = strengthsOf(spots, weights.length, first, end);
    const worth = worthOf(own, weights);
    if (worth > bestWorth) {
      best = { own, from, to: spots[end - 1]?.to ?? from };
      bestWorth = worth;
    }
  }
  return best;
}
