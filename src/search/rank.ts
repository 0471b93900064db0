import { normalizeText } from '../domain/words.ts';
import { answerKind, holdsAnswer, impliesMeasure } from './answer-kind.ts';
import { Matcher, type StemStrengths, type TermStrengths } from './matcher.ts';
import { NameFinder, nameConfidences } from './names.ts';
import { neighborBoosts } from './neighbor-boost.ts';
import type { ParsedQuery, Term } from './parse-query.ts';
import { bestPassage, type Passage, strengthsOf } from './passages.ts';
import { hasTimeWord, mentionsTime, nearness } from './query-time.ts';
import {
  asksForReply,
  conversations,
  isMachine,
  isRole,
  labelOf,
  namedSpeakers,
  withoutLabel,
} from './speakers.ts';
import { NAMES, STRENGTHS, TASK_WORD_FACTOR, type Weights } from './weights.ts';

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
  /** The confidence, adjusted by neighbors, importance and age. Hits are sorted by it. */
  readonly score: number;
  /** The passage that matches best; positions are those of the text. */
  readonly passage: Passage;
  /** By term, the match in its best passage, anywhere in the text or its names, and near it. */
  readonly own: TermStrengths;
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

const FULL_WEIGHT = 4;
const EXCESS_SHARE = 0.15;

/** Few words of a long question carry its meaning: weight above four counts little. */
const cappedWeight = (weight: number) =>
  weight <= FULL_WEIGHT ? weight : FULL_WEIGHT + (weight - FULL_WEIGHT) * EXCESS_SHARE;

/** Finds out who speaks in which text and which speakers the query names. */
function detectSpeakers(query: ParsedQuery, docs: readonly Doc[]) {
  const labels = docs.map(({ speaker, text }) => speaker ?? labelOf(text));
  const conversationThreads = conversations(
    docs.flatMap(({ thread, speaker, text }, index) =>
      speaker === null ? [{ thread, text, label: labels[index] ?? null }] : [],
    ),
  );
  const isConversation = docs.map(
    ({ thread, speaker }) => speaker !== null || (thread !== null && conversationThreads.has(thread)),
  );
  const speakers = new Set(
    labels.filter(
      (label, index): label is string => label !== null && isConversation[index] === true && !isRole(label),
    ),
  );
  const named = namedSpeakers(query.words, speakers);
  const isBySpeaker = docs.map((_, index) => {
    const label = labels[index] ?? null;
    return named.size === 0 || label === null || isConversation[index] !== true ? null : named.has(label);
  });
  const isByMachine = docs.map(
    (_, index) => isConversation[index] === true && isMachine(labels[index] ?? ''),
  );
  return {
    isConversation,
    isBySpeaker,
    isByMachine,
    nameWords: new Set([...named].flatMap((name) => name.split(' '))),
  };
}

/** Quantities that keywords name and that a short text states without their name. In a sentence each word is meant. */
const impliedIn = (text: string, { isKeywords }: ParsedQuery, asked: readonly WeighedTerm[]) =>
  asked.map(({ term }) => (isKeywords && impliesMeasure(term.word, text) ? STRENGTHS.implied : 0));

interface Match {
  readonly passage: Passage;
  /** In the passage and in the names of the text. */
  readonly met: TermStrengths;
  readonly anywhere: TermStrengths;
}

const SHORT = 500;

function matchOf(
  doc: Doc,
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
  matcher: Matcher,
  isLabeled: boolean,
): Match {
  const content = isLabeled ? withoutLabel(doc.text) : doc.text;
  const spots = matcher.spotsIn(content);
  const found = bestPassage(
    spots,
    asked.map(({ weight }) => weight),
  );
  const label = doc.text.length - content.length;
  const passage = { ...found, from: found.from + label, to: found.to + label };
  const names = strengthsOf(matcher.spotsIn(doc.names), asked.length);
  const superseded = strengthsOf(matcher.spotsIn(doc.supersededText), asked.length);
  const implied = content.length > SHORT ? [] : impliedIn(content, query, asked);
  const beside = names.map((strength, term) =>
    Math.max(implied[term] ?? 0, STRENGTHS.name * strength, STRENGTHS.superseded * (superseded[term] ?? 0)),
  );
  const all = strengthsOf(spots, asked.length);
  return {
    passage,
    met: found.own.map((strength, term) => Math.max(strength, beside[term] ?? 0)),
    anywhere: all.map((strength, term) => Math.max(strength, beside[term] ?? 0)),
  };
}

/** The explained weight, with what neighbors add. */
function explained(asked: readonly WeighedTerm[], met: TermStrengths, boost: TermStrengths): number {
  let sum = 0;
  for (let term = 0; term < asked.length; term += 1)
    sum += (asked[term]?.weight ?? 0) * (1 - (1 - (met[term] ?? 0)) * (1 - (boost[term] ?? 0)));
  return sum;
}

export function rank(
  query: ParsedQuery,
  terms: readonly WeighedTerm[],
  docs: readonly Doc[],
  now: number,
  weights: Weights,
): Ranking {
  const { isConversation, isBySpeaker, isByMachine, nameWords } = detectSpeakers(query, docs);
  const others = terms.filter(({ term }) => !nameWords.has(term.word));
  const asked = others.length > 0 || query.time !== undefined ? others : terms;
  const matcher = new Matcher(asked);
  const matches = docs.map((doc, index) =>
    matchOf(doc, query, asked, matcher, isConversation[index] === true && doc.speaker === null),
  );
  const boosts = neighborBoosts(
    docs.map(({ thread, order, text }, index) => ({
      thread: isConversation[index] === true ? thread : null,
      order,
      length: text.length,
      met: matches[index]?.met ?? new Float64Array(asked.length),
    })),
    weights,
  );

  const isBeside = ({ term, isUnknown }: WeighedTerm) =>
    query.form === 'task' && !term.isName && (term.specificity < 1 || isUnknown === true);
  const words =
    cappedWeight(asked.reduce((sum, one) => sum + one.weight * (isBeside(one) ? TASK_WORD_FACTOR : 1), 0)) *
    (query.isKeywords || query.form === 'task' ? weights.meant : 1);
  const names = nameConfidences(
    docs.map(({ subjects }, index) => ({ subjects, anywhere: matches[index]?.anywhere ?? [] })),
    new NameFinder(matcher, asked, query),
    query,
    asked,
  );
  const timeWeight = query.time === undefined ? 0 : words === 0 ? 1 : weights.time * words;
  const whole = words + timeWeight || 1;
  const kind = answerKind(query.text);
  const none = new Float64Array(asked.length);
  const prefersPeople = !asksForReply(query.text);

  const ranked = docs.map((doc, index): Ranked => {
    const { passage, met, anywhere } = matches[index] ?? {
      passage: { own: none, from: 0, to: 0 },
      met: none,
      anywhere: none,
    };
    const boost = boosts[index] ?? none;
    const explainedWeight = explained(asked, met, boost);
    const timeMet =
      query.time === undefined
        ? 0
        : Math.max(nearness(query.time, doc.at), mentionsTime(query.time, doc.text));
    const normalized = query.exact.length === 0 ? '' : normalizeText(doc.text);
    const isExact = query.exact.some((exact) => normalized.includes(exact));
    let confidence = (explainedWeight + timeWeight * timeMet) / whole;
    if (kind !== undefined && !holdsAnswer(kind, doc.text)) confidence *= weights.otherKind;
    if (asked.some(({ term }, at) => term.isName && (anywhere[at] ?? 0) === 0))
      confidence *= weights.otherName;
    if (isExact) confidence += weights.exact * (1 - confidence);
    if (query.asksWhen && hasTimeWord(doc.text)) confidence *= 1 + weights.when;
    if (isBySpeaker[index] === false) confidence *= weights.otherSpeaker;
    const name = kind === undefined || holdsAnswer(kind, doc.text) ? (names[index] ?? 0) * weights.names : 0;
    const named = Math.max(confidence, name);
    const age = Math.max(0, now - doc.at) / DAY;
    const isReply = prefersPeople && isByMachine[index] === true;
    const moved =
      (1 + weights.importance * (doc.importance / 5 - 1)) *
      (1 + weights.recency * 2 ** (-age / doc.halfLifeDays)) *
      (isReply ? weights.assistant : 1) *
      (name > 0 ? 1 + NAMES.bonus : 1);
    return {
      doc,
      confidence: named * (isReply ? weights.assistantConfidence : 1),
      score: confidence * moved,
      passage,
      own: passage.own,
      anywhere,
      boost,
      timeMet,
      isExact,
      isBySpeaker: isBySpeaker[index] ?? null,
      isConversation: isConversation[index] === true,
    };
  });
  ranked.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
  return { asked, ranked };
}
