import { normalizeText } from '../domain/words.ts';
import type { Matcher } from './matcher.ts';
import type { ParsedQuery } from './parse-query.ts';
import { asksForAttribute } from './query-form.ts';
import type { WeighedTerm } from './ranked.ts';
import { stopWordsFor } from './stop-words.ts';
import { stem, wordsOf } from './tokens.ts';
import { NAMES } from './weights.ts';

/** A subject or alias of a record that the query contains whole. */
export interface NameMatch {
  readonly name: string;
  /** Indexes of the terms that it consists of. */
  readonly terms: ReadonlySet<number>;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function contentWords(name: string): readonly string[] {
  const words = wordsOf(name).map(normalizeText);
  const stops = words.length > 1 ? stopWordsFor(words) : NO_WORDS;
  return words.filter((word) => !stops.has(word));
}

/** Finds names in a query. */
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
  #isTogether(terms: readonly number[]): boolean {
    const reach = terms.length + NAMES.gap;
    // Parts of a compound have no position of their own.
    const [first = -1, ...others] = terms.filter((term) => (this.#positions[term] ?? []).length > 0);
    return (this.#positions[first] ?? []).some((at) =>
      others.every((term) => this.#positions[term]?.some((other) => Math.abs(other - at) <= reach)),
    );
  }

  find(name: string): NameMatch | undefined {
    const terms = new Set<number>();
    for (const word of contentWords(name)) {
      const strong = this.#matcher.matchesOf(word).filter(({ strength }) => strength >= NAMES.minStrength);
      if (strong.length === 0) return undefined;
      for (const { index } of strong) terms.add(index);
    }
    const isSpecific = [...terms].some((index) => (this.#asked[index]?.term.specificity ?? 0) >= 1);
    return isSpecific && (terms.size < 2 || this.#isTogether([...terms])) ? { name, terms } : undefined;
  }
}

/** How much of the question besides the name a record contains. */
function factIn(
  { terms }: NameMatch,
  { form }: ParsedQuery,
  asked: readonly WeighedTerm[],
  met: (term: number) => number,
): number {
  let [total, found] = [0, 0];
  asked.forEach(({ term, weight }, index) => {
    if (terms.has(index) || (term.specificity < 1 && form !== 'question')) return;
    total += weight;
    found += weight * met(index);
  });
  return total === 0 ? 1 : found / total;
}

const keyOf = ({ terms }: NameMatch) => [...terms].sort((a, b) => a - b).join(' ');

export interface Named {
  readonly subjects: readonly string[];
  /** Match strength by term, in the text and its names. */
  readonly anywhere: ArrayLike<number>;
}

/**
 * By record, the confidence that its subject or alias gives. A question for a fact or for an attribute of the name needs words for
 * that fact. A name that several records carry selects them, and the other words decide.
 */
export function nameConfidences(
  records: readonly Named[],
  finder: NameFinder,
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
): readonly number[] {
  const found = records.map(({ subjects, anywhere }) =>
    subjects.flatMap((name) => {
      const match = finder.find(name);
      if (match === undefined) return [];
      return [
        { ...match, key: keyOf(match), share: factIn(match, query, asked, (term) => anywhere[term] ?? 0) },
      ];
    }),
  );
  const carriers = new Map<string, number[]>();
  for (const matches of found)
    for (const [key, { share }] of new Map(matches.map((one) => [one.key, one])))
      carriers.set(key, [...(carriers.get(key) ?? []), share]);
  return found.map((matches) =>
    Math.max(
      0,
      ...matches.map(({ name, key, share }) => {
        const shares = carriers.get(key) ?? [];
        const needsFact =
          query.form === 'question' ||
          shares.length > 1 ||
          (query.form === 'keywords' && asksForAttribute(query.text, name));
        if (share < NAMES.tie * Math.max(...shares)) return 0;
        if (needsFact && share < NAMES.minFact) return 0;
        return share >= NAMES.minFact ? NAMES.high : NAMES.medium;
      }),
    ),
  );
}
