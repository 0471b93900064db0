import type { Met } from './passages.ts';
import type { Weights } from './weights.ts';

export interface Passage {
  /** Which text it is of. */
  readonly doc: number;
  /** By term: met in its own words. */
  readonly own: Met;
  /** Its own words and the names of its text. */
  readonly met: Met;
  /** What stands near it lends: other passages of its text, and of the same conversation. */
  readonly lent: Met;
  /** What notes lend that only happen to be written in one sitting. */
  readonly lentByNotes: Met;
}

export interface Line {
  readonly line: string | null;
  readonly order: number;
}

/** The passages of each sitting or transcript, in order. */
export function linesOf(
  docs: readonly Line[],
  passages: readonly (readonly Passage[])[],
): readonly (readonly Passage[])[] {
  const lines = new Map<string, { order: number; passages: readonly Passage[] }[]>();
  const alone: (readonly Passage[])[] = [];
  docs.forEach(({ line, order }, index) => {
    const own = passages[index] ?? [];
    const known = line === null ? undefined : (lines.get(line) ?? []);
    if (line === null || known === undefined) alone.push(own);
    else lines.set(line, known).get(line)?.push({ order, passages: own });
  });
  const sorted = [...lines.values()].map((members) =>
    members.sort((a, b) => a.order - b.order).flatMap((member) => member.passages),
  );
  return [...sorted, ...alone];
}

function lend(to: Met, from: Met, share: number): void {
  for (let term = 0; term < to.length; term += 1)
    to[term] = 1 - (1 - (to[term] ?? 0)) * (1 - share * (from[term] ?? 0));
}

/** Each match lends to what stands near it in the same line, term by term; what several lend adds up, never beyond 1. */
export function boostNeighbors(
  line: readonly Passage[],
  isTalk: (doc: number) => boolean,
  { later, earlier, amongNotes }: Weights,
): void {
  const reach = Math.max(later.length, earlier.length);
  line.forEach((from, index) => {
    if (!from.met.some((strength) => strength > 0)) return;
    for (let step = 1; step <= reach; step += 1) {
      for (const [to, share] of [
        [line[index + step], later[step - 1]],
        [line[index - step], earlier[step - 1]],
      ] as const) {
        if (to === undefined || share === undefined) continue;
        const isClose = from.doc === to.doc || (isTalk(from.doc) && isTalk(to.doc));
        if (isClose) lend(to.lent, from.met, share);
        else lend(to.lentByNotes, from.met, share * amongNotes);
      }
    }
  });
}
