/** `end` is exclusive; both are UTF-16 positions in the text that was searched. */
export type Report = (start: number, end: number, kind: string) => void;

export interface Rule {
  readonly kinds: readonly string[];
  /**
   * Lower-case ASCII, or U+0080 for any other character: the rule runs only on texts that contain one of them in any
   * case. Empty: on every text.
   */
  readonly hints: readonly string[];
  find(text: string, report: Report): void;
}
