/** All characters outside ASCII count as U+0080. */
const fold = (text: string): string => text.replace(/[^\0-\x7f]/g, '\x80').toLowerCase();

const START_LENGTH = 3;
const START_CODES = 2 ** 15;

const nextCode = (code: number, character: number): number => ((code << 5) ^ character) & (START_CODES - 1);

interface Hint {
  readonly text: string;
  readonly owner: number;
}

/** Finds all hints in one pass over the text: only those that begin with the code of three characters are compared. */
export class HintScanner {
  /** By the code of their start: 1 more than the index of their list in `#lists`, or 0. */
  readonly #starts = new Uint16Array(START_CODES);
  readonly #lists: Hint[][] = [];
  readonly #short: Hint[] = [];

  /** `hints[i]` belong to owner `i`. */
  constructor(hints: readonly (readonly string[])[]) {
    hints.forEach((own, owner) => {
      for (const text of own) {
        if (text.length < START_LENGTH) this.#short.push({ text, owner });
        else this.#listFor(text).push({ text, owner });
      }
    });
  }

  /** Sets `present[owner]` to 1 for every owner with a hint in the text, in any case. */
  scan(text: string, present: Uint8Array): void {
    const folded = fold(text);
    const [starts, lists] = [this.#starts, this.#lists];
    for (const hint of this.#short) if (folded.includes(hint.text)) present[hint.owner] = 1;
    for (let at = 0, code = 0; at < folded.length; at++) {
      code = nextCode(code, folded.charCodeAt(at));
      const list = starts[code];
      if (list === undefined || list === 0) continue;
      for (const hint of lists[list - 1] ?? [])
        if (present[hint.owner] === 0 && folded.startsWith(hint.text, at + 1 - START_LENGTH))
          present[hint.owner] = 1;
    }
  }

  #listFor(hint: string): Hint[] {
    let code = 0;
    for (let at = 0; at < START_LENGTH; at++) code = nextCode(code, hint.charCodeAt(at));
    if (this.#starts[code] === 0) this.#starts[code] = this.#lists.push([]);
    return this.#lists[(this.#starts[code] ?? 1) - 1] ?? [];
  }
}
