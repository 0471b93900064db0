export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** Lower wins when spans overlap. */
  readonly rank: number;
}

/** Merges overlapping spans under the kind of the rule that ranks first. The result is in text order. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    const { kind, rank } = span.rank < last.rank ? span : last;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind, rank };
  }
  return merged;
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;
const splitsPair = (text: string, at: number) =>
  at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));

/** Extended if it would split a surrogate pair. */
export const toWholeCharacters = (text: string, span: Span): Span => ({
  ...span,
  start: splitsPair(text, span.start) ? span.start - 1 : span.start,
  end: splitsPair(text, span.end) ? span.end + 1 : span.end,
});

export type Extent = Pick<Span, 'start' | 'end'>;

/** How many of the items start at or before the position; `items` are in order. */
export function countUpTo<Item>(items: readonly Item[], position: number, startOf: (item: Item) => number) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startOf(items[middle] as Item) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function extentAt(extents: readonly Extent[], position: number): Extent | undefined {
  const extent = extents[countUpTo(extents, position, ({ start }) => start) - 1];
  return extent !== undefined && position < extent.end ? extent : undefined;
}

/** Shortened at markers at its edges, so that a marker is kept or covered as a whole. */
export function trimMarkers(span: Span, markers: readonly Extent[]): Span | undefined {
  let { start, end } = span;
  const markerAt = (position: number) => extentAt(markers, position);
  for (let mark = markerAt(start); mark !== undefined && start < end; mark = markerAt(start))
    start = mark.end;
  for (let mark = markerAt(end - 1); mark !== undefined && start < end; mark = markerAt(end - 1))
    end = mark.start;
  return start < end ? { ...span, start, end } : undefined;
}

/** `end` is exclusive; both are UTF-16 positions in the text that was searched. */
export type Report = (start: number, end: number, kind: string) => void;

export interface Rule {
  readonly kinds: readonly string[];
  /** Lower-case ASCII, U+0080 for other characters. The rule runs only on texts with one of them; if empty, on every text. */
  readonly hints: readonly string[];
  find(text: string, report: Report): void;
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

export function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The text from the last separator to `end`, at most `reach` characters. */
export const partBefore = (text: string, end: number, reach: number, separator: RegExp): string =>
  text
    .slice(Math.max(0, end - reach), end)
    .split(separator)
    .at(-1) ?? '';

/** The text from `start` to the next separator, at most `reach` characters. */
export const partAfter = (text: string, start: number, reach: number, separator: RegExp): string =>
  text.slice(start, start + reach).split(separator, 1)[0] ?? '';
