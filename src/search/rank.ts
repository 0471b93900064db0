import { normalizeText } from '../domain/words.ts';
import { holdsAnswer, impliesMeasure, statesVersion } from './answer-kind.ts';
import { confidenceFrom } from './confidence.ts';
import { coverageOf, type Demands, demandsOf, lacksIdentifier, timeMetBy } from './coverage.ts';
import { leadsOf } from './leads.ts';
import { Matcher, type TermStrengths } from './matcher.ts';
import { NameFinder } from './names.ts';
import { neighborBoosts } from './neighbor-boost.ts';
import type { ParsedQuery } from './parse-query.ts';
import { bestPassage, ONCE, type Passage, strengthsOf } from './passages.ts';
import type { Doc, Ranked, WeighedTerm } from './ranked.ts';
import { detectSpeakers, type Speakers, withoutLabel } from './speakers.ts';
import { CUTOFF, NAMES, PASSAGE, STRENGTHS, type Weights } from './weights.ts';

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

/** Most texts superseded none. */
const NO_STRENGTHS: TermStrengths = new Float64Array(0);
const strengthsIn = (text: string, matcher: Matcher): TermStrengths =>
  text === '' ? NO_STRENGTHS : strengthsOf(matcher.spotsIn(text), matcher.size);

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
  weights: readonly number[],
  matcher: Matcher,
  isLabeled: boolean,
): Match {
  const content = isLabeled ? withoutLabel(doc.text) : doc.text;
  const label = doc.text.length - content.length;
  const spots = matcher.spotsIn(content);
  const found = bestPassage(spots, weights);
  const named = strengthsIn(doc.names, matcher);
  const superseded = strengthsIn(doc.supersededText, matcher);
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

/** A candidate with the weight of the terms that it contains, and of those in its subject. */
interface Weighed {
  readonly doc: Doc;
  readonly match: Match;
  readonly boost: TermStrengths;
  readonly evidence: number;
  readonly subject: number;
}

function noteConfidence(
  demands: Demands,
  { doc, match, evidence, subject }: Weighed,
  lead: number,
  { timeMet, isExact }: Pick<Ranked, 'timeMet' | 'isExact'>,
): number {
  const { query, asked, required, timeWeight, attribute, kind, noteShare, weights } = demands;
  if (asked.length === 0) return timeMet;
  const weight = evidence + timeWeight * timeMet;
  if (weight === 0) return 0;
  const missing = asked.filter(({ term }, at) => term.isName && (match.anywhere[at] ?? 0) === 0);
  const clues = {
    evidence: weight,
    lead: lead + timeWeight * timeMet,
    subject,
    share: Math.min(1, weight / ONCE / (required + timeWeight)),
    missingNames: missing.length,
    unknownWords:
      query.form !== 'question'
        ? 0
        : asked.filter(({ term, isUnknown }) => isUnknown === true && term.specificity >= 1).length,
    lacksAttribute:
      (attribute.length > 0 &&
        attribute.every((at) => (match.met[at] ?? 0) === 0) &&
        !statesVersion(query.attribute, doc.text)) ||
      lacksIdentifier(demands, doc),
    isOtherKind: kind !== undefined && !holdsAnswer(kind, doc.text),
    isTask: query.form === 'task',
    isExact,
    length: Math.log(demands.wordCount),
    noteShare: noteShare?.of(doc, match.passage.from) ?? 0,
    noteLength: Math.log(Math.max(PASSAGE.short, Math.min(doc.text.length, PASSAGE.length))),
  };
  return confidenceFrom(clues, noteShare === undefined ? weights.confidence : weights.requestConfidence);
}

function judge(demands: Demands, weighed: Weighed, lead: number, speakers: Speakers): Ranked {
  const { doc, match, boost, subject } = weighed;
  const { query, asked, weights, prefersPeople } = demands;
  const { passage, met, present, anywhere } = match;
  const normalized = query.exact.length === 0 ? '' : normalizeText(doc.text);
  const facts = {
    anywhere,
    timeMet: timeMetBy(query, doc),
    isExact: query.exact.some((exact) => normalized.includes(exact)),
    isBySpeaker: speakers.isBySpeaker(doc),
  };
  const coverage = coverageOf(demands, doc, explained(asked, met, boost), facts);
  const isByMachine = speakers.isByMachine(doc);
  const isReply = prefersPeople && isByMachine;
  const lacksAspect =
    demands.aspect.length > 0 &&
    speakers.isWithMachine(doc) &&
    demands.aspect.every((term) => (met[term] ?? 0) === 0);
  const isConversation = speakers.isConversation(doc);
  const confidence = isConversation
    ? coverage * (isReply ? weights.assistantConfidence : 1) * (lacksAspect ? weights.otherAspect : 1)
    : noteConfidence(demands, weighed, lead, facts);
  return {
    timeMet: facts.timeMet,
    isExact: facts.isExact,
    isBySpeaker: facts.isBySpeaker,
    anywhere,
    doc,
    confidence:
      query.isStopWords && !normalizeText(doc.text).includes(query.words.join(' '))
        ? Math.min(confidence, CUTOFF.stopWords)
        : confidence,
    score:
      coverage *
      adjustment(demands, doc) *
      (isReply ? weights.assistant : 1) *
      (1 + NAMES.bonus * Math.min(1, subject)),
    passage,
    present,
    boost,
    isConversation,
    isByMachine,
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
  const termWeights = asked.map(({ weight }) => weight);
  const matched = docs.map((doc) => {
    const isConversation = speakers.isConversation(doc);
    return {
      doc,
      isConversation,
      ...matchOf(doc, query, asked, termWeights, matcher, isConversation && doc.speaker === null),
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
  const finder = new NameFinder(matcher, asked, query);
  const none = new Float64Array(asked.length);
  const weighed = matched.map(({ doc, isConversation, ...match }, index): Weighed => {
    const boost = boosts[index] ?? none;
    return {
      doc,
      match,
      boost,
      evidence: explained(asked, match.met, boost),
      subject: Math.max(0, ...doc.subjects.map((name) => finder.weightOf(name))),
    };
  });
  const demands = demandsOf(query, asked, now, weights);
  const leads = leadsOf(
    query,
    asked,
    weighed.map(({ evidence, match }) => ({ evidence, met: match.met })),
  );
  const ranked = weighed.map((one, at) => judge(demands, one, leads[at] ?? 0, speakers));
  ranked.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
  return { asked, ranked };
}
