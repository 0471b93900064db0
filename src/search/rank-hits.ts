import type { ParsedQuery } from './parse-query.ts';

export interface Candidate {
  readonly id: string;
  readonly text: string;
  /** The index's own relevance; larger is better. */
  readonly relevance: number;
  readonly importance: number;
}

export interface Hit {
  readonly id: string;
  /** 0 to 1. */
  readonly score: number;
  readonly matched: readonly string[];
  readonly why: string;
}

/** A clearly better match is never beaten by a more important one: importance moves a score by a tenth at most. */
const IMPORTANCE_SHARE = 0.1;
const COVERAGE_SHARE = 0.6;

const foldedWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);

/** Without its ending a word meets its inflections, much as the index does. */
const stem = (word: string) => word.replace(/(?:ing|ed|es|s)$/u, '');

const meets = (words: ReadonlySet<string>, stems: ReadonlySet<string>, term: string) =>
  words.has(term) || stems.has(stem(term));

export function rankHits(query: ParsedQuery, candidates: readonly Candidate[]): Hit[] {
  const best = Math.max(...candidates.map(({ relevance }) => relevance), Number.EPSILON);
  return candidates
    .map(({ id, text, relevance, importance }) => {
      const words = foldedWords(text);
      const stems = new Set([...words].map(stem));
      const matched = query.terms.filter((term) => meets(words, stems, term));
      const coverage = query.terms.length === 0 ? 0 : matched.length / query.terms.length;
      const match = COVERAGE_SHARE * coverage + (1 - COVERAGE_SHARE) * (relevance / best);
      const score = match * (1 - IMPORTANCE_SHARE) + match * IMPORTANCE_SHARE * (importance / 10);
      const why = `${matched.length} of ${query.terms.length} words (${matched.join(', ') || 'by stem or alias'}), importance ${importance}`;
      return { id, score: Math.round(score * 1_000) / 1_000, matched, why };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
