import type { TermStrengths } from './passages.ts';
import type { Weights } from './weights.ts';

export interface Passage {
  /** Index of its text. */
  readonly doc: number;
  /** By term, the match in its own words. */
  readonly own: TermStrengths;
  /** The match in its own words and the names of its text. */
  readonly met: TermStrengths;
  /** From neighboring passages of the same text or conversation. */
  readonly boost: TermStrengths;
  /** From neighboring notes of the same session, which are not a conversation. */
  readonly noteBoost: TermStrengths;
}

export interface ThreadItem {
  readonly thread: string | null;
  readonly order: number;
}

/** The passages of each session or transcript, in order. */
export function threadsOf(
  docs: readonly ThreadItem[],
  passages: readonly (readonly Passage[])[],
): readonly (readonly Passage[])[] {
  const threads = new Map<string, { order: number; passages: readonly Passage[] }[]>();
  const alone: (readonly Passage[])[] = [];
  docs.forEach(({ thread, order }, index) => {
    const own = passages[index] ?? [];
    const known = thread === null ? undefined : (threads.get(thread) ?? []);
    if (thread === null || known === undefined) alone.push(own);
    else threads.set(thread, known).get(thread)?.push({ order, passages: own });
  });
  const sorted = [...threads.values()].map((members) =>
    members.sort((a, b) => a.order - b.order).flatMap((member) => member.passages),
  );
  return [...sorted, ...alone];
}

function addBoost(to: TermStrengths, from: TermStrengths, share: number): void {
  for (let term = 0; term < to.length; term += 1)
    to[term] = 1 - (1 - (to[term] ?? 0)) * (1 - share * (from[term] ?? 0));
}

/** Each match raises the passages near it, term by term. Several boosts add up, but never beyond 1. */
export function boostNeighbors(
  thread: readonly Passage[],
  isConversation: (doc: number) => boolean,
  { later, earlier, amongNotes }: Weights,
): void {
  const reach = Math.max(later.length, earlier.length);
  thread.forEach((from, index) => {
    if (!from.met.some((strength) => strength > 0)) return;
    for (let step = 1; step <= reach; step += 1) {
      for (const [to, share] of [
        [thread[index + step], later[step - 1]],
        [thread[index - step], earlier[step - 1]],
      ] as const) {
        if (to === undefined || share === undefined) continue;
        const isClose = from.doc === to.doc || (isConversation(from.doc) && isConversation(to.doc));
        if (isClose) addBoost(to.boost, from.met, share);
        else addBoost(to.noteBoost, from.met, share * amongNotes);
      }
    }
  });
}
