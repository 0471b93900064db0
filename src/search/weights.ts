/** How the parts of a score weigh; a benchmark takes them away one by one. */
export interface Weights {
  /** What a match lends to the texts behind it and before it, nearest first. */
  readonly later: readonly number[];
  readonly earlier: readonly number[];
  /** Share of that between records that are no conversation: they only happen to be written in one sitting. */
  readonly amongNotes: number;
  /** What remains of a text that somebody else said than the one the question names. */
  readonly otherSpeaker: number;
  /** Share of the time a question names, beside all its words. */
  readonly time: number;
  /** What remains of a text of another time than the one a question names. */
  readonly otherTime: number;
  /** For a text that tells a time, where the question asks when. */
  readonly when: number;
  /** What remains of a text without a number, where the question asks how many, and the like. */
  readonly otherKind: number;
  /** What remains of a text that does not have a name the question gives. */
  readonly otherName: number;
  /** What remains of a text that has the pieces of an identifier, but not that one. */
  readonly otherIdentifier: number;
  /** For the very words of a name, path or message. */
  readonly exact: number;
  /** Of keywords in a row so much is meant; the rest are guesses. */
  readonly meant: number;
  /** The whole text counts as much as this beside its best passage. */
  readonly wholeText: number;
  /** A score never moves by more than these for importance and for age. */
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
