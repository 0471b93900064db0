import type { Term } from './parse-query.ts';

/** Weights of the parts of a score; a benchmark removes them one by one. */
export interface Weights {
  /** What a match adds to the next and the previous texts, nearest first. */
  readonly later: readonly number[];
  readonly earlier: readonly number[];
  /** Factor for neighbors that are records and not a conversation. */
  readonly amongNotes: number;
  /** Factor for texts of another speaker than the named one. */
  readonly otherSpeaker: number;
  /** Weight of a named time relative to all words. */
  readonly time: number;
  /** Factor for texts of another time than the named one. */
  readonly otherTime: number;
  /** Bonus for texts that mention a time, if the question asks when. */
  readonly when: number;
  /** Factor for texts without a number, if the question asks for one. */
  readonly otherKind: number;
  /** Factor for texts without a name that the question contains. */
  readonly otherName: number;
  /** Factor for texts that contain the parts of an identifier, but not the identifier. */
  readonly otherIdentifier: number;
  /** Bonus for texts that contain a name, path or message verbatim. */
  readonly exact: number;
  /** Share of the keywords that is taken to be meant; the rest are guesses. */
  readonly meant: number;
  /** Weight of the whole text beside its best passage. */
  readonly wholeText: number;
  /** Limits of the influence of importance and of age. */
  readonly importance: number;
  readonly recency: number;
}

export const WEIGHTS: Weights = {
  later: [0.5, 0.4, 0.3, 0.2, 0.1],
  earlier: [0.4, 0.3, 0.2, 0.1],
  amongNotes: 0.2,
  otherSpeaker: 0.5,
  time: 0.5,
  otherTime: 0.85,
  when: 0.12,
  otherKind: 0.7,
  otherName: 0.7,
  otherIdentifier: 0.6,
  exact: 0.15,
  meant: 0.93,
  wholeText: 0.15,
  importance: 0.04,
  recency: 0.05,
};

/** A word that no text contains speaks against every answer; among keywords it may be a guess. */
const UNKNOWN_WORD_FACTOR = 1.3;

const information = (count: number, total: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));

/** The weight of a term: 1 for a word that occurs once, less the more often it occurs. */
export function weighTerm({ specificity }: Term, count: number, total: number, isKeyword = false): number {
  const all = Math.max(total, 2);
  const share = information(Math.min(Math.max(count, 1), all), all) / information(1, all);
  return (
    specificity *
    Math.max(share, 0.02) *
    (count === 0 && specificity >= 1 && !isKeyword ? UNKNOWN_WORD_FACTOR : 1)
  );
}
