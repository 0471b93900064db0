import { normalizeText } from '../domain/words.ts';
import { holdsAnswer, impliesMeasure } from './answer-kind.ts';
import { coverageOf, type Demands, demandsOf, timeMetBy } from './coverage.ts';
import { Matcher, type TermStrengths } from './matcher.ts';
import { NameFinder, nameConfidences } from './names.ts';
import { neighborBoosts } from './neighbor-boost.ts';
import type { ParsedQuery } from './parse-query.ts';
import { bestPassage, type Passage, strengthsOf } from './passages.ts';
import type { Doc, Ranked, WeighedTerm } from './ranked.ts';
import { detectSpeakers, type Speakers, withoutLabel } from './speakers.ts';
import { NAMES, PASSAGE, STRENGTHS, type Weights } from './weights.ts';

const DAY = 86_400_000;

export interface Ranking {
  /** The terms of the query without the names of speakers. */
  readonly asked: readonly WeighedTerm[];
  readonly ranked: readonly Ranked[];
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
  readonly present: TermStrengths;
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
  const anywhere = strengthsOf(spots, asked.length);
  const present = new Float64Array(asked.length);
  const met = new Float64Array(asked.length);
  for (let term = 0; term < asked.length; term += 1) {
    const inText = anywhere[term] ?? 0;
    const beside = Math.max(
      implied[term] ?? 0,
      STRENGTHS.name * (named[term] ?? 0),
      STRENGTHS.superseded * (superseded[term] ?? 0),
    );
    present[term] = Math.max(inText, named[term] ?? 0);
    anywhere[term] = Math.max(inText, beside);
    met[term] = Math.max(found.own[term] ?? 0, beside);
  }
  return {
    passage: { own: found.own, from: found.from + label, to: found.to + label },
    met,
    present,
    anywhere,
  };
}

/** The explained weight, with what neighbors add. */
function explained(asked: readonly WeighedTerm[], met: TermStrengths, boost: TermStrengths): number {
  let sum = 0;
  for (let term = 0; term < asked.length; term += 1)
    sum += (asked[term]?.weight ?? 0) * (1 - (1 - (met[term] ?? 0)) * (1 - (boost[term] ?? 0)));
  return sum;
}

/** Importance and age change a score only a little. */
function adjustment({ now, weights }: Demands, { at, importance, halfLifeDays }: Doc): number {
  const age = Math.max(0, now - at) / DAY;
  return (1 + weights.importance * (importance / 5 - 1)) * (1 + weights.recency * 2 ** (-age / halfLifeDays));
}

function judge(
  demands: Demands,
  doc: Doc,
  { passage, met, present, anywhere }: Match,
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
  const lacksAspect =
    demands.aspect.length > 0 &&
    speakers.isWithMachine(doc) &&
    demands.aspect.every((term) => (met[term] ?? 0) === 0);
  return {
    timeMet: facts.timeMet,
    isExact: facts.isExact,
    isBySpeaker: facts.isBySpeaker,
    anywhere,
    doc,
    confidence:
      Math.max(coverage, named) *
      (isReply ? weights.assistantConfidence : 1) *
      (lacksAspect ? weights.otherAspect : 1),
    score:
      coverage *
      adjustment(demands, doc) *
      (isReply ? weights.assistant : 1) *
      (named > 0 ? 1 + NAMES.bonus : 1),
    passage,
    present,
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
