const FOREIGN = 0;
// All characters beyond ASCII count as this one.
const BEYOND = 0x80;

/** Aho-Corasick over ASCII without case: one pass over the text finds every hint, whatever their number. */
export class HintScanner {
  readonly #classes = new Uint8Array(BEYOND + 1);
  readonly #width: number;
  readonly #next: Uint16Array;
  readonly #ends: (readonly number[] | undefined)[];

  /** `hints[i]` belong to owner `i`. */
  constructor(hints: readonly (readonly string[])[]) {
    this.#width = this.#classify(hints.flat());
    const states = 1 + hints.flat().reduce((sum, hint) => sum + hint.length, 0);
    this.#next = new Uint16Array(states * this.#width);
    this.#ends = new Array(states).fill(undefined);
    this.#link(this.#plant(hints));
  }

  /** Sets `present[owner]` to 1 for every owner with a hint in the text. */
  scan(text: string, present: Uint8Array): void {
    const [classes, next, ends, width] = [this.#classes, this.#next, this.#ends, this.#width];
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = next[state * width + (classes[Math.min(code, BEYOND)] ?? FOREIGN)] ?? 0;
      const owners = ends[state];
      if (owners !== undefined) for (const owner of owners) present[owner] = 1;
    }
  }

  #classify(hints: readonly string[]): number {
    let width = FOREIGN + 1;
    for (const character of new Set(hints.join(''))) {
      this.#classes[character.charCodeAt(0)] = width;
      this.#classes[character.toUpperCase().charCodeAt(0)] = width;
      width++;
    }
    return width;
  }

  #plant(hints: readonly (readonly string[])[]): number {
    let last = 0;
    hints.forEach((own, owner) => {
      for (const hint of own) {
        let state = 0;
        for (const character of hint) {
          const edge = state * this.#width + (this.#classes[character.charCodeAt(0)] ?? FOREIGN);
          if (this.#next[edge] === 0) this.#next[edge] = ++last;
          state = this.#next[edge] ?? 0;
        }
        this.#ends[state] = [...(this.#ends[state] ?? []), owner];
      }
    });
    return last;
  }

  /** Breadth first: a missing edge becomes the edge of the longest suffix that is also a prefix. */
  #link(last: number): void {
    const fallback = new Uint16Array(last + 1);
    const queue = [0];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] ?? 0;
      const behind = fallback[state] ?? 0;
      for (let cls = 1; cls < this.#width; cls++) {
        const edge = state * this.#width + cls;
        const target = this.#next[edge] ?? 0;
        const other = state === 0 ? 0 : (this.#next[behind * this.#width + cls] ?? 0);
        if (target === 0) {
          this.#next[edge] = other;
          continue;
        }
        fallback[target] = other;
        const inherited = this.#ends[other];
        if (inherited !== undefined) this.#ends[target] = [...(this.#ends[target] ?? []), ...inherited];
        queue.push(target);
      }
    }
  }
}
