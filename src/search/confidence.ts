import { CONFIDENCE, type ConfidenceWeights } from './weights.ts';

/** What speaks for and against a note as the answer. */
export interface Clues {
  /** The weight of the terms that it contains: how unlikely the match is for an unrelated note of the project. */
  readonly evidence: number;
  /** How much more that is than for the best of the other texts. */
  readonly lead: number;
  /** Of that, what its subject or an alias contains. */
  readonly subject: number;
  /** The share of the query that it explains, from 0 to 1. */
  readonly share: number;
  /** Number of names in the query that it lacks. */
  readonly missingNames: number;
  /** Number of specific words of a question that no text contains: each of them is meant. */
  readonly unknownWords: number;
  /** It lacks the word for what is asked about the subject. */
  readonly lacksAttribute: boolean;
  /** It cannot be the answer, for example because it has no number. */
  readonly isOtherKind: boolean;
  /** The query describes work; such queries use other words than notes. */
  readonly isTask: boolean;
  /** It contains an identifier, a path or a compound of the query verbatim. */
  readonly isExact: boolean;
  /** The logarithm of the number of different words of the query. */
  readonly length: number;
  /** The share of its own words that a long request contains. */
  readonly noteShare: number;
  /** The logarithm of the number of its characters, within the bounds of a passage. */
  readonly noteLength: number;
}

/** From 0 to 1; 0.5 is as likely as not. */
export function confidenceFrom(clues: Clues, weights: ConfidenceWeights = CONFIDENCE): number {
  const sum =
    weights.base +
    weights.evidence * clues.evidence +
    weights.lead * Math.max(-1, Math.min(1, clues.lead)) +
    weights.subject * Math.min(1, clues.subject) +
    weights.share * clues.share +
    weights.whole * Math.max(0, (clues.share - weights.nearlyWhole) / (1 - weights.nearlyWhole)) +
    weights.unknownWord * clues.unknownWords +
    weights.missingName * clues.missingNames +
    (clues.lacksAttribute ? weights.lacksAttribute : 0) +
    (clues.isOtherKind ? weights.otherKind : 0) +
    (clues.isTask ? weights.task : 0) +
    (clues.isExact ? weights.identifier : 0) +
    weights.length * clues.length +
    weights.noteShare * clues.noteShare +
    weights.noteLength * clues.noteLength;
  return 1 / (1 + Math.exp(-sum));
}
