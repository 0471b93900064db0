import { normalizeText } from '../domain/words.ts';
import { answerKind, holdsAnswer } from './answer-kind.ts';
import { NoteShare } from './note-share.ts';
import type { ParsedQuery } from './parse-query.ts';
import { isLongPrompt } from './query-form.ts';
import { hasTimeWord, mentionsTime, nearness } from './query-time.ts';
import type { Doc, Ranked, WeighedTerm } from './ranked.ts';
import { asksForReply } from './speakers.ts';
import { stem } from './tokens.ts';
import type { Weights } from './weights.ts';

const compact = (text: string) => normalizeText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
/** Without separators, so that get_user_by_id and getUserById are equal. */
const compactText = ({ text, names, supersededText }: Doc) => compact(`${text} ${names} ${supersededText}`);

/** What the query asks for besides words. */
export interface Demands {
  readonly query: ParsedQuery;
  readonly asked: readonly WeighedTerm[];
  readonly required: number;
  /** Number of different words. */
  readonly wordCount: number;
  readonly timeWeight: number;
  readonly kind: ReturnType<typeof answerKind>;
  readonly identifiers: readonly string[];
  /** Indexes of the terms for what is asked about the subject; empty if that has no word. */
  readonly aspect: readonly number[];
  /** Indexes of the terms for the attribute that is asked for. */
  readonly attribute: readonly number[];
  /** What machines said counts less. */
  readonly prefersPeople: boolean;
  /** For a long request. */
  readonly noteShare: NoteShare | undefined;
  readonly now: number;
  readonly weights: Weights;
}

export function demandsOf(
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
  now: number,
  weights: Weights,
): Demands {
  const required = asked.reduce((sum, { weight }) => sum + weight, 0);
  const aspect = new Set(query.aspect.map(stem));
  return {
    query,
    asked,
    required,
    wordCount: new Set(query.words).size,
    timeWeight: query.time === undefined ? 0 : required === 0 ? 1 : weights.time * required,
    kind: answerKind(query.text),
    identifiers: query.identifiers.map(compact),
    aspect: asked.flatMap(({ term }, index) => (aspect.has(term.stem) ? [index] : [])),
    attribute: asked.flatMap(({ term }, index) => (term.word === query.attribute ? [index] : [])),
    // An overview judges a message together with its reply.
    prefersPeople: query.overview === undefined && !asksForReply(query.text),
    noteShare: isLongPrompt(query.words) ? new NoteShare(query.text) : undefined,
    now,
    weights,
  };
}

export const timeMetBy = ({ time }: ParsedQuery, { at, text }: Doc) =>
  time === undefined ? 0 : Math.max(nearness(time, at), mentionsTime(time, text));

/** It has the parts of an identifier and not the identifier. */
export const lacksIdentifier = ({ identifiers }: Demands, doc: Doc): boolean =>
  identifiers.length > 0 && !identifiers.some((one) => compactText(doc).includes(one));

/** The explained share of the query, less for a text that cannot be the answer. */
export function coverageOf(
  demands: Demands,
  doc: Doc,
  explainedWeight: number,
  {
    timeMet,
    isExact,
    isBySpeaker,
    anywhere,
  }: Pick<Ranked, 'timeMet' | 'isExact' | 'isBySpeaker' | 'anywhere'>,
): number {
  const { query, asked, required, timeWeight, kind, weights } = demands;
  let share = (explainedWeight + timeWeight * timeMet) / (required + timeWeight || 1);
  if (kind !== undefined && !holdsAnswer(kind, doc.text)) share *= weights.otherKind;
  if (asked.some(({ term }, at) => term.isName && (anywhere[at] ?? 0) === 0)) share *= weights.otherName;
  if (isExact) share += weights.exact * (1 - share);
  if (query.asksWhen && hasTimeWord(doc.text)) share *= 1 + weights.when;
  return isBySpeaker === false ? share * weights.otherSpeaker : share;
}
