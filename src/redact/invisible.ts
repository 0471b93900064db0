// Soft hyphen, zero-width space, non-joiner, joiner, word joiner, byte order mark; as they are or as JSON escapes them.
const INVISIBLE = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff|\\{1,4}u(?:00ad|200[bcd]|2060|feff)/gi;

export interface Visible {
  readonly text: string;
  /** Where the character at this position of `text` stands in the original. */
  origin(position: number): number;
}

/** The text as it looks, without the characters that no one sees; undefined when it has none. */
export function withoutInvisible(text: string): Visible | undefined {
  const parts: string[] = [];
  const cuts: { readonly at: number; readonly removed: number }[] = [];
  let [kept, removed] = [0, 0];
  for (const { index, 0: found } of text.matchAll(INVISIBLE)) {
    parts.push(text.slice(kept, index));
    kept = index + found.length;
    cuts.push({ at: index - removed, removed: removed + found.length });
    removed += found.length;
  }
  if (cuts.length === 0) return undefined;
  parts.push(text.slice(kept));
  const origin = (position: number) => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle]?.at ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return position + (cuts[low - 1]?.removed ?? 0);
  };
  return { text: parts.join(''), origin };
}
