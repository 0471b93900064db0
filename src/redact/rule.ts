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
