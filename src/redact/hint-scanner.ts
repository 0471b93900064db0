const OTHER_CLASS = 0;
// All characters outside ASCII count as this one.
const NON_ASCII = 0x80;

/** Case-insensitive Aho-Corasick over ASCII: one pass over the text finds all hints. */
export class HintScanner {
  readonly #classes = new Uint8Array(NON_ASCII + 1);
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
      state = next[state * width + (classes[Math.min(code, NON_ASCII)] ?? OTHER_CLASS)] ?? 0;
      const owners = ends[state];
      if (owners !== undefined) for (const owner of owners) present[owner] = 1;
    }
  }

  #classify(hints: readonly string[]): number {
    let width = OTHER_CLASS + 1;
    for (const character of new Set(hints.join(''))) {
      this.#classes[character.charCodeAt(0)] = width;
      this.#classes[character.toUpperCase().charCodeAt(0)] = width;
      width++;
    }
    return width;
  }

  /** Builds the trie and returns, for each state, the classes with an edge. */
  #plant(hints: readonly (readonly string[])[]): number[][] {
    const edges: number[][] = [[]];
    hints.forEach((own, owner) => {
      for (const hint of own) {
        let state = 0;
        for (let at = 0; at < hint.length; at++) {
          const cls = this.#classes[hint.charCodeAt(at)] ?? OTHER_CLASS;
          const edge = state * this.#width + cls;
          if (this.#next[edge] === 0) {
            this.#next[edge] = edges.push([]) - 1;
            edges[state]?.push(cls);
          }
          state = this.#next[edge] ?? 0;
        }
        this.#ends[state] = [...(this.#ends[state] ?? []), owner];
      }
    });
    return edges;
  }

  /** Breadth first: a missing edge becomes the edge of the longest suffix that is also a prefix. */
  #link(edges: readonly (readonly number[])[]): void {
    const [next, width] = [this.#next, this.#width];
    const fallback = new Uint16Array(edges.length);
    const queue = [0];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] ?? 0;
      const own = (edges[state] ?? []).map(
        (cls) => [state * width + cls, next[state * width + cls] ?? 0] as const,
      );
      const behind = (fallback[state] ?? 0) * width;
      // The row of the shorter suffix is complete already, and copying it whole is faster than edge by edge.
      if (state !== 0) next.copyWithin(state * width, behind, behind + width);
      for (const [edge, target] of own) {
        const other = state === 0 ? 0 : (next[edge] ?? 0);
        next[edge] = target;
        fallback[target] = other;
        const inherited = this.#ends[other];
        if (inherited !== undefined) this.#ends[target] = [...(this.#ends[target] ?? []), ...inherited];
        queue.push(target);
      }
    }
  }
}
