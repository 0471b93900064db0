/** `end` is exclusive; both are UTF-16 positions in the text that was searched. */
export type Report = (start: number, end: number, kind: string) => void;

export interface Rule {
  readonly kinds: readonly string[];
  /** Lower-case ASCII, U+0080 for other characters. The rule runs only on texts with one of them; if empty, on every text. */
  readonly hints: readonly string[];
  find(text: string, report: Report): void;
}
