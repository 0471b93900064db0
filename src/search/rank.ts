import { normalizeText } from '../domain/words.ts';
import { answerKind, holdsAnswer, impliesMeasure } from './answer-kind.ts';
import { Matcher, type StemStrengths, type TermStrengths } from './matcher.ts';
import { NameFinder, nameConfidences } from './names.ts';
import { neighborBoosts } from './neighbor-boost.ts';
import type { ParsedQuery, Term } from './parse-query.ts';
import { bestPassage, type Passage, strengthsOf } from './passages.ts';
import { hasTimeWord, mentionsTime, nearness } from './query-time.ts';
import { asksForReply, detectSpeakers, type Speakers, withoutLabel } from './speakers.ts';
import { NAMES, PASSAGE, QUERY, STRENGTHS, type Weights } from './weights.ts';

const DAY = 86_400_000;

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
  /** By term, the match anywhere in the text or its names, and near it. */
  readonly anywhere: TermStrengths;
  readonly boost: TermStrengths;
  readonly timeMet: number;
  readonly isExact: boolean;
  readonly isBySpeaker: boolean | null;
  readonly isConversation: boolean;
  /** Cosine similarity with the query, if there are vectors. */
  readonly similarity?: number;
}

export interface Ranking {
  /** The terms of the query without the names of speakers. */
  readonly asked: readonly WeighedTerm[];
  readonly ranked: readonly Ranked[];
}

const compact = (text: string) => normalizeText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
/** Without separators, so that get_user_by_id and getUserById are equal. */
const compactText = ({ text, names, supersededText }: Doc) => compact(`${text} ${names} ${supersededText}`);

/** Few words of a long question carry its meaning: weight above a limit counts little. */
const cappedWeight = (weight: number) =>
  weight <= QUERY.fullWeight ? weight : QUERY.fullWeight + (weight - QUERY.fullWeight) * QUERY.excessShare;

/**
 * The weight that a text has to explain for full confidence. Unknown and generic words of a task describe the work and not its
 * subject. Some keywords are guesses; the parts of an identifier are not.
 */
function requiredWeight(query: ParsedQuery, asked: readonly WeighedTerm[], { meant }: Weights): number {
  const isTask = query.form === 'task';
  const shareOf = ({ term, isUnknown }: WeighedTerm) => {
    const isBeside = isTask && !term.isName && (term.specificity < 1 || isUnknown === true);
    const isGuess = (isTask || query.isKeywords) && term.kind !== 'piece';
    return (isBeside ? QUERY.taskWordFactor : 1) * (isGuess ? meant : 1);
  };
  return cappedWeight(asked.reduce((sum, one) => sum + one.weight * shareOf(one), 0));
}

/** Quantities that keywords name and that a short text states without their name. In a sentence each word is meant. */
const impliedIn = (text: string, { isKeywords }: ParsedQuery, asked: readonly WeighedTerm[]) =>
  text.length > PASSAGE.wholeText || !isKeywords
    ? []
    : asked.map(({ term }) => (impliesMeasure(term.word, text) ? STRENGTHS.implied : 0));

interface Match {
  readonly passage: Passage;
  /** In the passage and in the names of the text. */
  readonly met: TermStrengths;
  readonly anywhere: TermStrengths;
}

function matchOf(
  doc: Doc,
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
  matcher: Matcher,
  isLabeled: boolean,
): Match {
  const content = isLabeled ? withoutLabel(doc.text) : doc.text;
  const label = doc.text.length - content.length;
  const spots = matcher.spotsIn(content);
  const weights = asked.map(({ weight }) => weight);
  const found = bestPassage(spots, weights);
  const named = strengthsOf(matcher.spotsIn(doc.names), asked.length);
  const superseded = strengthsOf(matcher.spotsIn(doc.supersededText), asked.length);
  const implied = impliedIn(content, query, asked);
  const withNames = (strength: number, term: number) =>
    Math.max(
      strength,
      implied[term] ?? 0,
      STRENGTHS.name * (named[term] ?? 0),
      STRENGTHS.superseded * (superseded[term] ?? 0),
    );
  return {
    passage: { ...found, from: found.from + label, to: found.to + label },
    met: found.own.map(withNames),
    anywhere: strengthsOf(spots, asked.length).map(withNames),
  };
}

/** The explained weight, with what neighbors add. */
function explained(asked: readonly WeighedTerm[], met: TermStrengths, boost: TermStrengths): number {
  let sum = 0;
  for (let term = 0; term < asked.length; term += 1)
    sum += (asked[term]?.weight ?? 0) * (1 - (1 - (met[term] ?? 0)) * (1 - (boost[term] ?? 0)));
  return sum;
}

/** What the query asks for besides words. */
interface Demands {
  readonly query: ParsedQuery;
  readonly asked: readonly WeighedTerm[];
  readonly required: number;
  readonly timeWeight: number;
  readonly kind: ReturnType<typeof answerKind>;
  readonly identifiers: readonly string[];
  /** What machines said counts less. */
  readonly prefersPeople: boolean;
  readonly now: number;
  readonly weights: Weights;
}

function demandsOf(
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
  now: number,
  weights: Weights,
): Demands {
  const required = requiredWeight(query, asked, weights);
  return {
    query,
    asked,
    required,
    timeWeight: query.time === undefined ? 0 : required === 0 ? 1 : weights.time * required,
    kind: answerKind(query.text),
    identifiers: query.identifiers.map(compact),
    prefersPeople: !asksForReply(query.text),
    now,
    weights,
  };
}

const timeMetBy = ({ time }: ParsedQuery, { at, text }: Doc) =>
  time === undefined ? 0 : Math.max(nearness(time, at), mentionsTime(time, text));

/** The explained share of the query, less for a text that cannot be the answer. */
function coverageOf(
  { query, asked, required, timeWeight, kind, identifiers, weights }: Demands,
  doc: Doc,
  explainedWeight: number,
  {
    timeMet,
    isExact,
    isBySpeaker,
    anywhere,
  }: Pick<Ranked, 'timeMet' | 'isExact' | 'isBySpeaker' | 'anywhere'>,
): number {
  let share = (explainedWeight + timeWeight * timeMet) / (required + timeWeight || 1);
  if (kind !== undefined && !holdsAnswer(kind, doc.text)) share *= weights.otherKind;
  if (asked.some(({ term }, at) => term.isName && (anywhere[at] ?? 0) === 0)) share *= weights.otherName;
  if (identifiers.length > 0 && !identifiers.some((one) => compactText(doc).includes(one)))
    share = Math.min(1, share) * weights.otherIdentifier;
  if (isExact) share += weights.exact * (1 - share);
  if (query.asksWhen && hasTimeWord(doc.text)) share *= 1 + weights.when;
  return isBySpeaker === false ? share * weights.otherSpeaker : share;
}

/** Importance and age change a score only a little. */
function adjustment({ now, weights }: Demands, { at, importance, halfLifeDays }: Doc): number {
  const age = Math.max(0, now - at) / DAY;
  return (1 + weights.importance * (importance / 5 - 1)) * (1 + weights.recency * 2 ** (-age / halfLifeDays));
}

function judge(
  demands: Demands,
  doc: Doc,
  { passage, met, anywhere }: Match,
  boost: TermStrengths,
  nameConfidence: number,
  speakers: Speakers,
): Ranked {
  const { query, asked, kind, weights, prefersPeople } = demands;
  const normalized = query.exact.length === 0 ? '' : normalizeText(doc.text);
  const facts = {
    anywhere,
    timeMet: timeMetBy(query, doc),
    isExact: query.exact.some((exact) => normalized.includes(exact)),
    isBySpeaker: speakers.isBySpeaker(doc),
  };
  const coverage = coverageOf(demands, doc, explained(asked, met, boost), facts);
  const isAnswerKind = kind === undefined || holdsAnswer(kind, doc.text);
  const named = isAnswerKind ? nameConfidence * weights.names : 0;
  const isReply = prefersPeople && speakers.isByMachine(doc);
  return {
    ...facts,
    doc,
    confidence: Math.max(coverage, named) * (isReply ? weights.assistantConfidence : 1),
    score:
      coverage *
      adjustment(demands, doc) *
      (isReply ? weights.assistant : 1) *
      (named > 0 ? 1 + NAMES.bonus : 1),
    passage,
    boost,
    isConversation: speakers.isConversation(doc),
  };
}

export function rank(
  query: ParsedQuery,
  terms: readonly WeighedTerm[],
  docs: readonly Doc[],
  now: number,
  weights: Weights,
): Ranking {
  const speakers = detectSpeakers(query.words, docs);
  const others = terms.filter(({ term }) => !speakers.named.has(term.word));
  const asked = others.length > 0 || query.time !== undefined ? others : terms;
  const matcher = new Matcher(asked);
  const matched = docs.map((doc) => {
    const isConversation = speakers.isConversation(doc);
    return {
      doc,
      isConversation,
      ...matchOf(doc, query, asked, matcher, isConversation && doc.speaker === null),
    };
  });
  const boosts = neighborBoosts(
    matched.map(({ doc, isConversation, met }) => ({
      thread: isConversation ? doc.thread : null,
      order: doc.order,
      length: doc.text.length,
      met,
    })),
    weights,
  );
  const names = nameConfidences(
    matched.map(({ doc, anywhere }) => ({ subjects: doc.subjects, anywhere })),
    new NameFinder(matcher, asked, query),
    query,
    asked,
  );
  const demands = demandsOf(query, asked, now, weights);
  const none = new Float64Array(asked.length);
  const ranked = matched.map(({ doc, ...match }, index) =>
    judge(demands, doc, match, boosts[index] ?? none, names[index] ?? 0, speakers),
  );
  ranked.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
  return { asked, ranked };
}
