import { foldText } from '../domain/words/fold.ts';
import { beginningsOf, densePassages, spotsIn, WHOLE, type Window, windowsAround } from './long-text.ts';
import type { Term } from './parse-query.ts';
import { stemsOf, wordsOf } from './tokens.ts';

const LONG = 60;
const PASSAGE = 40;
const BEGUN = 0.9;
const INSIDE = 0.75;

/** How well each term is met, 0 to 1, in the terms' order. */
export type Met = Float64Array;

/** What a term of the question is known by in texts: stems with how well each stands for it. */
export type KnownBy = ReadonlyMap<string, number>;

interface Place {
  readonly index: number;
  readonly strength: number;
}

const SHORTEST_ROOT = 5;
const RELATED = 0.75;

/** Grown from one root: `expiry` and `expires`, `allergy` and `allergic`. */
export function isRelated(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  const shared = Math.max(SHORTEST_ROOT, Math.ceil(longer * 0.7));
  return a.length >= shared && b.length >= shared && a.slice(0, shared) === b.slice(0, shared);
}

/** Plain letters, not grown together from several words. */
const ONE_WORD = /^[A-Z]?[a-z]+$/;
const beginningOf = (word: string) => word.slice(0, 2);

const NOWHERE: readonly Place[] = [];

/** Said once is nearly all; said again adds a little. */
const often = (count: number) => 1 - 0.1 / count;

/** Which terms of a question the words of a text stand for. */
export class Matcher {
  readonly #byStem = new Map<string, Place[]>();
  readonly #prefixes: { readonly prefix: string; readonly index: number }[] = [];
  readonly #roots: { readonly stem: string; readonly index: number }[] = [];
  readonly #parts: { readonly part: string; readonly index: number; readonly strength: number }[] = [];
  readonly #byWord = new Map<string, readonly Place[]>();
  /** How all that is looked for begins: most words of a text are none of it, and need not be stemmed. */
  readonly #beginnings = new Set<string>();
  readonly #size: number;

  readonly #sought: readonly string[];

  constructor(terms: readonly { readonly term: Term; readonly known: KnownBy }[]) {
    this.#size = terms.length;
    this.#sought = beginningsOf(
      terms.flatMap(({ term, known }) =>
        known.size > 50 ? [term.word.slice(0, 4)] : [term.word, ...known.keys()],
      ),
    );
    terms.forEach(({ term, known }, index) => {
      if (term.kind === 'prefix') this.#prefixes.push({ prefix: term.word, index });
      if (term.kind === 'unspaced') this.#parts.push({ part: term.word, index, strength: 1 });
      if (term.kind === 'inside') this.#parts.push({ part: term.word, index, strength: INSIDE });
      if ((term.kind === 'word' || term.kind === 'prefix') && term.stem.length >= SHORTEST_ROOT)
        this.#roots.push({ stem: term.stem, index });
      for (const beginning of [term.word, term.stem, ...known.keys()])
        this.#beginnings.add(beginningOf(beginning));
      for (const [stem, strength] of known) {
        const places = this.#byStem.get(stem) ?? [];
        places.push({ index, strength });
        this.#byStem.set(stem, places);
      }
    });
  }

  placesOf(word: string): readonly Place[] {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const places = this.#mayMatch(word) ? this.#find(word) : NOWHERE;
    this.#byWord.set(word, places);
    return places;
  }

  #mayMatch(word: string): boolean {
    return (
      this.#parts.length > 0 || !ONE_WORD.test(word) || this.#beginnings.has(beginningOf(word.toLowerCase()))
    );
  }

  #find(word: string): readonly Place[] {
    const stems = stemsOf(word);
    const direct = stems.flatMap((stem) => this.#byStem.get(stem) ?? NOWHERE);
    const found = direct.length > 0 ? direct : this.#relatedTo(stems[0] ?? '');
    const folded = foldText(word);
    const begun = this.#prefixes.filter(({ prefix }) => folded.startsWith(prefix));
    const within = this.#parts.filter(({ part }) => folded.includes(part));
    const places = [
      ...found,
      ...begun.map(({ index }) => ({ index, strength: BEGUN })),
      ...within.map(({ index, strength }) => ({ index, strength })),
    ];
    return places;
  }

  #relatedTo(stem: string): readonly Place[] {
    if (stem.length < SHORTEST_ROOT) return NOWHERE;
    return this.#roots
      .filter((root) => isRelated(root.stem, stem))
      .map(({ index }) => ({ index, strength: RELATED }));
  }

  /** Where in a text it is worth looking. */
  windowsOf(text: string): readonly Window[] {
    return text.length <= WHOLE ? [[0, text.length]] : windowsAround(this.#spotsIn(text), text.length);
  }

  /** A text in passages of some forty words: a long one counts by its best, not by how much it holds. */
  passagesOf(text: string): readonly Met[] {
    if (text.length > WHOLE) return this.#passagesOfLong(text);
    const words = wordsOf(text);
    if (words.length <= LONG) return [this.#met(words)];
    const passages: Met[] = [];
    for (let from = 0; from < words.length; from += PASSAGE)
      passages.push(this.#met(words.slice(from, from + PASSAGE)));
    return passages;
  }

  #spotsIn(text: string) {
    return spotsIn(text, this.#sought, (word) => this.placesOf(word));
  }

  #passagesOfLong(text: string): readonly Met[] {
    const passages = densePassages(this.#spotsIn(text));
    return passages.length === 0
      ? [this.#met([])]
      : passages.map((spots) => this.#metBy(spots.map(({ matches }) => matches)));
  }

  #met(words: readonly string[]): Met {
    return this.#metBy(words.map((word) => this.placesOf(word)));
  }

  #metBy(matches: readonly (readonly Place[])[]): Met {
    const best = new Float64Array(this.#size);
    const counts = new Float64Array(this.#size);
    for (const places of matches)
      for (const { index, strength } of places) {
        counts[index] = (counts[index] ?? 0) + 1;
        best[index] = Math.max(best[index] ?? 0, strength);
      }
    for (let index = 0; index < this.#size; index += 1)
      if (counts[index] !== 0) best[index] = (best[index] ?? 0) * often(counts[index] ?? 1);
    return best;
  }
}
