import type { TermStrengths } from './matcher.ts';
import { NEIGHBORS, type Weights } from './weights.ts';

/** A text of a conversation. */
export interface Turn {
  readonly thread: string | null;
  readonly order: number;
  readonly length: number;
  /** Match strength by term. */
  readonly met: TermStrengths;
}

/** Texts that were read together, in their order. */
function threadsOf(turns: readonly Turn[]): readonly (readonly number[])[] {
  const threads = new Map<string, number[]>();
  turns.forEach(({ thread }, index) => {
    if (thread === null) return;
    const known = threads.get(thread);
    if (known === undefined) threads.set(thread, [index]);
    else known.push(index);
  });
  return [...threads.values()].map((members) =>
    members.sort((a, b) => (turns[a]?.order ?? 0) - (turns[b]?.order ?? 0)),
  );
}

/** A long text says what it is about itself, and what it says is not all about its neighbors. */
const shareOfLength = ({ length }: Turn) => Math.min(1, NEIGHBORS.fullLength / Math.max(1, length));

function addBoost(to: TermStrengths, from: TermStrengths, share: number): void {
  for (let term = 0; term < to.length; term += 1)
    to[term] = 1 - (1 - (to[term] ?? 0)) * (1 - share * (from[term] ?? 0));
}

/**
 * By text, what the matches of its neighbors in the conversation add, term by term. Several add up, but never beyond 1, and none
 * crosses from one thread to another.
 */
export function neighborBoosts(
  turns: readonly Turn[],
  { later, earlier }: Pick<Weights, 'later' | 'earlier'>,
): readonly TermStrengths[] {
  const boosts = turns.map(({ met }) => new Float64Array(met.length));
  const add = (from: number | undefined, to: number | undefined, share: number | undefined) => {
    const [source, target] = [turns[from ?? -1], turns[to ?? -1]];
    const boost = boosts[to ?? -1];
    if (source === undefined || target === undefined || boost === undefined || share === undefined) return;
    addBoost(boost, source.met, share * shareOfLength(source) * shareOfLength(target));
  };
  for (const thread of threadsOf(turns))
    thread.forEach((from, index) => {
      if (!turns[from]?.met.some((strength) => strength > 0)) return;
      later.forEach((share, step) => {
        add(from, thread[index + step + 1], share);
      });
      earlier.forEach((share, step) => {
        add(from, thread[index - step - 1], share);
      });
    });
  return boosts;
}
