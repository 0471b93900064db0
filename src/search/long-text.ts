/** In texts up to this length every word is inspected. */
export const WHOLE = 1_200;
/** About forty words. */
const SPAN = 260;
const BEFORE = 160;
const MAX_PASSAGES = 8;
const MAX_PER_BEGINNING = 24;

/** Prefixes of the words, cut so that endings do not matter. */
export function beginningsOf(stems: Iterable<string>): readonly string[] {
  return [...new Set([...stems].map((stem) => stem.slice(0, Math.max(3, Math.min(stem.length - 1, 6)))))];
}

/** A word of a long text that matches terms of the query. */
export interface Spot<Match> {
  readonly at: number;
  readonly matches: readonly Match[];
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const isLetter = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  const isFirstHalf = code >= 0xd800 && code < 0xdc00;
  return LETTER.test(text.slice(isSecondHalf ? at - 1 : at, isFirstHalf ? at + 2 : at + 1));
};

function wordAround(text: string, at: number): readonly [from: number, to: number] {
  let [from, to] = [at, at];
  while (from > 0 && isLetter(text, from - 1)) from -= 1;
  while (to < text.length && isLetter(text, to)) to += 1;
  return [from, to];
}

/** Searches for prefixes, because splitting every long text into words takes too long. */
export function spotsIn<Match>(
  text: string,
  beginnings: readonly string[],
  match: (word: string) => readonly Match[],
): readonly Spot<Match>[] {
  const lower = text.toLowerCase();
  const spots = new Map<number, Spot<Match>>();
  for (const beginning of beginnings) {
    let at = lower.indexOf(beginning);
    for (let count = 0; at >= 0 && count < MAX_PER_BEGINNING; count += 1) {
      const [from, to] = wordAround(text, at);
      if (!spots.has(from)) spots.set(from, { at: from, matches: match(text.slice(from, to)) });
      at = lower.indexOf(beginning, Math.max(to, at + 1));
    }
  }
  return [...spots.values()].filter(({ matches }) => matches.length > 0).sort((a, b) => a.at - b.at);
}

export type Window = readonly [from: number, to: number];

/** The parts of the text around the spots, in order. */
export function windowsAround(spots: readonly Spot<unknown>[], length: number): readonly Window[] {
  const windows: [number, number][] = [[0, Math.min(SPAN, length)]];
  for (const { at } of spots) {
    const last = windows.at(-1);
    const [from, to] = [Math.max(0, at - BEFORE), Math.min(at + SPAN, length)];
    if (last !== undefined && from <= last[1]) last[1] = to;
    else windows.push([from, to]);
  }
  return windows;
}

/** One bit per term; a query has fewer than thirty. */
const bitsOf = ({ matches }: Spot<{ readonly index: number }>) => {
  let bits = 0;
  for (const { index } of matches) bits |= 1 << index;
  return bits;
};

function count(bits: number): number {
  let sum = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) sum += 1;
  return sum;
}

/** For each spot, the passage that starts there and the terms in it. */
function passagesFrom(spots: readonly Spot<{ readonly index: number }>[]) {
  const bits = spots.map(bitsOf);
  let end = 0;
  return spots.map(({ at }, from) => {
    while (end < spots.length && (spots[end]?.at ?? 0) < at + SPAN) end += 1;
    let terms = 0;
    for (let spot = from; spot < end; spot += 1) terms |= bits[spot] ?? 0;
    return { at, from, end, terms };
  });
}

/** The passages with the most terms, preferring terms that no chosen passage has; in text order. */
export function densePassages<Match extends { readonly index: number }>(
  spots: readonly Spot<Match>[],
): readonly (readonly Spot<Match>[])[] {
  let left = passagesFrom(spots);
  const chosen: typeof left = [];
  for (let seen = 0; chosen.length < MAX_PASSAGES; ) {
    let best = left[0];
    let bestWorth = 0;
    for (const one of left) {
      const worth = count(one.terms) + 2 * count(one.terms & ~seen);
      if (worth > bestWorth) [best, bestWorth] = [one, worth];
    }
    if (best === undefined) break;
    const { at, terms } = best;
    chosen.push(best);
    seen |= terms;
    left = left.filter((one) => one.at + SPAN <= at || one.at >= at + SPAN);
  }
  return chosen.sort((a, b) => a.at - b.at).map(({ from, end }) => spots.slice(from, end));
}
