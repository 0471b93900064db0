import { normalizeText } from '../domain/words.ts';
import type { Matcher } from './matcher.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { WeighedTerm } from './ranked.ts';
import { stopWordsFor } from './stop-words.ts';
import { stem, wordsOf } from './tokens.ts';
import { NAMES, SPECIFICITY } from './weights.ts';

const NO_WORDS: ReadonlySet<string> = new Set();

function contentWords(name: string): readonly string[] {
  const words = wordsOf(name).map(normalizeText);
  const stops = words.length > 1 ? stopWordsFor(words) : NO_WORDS;
  return words.filter((word) => !stops.has(word));
}

/** Finds the subjects and aliases of records in a query. */
export class NameFinder {
  readonly #matcher: Matcher;
  readonly #asked: readonly WeighedTerm[];
  readonly #positions: readonly (readonly number[])[];

  constructor(matcher: Matcher, asked: readonly WeighedTerm[], { words }: ParsedQuery) {
    this.#matcher = matcher;
    this.#asked = asked;
    const stems = words.map(stem);
    this.#positions = asked.map(({ term }) =>
      stems.flatMap((one, at) => (one === term.stem || words[at] === term.word ? [at] : [])),
    );
  }

  /** The words of a name stand together in the query. */
  #areTogether(terms: readonly number[]): boolean {
    const reach = terms.length + NAMES.gap;
    // Parts of a compound have no position of their own.
    const [first = -1, ...others] = terms.filter((term) => (this.#positions[term] ?? []).length > 0);
    return (this.#positions[first] ?? []).some((at) =>
      others.every((term) => this.#positions[term]?.some((other) => Math.abs(other - at) <= reach)),
    );
  }

  /** The weight of the best specific word of a name, or of the name if the query contains it whole. */
  weightOf(name: string): number {
    const terms = new Set<number>();
    let best = 0;
    let isWhole = true;
    for (const word of contentWords(name)) {
      const strong = this.#matcher.matchesOf(word).filter(({ strength }) => strength >= NAMES.minStrength);
      if (strong.length === 0) isWhole = false;
      for (const { index, strength } of strong) {
        terms.add(index);
        const { term, weight = 0 } = this.#asked[index] ?? {};
        if ((term?.specificity ?? 0) >= SPECIFICITY.common) best = Math.max(best, weight * strength);
      }
    }
    return isWhole && terms.size > 1 && this.#areTogether([...terms])
      ? Math.max(best, NAMES.wholeName)
      : best;
  }
}
