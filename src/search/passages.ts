import { normalizeText } from '../domain/words.ts';
import { beginningsOf, densePassages, spotsIn, WHOLE, type Window, windowsAround } from './long-text.ts';
import type { Term } from './parse-query.ts';
import { stemsOf, wordsOf } from './tokens.ts';

const LONG = 60;
const PASSAGE = 40;
const PREFIX_STRENGTH = 0.9;
const INSIDE_STRENGTH = 0.75;

/** Match strength from 0 to 1, in the order of the terms. */
export type TermStrengths = Float64Array;

/** Stems that match a term, with their strength. */
export type StemStrengths = ReadonlyMap<string, number>;

interface Place {
  readonly index: number;
  readonly strength: number;
}

const MIN_ROOT = 5;
const RELATED_STRENGTH = 0.75;

/** Share a root: `expiry` and `expires`, `allergy` and `allergic`. */
export function isRelated(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  const shared = Math.max(MIN_ROOT, Math.ceil(longer * 0.7));
  return a.length >= shared && b.length >= shared && a.slice(0, shared) === b.slice(0, shared);
}

/** Plain letters, not a compound. */
const ONE_WORD = /^[A-Z]?[a-z]+$/;
const beginningOf = (word: string) => word.slice(0, 2);

const NO_MATCHES: readonly Place[] = [];

/** One occurrence counts nearly in full, further ones add a little. */
const repetitionFactor = (count: number) => 1 - 0.1 / count;

/** Matches the words of texts with the terms of a query. */
export class Matcher {
  readonly #byStem = new Map<string, Place[]>();
  readonly #prefixes: { readonly prefix: string; readonly index: number }[] = [];
  readonly #roots: { readonly stem: string; readonly index: number }[] = [];
  readonly #parts: { readonly part: string; readonly index: number; readonly strength: number }[] = [];
  readonly #byWord = new Map<string, readonly Place[]>();
  /** First letters of all matching words: most words of a text have others and need not be stemmed. */
  readonly #beginnings = new Set<string>();
  readonly #size: number;

  readonly #sought: readonly string[];

  constructor(terms: readonly { readonly term: Term; readonly known: StemStrengths }[]) {
    this.#size = terms.length;
    this.#sought = beginningsOf(
      terms.flatMap(({ term, known }) =>
        known.size > 50 ? [term.word.slice(0, 4)] : [term.word, ...known.keys()],
      ),
    );
    terms.forEach(({ term, known }, index) => {
      if (term.kind === 'prefix') this.#prefixes.push({ prefix: term.word, index });
      if (term.kind === 'unspaced') this.#parts.push({ part: term.word, index, strength: 1 });
      if (term.kind === 'inside') this.#parts.push({ part: term.word, index, strength: INSIDE_STRENGTH });
      if ((term.kind === 'word' || term.kind === 'prefix') && term.stem.length >= MIN_ROOT)
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

  matchesOf(word: string): readonly Place[] {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const places = this.#mayMatch(word) ? this.#find(word) : NO_MATCHES;
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
    const direct = stems.flatMap((stem) => this.#byStem.get(stem) ?? NO_MATCHES);
    const found = direct.length > 0 ? direct : this.#relatedTo(stems[0] ?? '');
    const normalized = normalizeText(word);
    const begun = this.#prefixes.filter(({ prefix }) => normalized.startsWith(prefix));
    const within = this.#parts.filter(({ part }) => normalized.includes(part));
    const places = [
      ...found,
      ...begun.map(({ index }) => ({ index, strength: PREFIX_STRENGTH })),
      ...within.map(({ index, strength }) => ({ index, strength })),
    ];
    return places;
  }

  #relatedTo(stem: string): readonly Place[] {
    if (stem.length < MIN_ROOT) return NO_MATCHES;
    return this.#roots
      .filter((root) => isRelated(root.stem, stem))
      .map(({ index }) => ({ index, strength: RELATED_STRENGTH }));
  }

  /** The parts of a text that are worth inspecting. */
  windowsOf(text: string): readonly Window[] {
    return text.length <= WHOLE ? [[0, text.length]] : windowsAround(this.#spotsIn(text), text.length);
  }

  /** Splits a text into passages of about forty words: a long text counts by its best passage. */
  passagesOf(text: string): readonly TermStrengths[] {
    if (text.length > WHOLE) return this.#passagesOfLong(text);
    const words = wordsOf(text);
    if (words.length <= LONG) return [this.#met(words)];
    const passages: TermStrengths[] = [];
    for (let from = 0; from < words.length; from += PASSAGE)
      passages.push(this.#met(words.slice(from, from + PASSAGE)));
    return passages;
  }

  #spotsIn(text: string) {
    return spotsIn(text, this.#sought, (word) => this.matchesOf(word));
  }

  #passagesOfLong(text: string): readonly TermStrengths[] {
    const passages = densePassages(this.#spotsIn(text));
    return passages.length === 0
      ? [this.#met([])]
      : passages.map((spots) => this.#metBy(spots.map(({ matches }) => matches)));
  }

  #met(words: readonly string[]): TermStrengths {
    return this.#metBy(words.map((word) => this.matchesOf(word)));
  }

  #metBy(matches: readonly (readonly Place[])[]): TermStrengths {
    const best = new Float64Array(this.#size);
    const counts = new Float64Array(this.#size);
    for (const places of matches)
      for (const { index, strength } of places) {
        counts[index] = (counts[index] ?? 0) + 1;
        best[index] = Math.max(best[index] ?? 0, strength);
      }
    for (let index = 0; index < this.#size; index += 1)
      if (counts[index] !== 0) best[index] = (best[index] ?? 0) * repetitionFactor(counts[index] ?? 1);
    return best;
  }
}
