import { asksForAttribute } from './query-form.ts';
import type { Matcher } from './matcher.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { WeighedTerm } from './rank.ts';
import { stopWordsFor } from './stop-words.ts';
import { NAMES } from './weights.ts';
import { wordsOf } from './tokens.ts';
import { normalizeText } from '../domain/words.ts';

/** A subject or alias of a record that the query contains whole. */
export interface NameMatch {
  readonly name: string;
  /** Indexes of the terms that it consists of. */
  readonly terms: ReadonlySet<number>;
}

const NOTHING: ReadonlySet<string> = new Set();

const contentWords = (name: string) => {
  const words = wordsOf(name);
  const stops = words.length > 1 ? stopWordsFor(words.map(normalizeText)) : NOTHING;
  return words.filter((word) => !stops.has(normalizeText(word)));
};

function matchName(name: string, matcher: Matcher, asked: readonly WeighedTerm[]): NameMatch | undefined {
  const terms = new Set<number>();
  for (const word of contentWords(name)) {
    const strong = matcher.matchesOf(word).filter(({ strength }) => strength >= NAMES.minStrength);
    if (strong.length === 0) return undefined;
    for (const { index } of strong) terms.add(index);
  }
  const isSpecific = [...terms].some((index) => (asked[index]?.term.specificity ?? 0) >= 1);
  return isSpecific ? { name, terms } : undefined;
}

const keyOf = ({ terms }: NameMatch) => [...terms].sort((a, b) => a - b).join(' ');

/** By text, the longest of its names that the query contains; none if many texts carry that name. */
export function matchNames(
  subjects: readonly (readonly string[])[],
  matcher: Matcher,
  asked: readonly WeighedTerm[],
): readonly (NameMatch | undefined)[] {
  const carriers = new Map<string, number>();
  const weightOf = ({ terms }: NameMatch) =>
    [...terms].reduce((sum, index) => sum + (asked[index]?.weight ?? 0), 0);
  const matched = subjects.map((names) => {
    const found = names.flatMap((name) => matchName(name, matcher, asked) ?? []);
    for (const key of new Set(found.map(keyOf))) carriers.set(key, (carriers.get(key) ?? 0) + 1);
    return found.sort((a, b) => weightOf(b) - weightOf(a));
  });
  return matched.map((found) => found.find((one) => (carriers.get(keyOf(one)) ?? 0) <= NAMES.maxCarriers));
}

/**
 * The confidence in a record whose name the query contains. A question for a fact, and one for an attribute of the name, also
 * needs words for that fact; a task needs only its subject.
 */
export function nameConfidence(
  { name, terms }: NameMatch,
  { form, text }: ParsedQuery,
  asked: readonly WeighedTerm[],
  met: (index: number) => number,
): number {
  let [total, found] = [0, 0];
  asked.forEach(({ term, weight }, index) => {
    if (terms.has(index) || term.specificity < 1) return;
    total += weight;
    found += weight * met(index);
  });
  const share = total === 0 ? 1 : found / total;
  const needsFact = form === 'question' || (form === 'keywords' && asksForAttribute(text, name));
  if (needsFact && share < NAMES.minFact) return 0;
  return share >= NAMES.minFact ? NAMES.high : NAMES.medium;
}
