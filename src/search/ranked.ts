import type { StemStrengths, TermStrengths } from './matcher.ts';
import type { Term } from './parse-query.ts';
import type { Passage } from './passages.ts';

/** A candidate, or a neighbor of one. */
export interface Doc {
  readonly key: string;
  /** The session or transcript it belongs to, and its position there: neighbors boost each other. */
  readonly thread: string | null;
  readonly order: number;
  readonly text: string;
  /** Subject, tags and aliases. */
  readonly names: string;
  /** Subject and aliases. */
  readonly subjects: readonly string[];
  /** Text of the records that it superseded; queries may still use their words. */
  readonly supersededText: string;
  /** null if the text does not come from a conversation; then its label decides. */
  readonly speaker: string | null;
  readonly at: number;
  readonly importance: number;
  /** After this many days half of the recency bonus is left. */
  readonly halfLifeDays: number;
}

export interface WeighedTerm {
  readonly term: Term;
  /** Share of the query that depends on this term. */
  readonly weight: number;
  /** No text contains it. */
  readonly isUnknown?: boolean;
  readonly known: StemStrengths;
}

export interface Ranked {
  readonly doc: Doc;
  /** How much of the query it explains; 1 is all of it. Slightly more is possible. */
  readonly confidence: number;
  /** The explained share, adjusted by speaker, name, importance and age. Hits are sorted by it. */
  readonly score: number;
  /** The passage that matches best; positions are those of the text. */
  readonly passage: Passage;
  /** By term, the match anywhere in the text or its names, with what it superseded, and near it. */
  readonly present: TermStrengths;
  readonly anywhere: TermStrengths;
  readonly boost: TermStrengths;
  readonly timeMet: number;
  readonly isExact: boolean;
  readonly isBySpeaker: boolean | null;
  readonly isConversation: boolean;
  /** Said by an assistant or a tool. */
  readonly isByMachine: boolean;
  /** Cosine similarity with the query, if there are vectors. */
  readonly similarity?: number;
}
