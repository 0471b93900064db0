/** Logistic weights of what speaks for and against a note; all were fitted to whole sets and rounded. */
export const CONFIDENCE = {
  base: -3.5,
  evidence: 1,
  lead: 2,
  subject: 2.8,
  share: 1.5,
  /** For a share above this one: a text that contains all that was asked needs nothing else. */
  nearlyWhole: 0.6,
  whole: 2,
  missingName: -1,
  lacksAttribute: -6,
  otherKind: -5,
  unknownWord: -1.3,
  task: 1.2,
  identifier: 0,
  length: 0,
  noteShare: 0,
  noteLength: 0,
};

/** The same for a long request, of which a note explains little; its lead is that in two of the sentences. */
export const REQUEST_CONFIDENCE: ConfidenceWeights = {
  base: 9,
  evidence: 1.8,
  lead: 0.5,
  subject: 1.3,
  share: 0,
  nearlyWhole: 0,
  whole: 0,
  missingName: 0,
  lacksAttribute: 0,
  otherKind: 0,
  unknownWord: 0,
  task: 0,
  identifier: 2,
  /** A request of more words shares more of them with any note. */
  length: -0.9,
  /** A note about the same thing uses several words of the request. */
  noteShare: 8,
  /** And a longer note shares more of them with any request. */
  noteLength: -2.2,
};

export type ConfidenceWeights = Readonly<Record<keyof typeof CONFIDENCE, number>>;

/** Weights of the parts of a score; a benchmark removes them one by one. */
export interface Weights {
  /** What a match adds to the next and the previous texts of a conversation, nearest first. */
  readonly later: readonly number[];
  readonly earlier: readonly number[];
  /** Factor for texts of another speaker than the named one. */
  readonly otherSpeaker: number;
  /** Factor for the rank of what an assistant or a tool said, unless the question asks for it. */
  readonly assistant: number;
  /** The same for the confidence. One that contains each word of the query once is still returned. */
  readonly assistantConfidence: number;
  /** Weight of a named time relative to all words. */
  readonly time: number;
  /** Bonus for texts that mention a time, if the question asks when. */
  readonly when: number;
  /** Factor for texts without a number, if the question asks for one. */
  readonly otherKind: number;
  /** Factor for texts without a name that the question contains. */
  readonly otherName: number;
  /** Factor for the confidence in texts of a chat with an assistant without a word for what is asked about the subject. */
  readonly otherAspect: number;
  /** Bonus for texts that contain a name, path or message verbatim. */
  readonly exact: number;
  /** Limits of the influence of importance and of age. */
  readonly importance: number;
  readonly recency: number;
  /** Of notes. */
  readonly confidence: ConfidenceWeights;
  readonly requestConfidence: ConfidenceWeights;
}

export const WEIGHTS: Weights = {
  later: [0.5, 0.4, 0.3, 0.2, 0.1],
  earlier: [0.4, 0.3, 0.2, 0.1],
  otherSpeaker: 0.5,
  assistant: 0.25,
  assistantConfidence: 0.56,
  time: 0.6,
  when: 0.12,
  otherKind: 0.7,
  otherName: 0.7,
  otherAspect: 0.5,
  exact: 0.15,
  importance: 0.04,
  recency: 0.05,
  confidence: CONFIDENCE,
  requestConfidence: REQUEST_CONFIDENCE,
};

/** Strength of a match that is not the word itself in the text itself. */
export const STRENGTHS = {
  prefix: 0.9,
  /** Not a name: `ready` is one letter away from Redis. */
  typo: 0.85,
  /** `timezone` for `time zone`, and the other way round. */
  joined: 0.9,
  inside: 0.75,
  sameRoot: 0.75,
  name: 0.95,
  superseded: 0.8,
  /** A quantity that is stated but not named. */
  implied: 0.35,
};

/** Sizes in UTF-16 units. */
export const PASSAGE = {
  /** Matches within this length count as one passage. */
  length: 400,
  /** A shorter note is not more about its subject. */
  short: 100,
  /** About as much is shown of a longer text. */
  shown: 300,
  /** A shown passage may start this much earlier, and be this much longer, to show whole sentences. */
  before: 120,
  /** What negates a match is looked for so far before it. */
  sentence: 250,
  slack: 60,
  /** Shorter texts are shown whole. */
  wholeText: 500,
};

/** How specific a word is, apart from its frequency in the project. */
export const SPECIFICITY = {
  name: 1.2,
  common: 0.7,
  piece: 0.5,
  everyday: 0.5,
  number: 0.2,
  /** The most specific word of a query that has only everyday and common words. */
  only: 0.95,
};

/** Confidence from which a hit is returned without `min_score`. */
export const CUTOFF = {
  minScore: 0.5,
  conversation: 0.45,
  /** Hits above this share of the best confidence are returned too. */
  shareOfBest: 0.7,
  /** The same among turns of a conversation. */
  shareInConversation: 0.6,
  high: 0.8,
  /** Largest confidence for a query of stop words alone, unless a text contains it verbatim. */
  stopWords: 0.3,
  /** Number of texts that are shown if none is returned. */
  nearest: 3,
};

/** How the messages of an overview are chosen. */
export const OVERVIEW = {
  /** Factor for the rank of a message for each better one of the same session. */
  sameSession: 0.8,
  /** The most confident of so many hits decides whether anything is returned. */
  deciding: 10,
};

export const NEIGHBORS = {
  /** Texts up to this length boost their neighbors in full, longer ones less. */
  fullLength: 400,
};

export const NAMES = {
  /** Weaker matches, such as synonyms, are not the name. */
  minStrength: 0.9,
  /** Words that may stand between the words of a name. */
  gap: 1,
  /** Least weight of a name of several words. */
  wholeName: 0.8,
  /** What a name adds to the rank. */
  bonus: 0.2,
};

/** A word that no text contains speaks against every answer; among keywords it may be a guess. */
const UNKNOWN_WORD_FACTOR = 1.3;
/** Everyday words are also used where nobody wrote them down. */
const UNKNOWN_COMMON_FACTOR = 0.5;

/** Fewer texts do not show how rare a word is. */
const MIN_TOTAL = 30;

const information = (count: number, total: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));

/** The weight of a term: 1 for a word that occurs once, less the more often it occurs. */
export function weighTerm(
  { specificity }: { readonly specificity: number },
  count: number,
  total: number,
  isKeyword = false,
): number {
  const all = Math.max(total, MIN_TOTAL);
  const share = information(Math.min(Math.max(count, 1), all), all) / information(1, all);
  return (
    specificity *
    Math.max(share, 0.02) *
    (count > 0 ? 1 : specificity < 1 ? UNKNOWN_COMMON_FACTOR : isKeyword ? 1 : UNKNOWN_WORD_FACTOR)
  );
}
