export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  /** Lower wins when spans overlap. */
  readonly rank: number;
}

/** Overlapping spans become one, under the name of the rule that ranks first. Result is in text order. */
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

/** Grown where it would leave half a character behind. */
export const onWholeCharacters = (text: string, span: Span): Span => ({
  ...span,
  start: splitsPair(text, span.start) ? span.start - 1 : span.start,
  end: splitsPair(text, span.end) ? span.end + 1 : span.end,
});

export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The extent that holds the position; `extents` are in order and do not overlap. */
function holding(extents: readonly Extent[], position: number): Extent | undefined {
  let [low, high] = [0, extents.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const extent = extents[middle];
    if (extent === undefined) return undefined;
    if (position < extent.start) high = middle - 1;
    else if (position >= extent.end) low = middle + 1;
    else return extent;
  }
  return undefined;
}

/** Drawn back from markers at its edges, so that a marker is kept or swallowed whole, never cut or renewed. */
export function besideMarkers(span: Span, markers: readonly Extent[]): Span | undefined {
  let { start, end } = span;
  for (
    let mark = holding(markers, start);
    mark !== undefined && start < end;
    mark = holding(markers, start)
  ) {
    start = mark.end;
  }
  for (
    let mark = holding(markers, end - 1);
    mark !== undefined && start < end;
    mark = holding(markers, end - 1)
  ) {
    end = mark.start;
  }
  return start < end ? { ...span, start, end } : undefined;
}
