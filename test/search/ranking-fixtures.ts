import { parseQuery } from '../../src/search/parse-query.ts';
import { rank } from '../../src/search/rank.ts';
import type { Doc, Ranked, WeighedTerm } from '../../src/search/ranked.ts';
import { WEIGHTS, weighTerm } from '../../src/search/weights.ts';

export const NOW = Date.UTC(2026, 6, 15, 12);
export const DAY = 86_400_000;

export const parse = (text: string) => parseQuery(text, NOW);

/** Terms without synonyms, each with the frequency of one in a hundred texts. */
export const termsOf = (question: string): WeighedTerm[] =>
  parse(question).terms.map((term) => ({
    term,
    known: new Map([[term.stem, 1]]),
    weight: weighTerm(term, 1, 100),
  }));

export const makeDoc = (text: string, more: Partial<Doc> = {}): Doc => ({
  key: text,
  thread: null,
  order: 0,
  text,
  names: '',
  subjects: [],
  supersededText: '',
  speaker: null,
  at: NOW,
  importance: 5,
  halfLifeDays: 365,
  ...more,
});

/** The texts ranked for a question, best first. */
export const rankedFor = (question: string, docs: readonly Doc[]): readonly Ranked[] =>
  rank(parse(question), termsOf(question), docs, NOW, WEIGHTS).ranked;

export const found = (ranked: readonly Ranked[], key: string): Ranked => {
  const one = ranked.find(({ doc }) => doc.key === key);
  if (one === undefined) throw new Error(`${key} is not among them`);
  return one;
};
