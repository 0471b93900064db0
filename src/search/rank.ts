import { foldText } from '../domain/words/fold.ts';
import { answerKind, holdsAnswer } from './answer-kind.ts';
import { TOLD, tellsMeasure } from './measures.ts';
import { boostNeighbors, linesOf, type Passage } from './neighbor-boost.ts';
import type { ParsedQuery, Term } from './parse-query.ts';
import { type KnownBy, Matcher, type Met } from './passages.ts';
import { conversations, labelOf, namedSpeakers, withoutLabel } from './speakers.ts';
import { nearness, saysTime, tellsTime } from './time-asked.ts';
import type { Weights } from './weights.ts';

const DAY = 86_400_000;

/** A text that may answer, or stands next to one that may. */
export interface Doc {
  readonly key: string;
  /** The sitting or transcript it belongs to, and where in it: neighbours help each other. */
  readonly line: string | null;
  readonly order: number;
  readonly text: string;
  /** What it is filed under: subject, tags, aliases. */
  readonly names: string;
  /** What it took the place of: about the same matter, in words somebody may still ask by. */
  readonly former: string;
  /** Known where the text comes from a conversation; else its label is looked at. */
  readonly speaker: string | null;
  readonly at: number;
  readonly importance: number;
  /** After this many days half of what recency gives is gone. */
  readonly halfLifeDays: number;
}

export interface WeighedTerm {
  readonly term: Term;
  /** How much of the question's meaning hangs on it. */
  readonly weight: number;
  readonly known: KnownBy;
}

export interface Ranked {
  readonly doc: Doc;
  /** How much of what was asked it explains: 1 is all of it. A little more is possible. */
  readonly sure: number;
  /** The same, moved a little by neighbours, importance and age: by this it is ranked. */
  readonly score: number;
  /** By term: met in the words of its best passage; anywhere in it, or in its names; near it. */
  readonly own: Met;
  readonly anywhere: Met;
  readonly lent: Met;
  readonly timeMet: number;
  readonly isExact: boolean;
  readonly isBySpeaker: boolean | null;
  /** Part of a conversation. */
  readonly isTalk: boolean;
  /** The cosine of its meaning and the question's, where there are vectors. */
  readonly similarity?: number;
}

export interface Ranking {
  /** What was looked for: the question's terms without the names of those who speak. */
  readonly asked: readonly WeighedTerm[];
  readonly ranked: readonly Ranked[];
}

/** A name stands for its thing nearly as well as a word of the text. */
const NAMED = 0.95;
const FORMER = 0.8;
const ENOUGH = 4;
const BEYOND = 0.15;

/** Of a long question few words carry what is meant: beyond four that nothing else says, each more counts little. */
const enoughOf = (weight: number) => (weight <= ENOUGH ? weight : ENOUGH + (weight - ENOUGH) * BEYOND);

const squeeze = (text: string) => foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
/** With nothing between words, so that get_user_by_id and getUserById are one. */
const squeezed = ({ text, names, former }: Doc) => squeeze(`${text} ${names} ${former}`);

/** Roles of those who talk with an agent; they are nobody's names. */
const ROLES = new Set(['user', 'agent', 'assistant', 'human', 'system']);

/** Who speaks in which text, and whom of them the question names. */
function listen(query: ParsedQuery, docs: readonly Doc[]) {
  const labels = docs.map(({ speaker, text }) => speaker ?? labelOf(text));
  const talks = conversations(
    docs.flatMap(({ line, speaker, text }, index) =>
      speaker === null ? [{ line, text, label: labels[index] ?? null }] : [],
    ),
  );
  const isTalk = docs.map(({ line, speaker }) => speaker !== null || (line !== null && talks.has(line)));
  const speakers = new Set(
    labels.filter(
      (label, index): label is string => label !== null && isTalk[index] === true && !ROLES.has(label),
    ),
  );
  const named = namedSpeakers(query.words, speakers);
  const isBySpeaker = docs.map((_, index) => {
    const label = labels[index] ?? null;
    return named.size === 0 || label === null || isTalk[index] !== true ? null : named.has(label);
  });
  return { isTalk, isBySpeaker, nameWords: new Set([...named].flatMap((name) => name.split(' '))) };
}

/** Which measures that keywords name a short text tells without their name; in a sentence each word is meant. */
const toldIn = (text: string, { isKeywords }: ParsedQuery, asked: readonly WeighedTerm[]) =>
  asked.map(({ term }) => (isKeywords && tellsMeasure(term.word, text) ? TOLD : 0));

function passagesOf(
  doc: Doc,
  index: number,
  query: ParsedQuery,
  asked: readonly WeighedTerm[],
  matcher: Matcher,
  isTalk: boolean,
): Passage[] {
  const names = matcher.passagesOf(doc.names);
  const former = doc.former === '' ? [] : matcher.passagesOf(doc.former);
  const said = isTalk && doc.speaker === null ? withoutLabel(doc.text) : doc.text;
  const passages = matcher.passagesOf(said);
  const told = passages.length > 1 ? [] : toldIn(said, query, asked);
  return passages.map((own) => ({
    doc: index,
    own,
    met: own.map((strength, term) =>
      Math.max(
        strength,
        told[term] ?? 0,
        NAMED * Math.max(...names.map((met) => met[term] ?? 0)),
        FORMER * Math.max(0, ...former.map((met) => met[term] ?? 0)),
      ),
    ),
    lent: new Float64Array(asked.length),
    lentByNotes: new Float64Array(asked.length),
  }));
}

/** What a passage explains, with what is lent to it. */
function explained(asked: readonly WeighedTerm[], { met, lent }: Pick<Passage, 'met' | 'lent'>): number {
  let sum = 0;
  for (let term = 0; term < asked.length; term += 1)
    sum += (asked[term]?.weight ?? 0) * (1 - (1 - (met[term] ?? 0)) * (1 - (lent[term] ?? 0)));
  return sum;
}

export function rank(
  query: ParsedQuery,
  terms: readonly WeighedTerm[],
  docs: readonly Doc[],
  now: number,
  weights: Weights,
): Ranking {
  const { isTalk, isBySpeaker, nameWords } = listen(query, docs);
  const others = terms.filter(({ term }) => !nameWords.has(term.word));
  const asked = others.length > 0 || query.time !== undefined ? others : terms;
  const matcher = new Matcher(asked);
  const passages = docs.map((doc, index) =>
    passagesOf(doc, index, query, asked, matcher, isTalk[index] === true),
  );
  for (const line of linesOf(docs, passages)) boostNeighbors(line, (doc) => isTalk[doc] === true, weights);

  const words =
    enoughOf(asked.reduce((sum, { weight }) => sum + weight, 0)) * (query.isKeywords ? weights.meant : 1);
  const timeWeight = query.time === undefined ? 0 : words === 0 ? 1 : weights.time * words;
  const whole = words + timeWeight || 1;
  const kind = answerKind(query.text);
  const identifiers = query.identifiers.map(squeeze);
  const none = new Float64Array(asked.length);

  const ranked = docs.map((doc, index): Ranked => {
    const own = passages[index] ?? [];
    const sums = own.map((passage) => explained(asked, passage));
    const best = Math.max(...sums, 0);
    const chosen = own[sums.indexOf(best)];
    const anywhere = none.map((_, term) => Math.max(...own.map(({ met }) => met[term] ?? 0), 0));
    const all = explained(asked, { met: anywhere, lent: none });
    const said = own.length > 1 ? best + weights.wholeText * Math.max(all - best, 0) : best;
    const timeMet =
      query.time === undefined ? 0 : Math.max(nearness(query.time, doc.at), saysTime(query.time, doc.text));
    const folded = query.exact.length === 0 ? '' : foldText(doc.text);
    const isExact = query.exact.some((exact) => folded.includes(exact));
    let sure = (said + timeWeight * timeMet) / whole;
    if (query.time !== undefined && timeMet === 0) sure *= weights.otherTime;
    if (kind !== undefined && !holdsAnswer(kind, doc.text)) sure *= weights.otherKind;
    if (asked.some(({ term }, at) => term.isName && (anywhere[at] ?? 0) === 0)) sure *= weights.otherName;
    if (identifiers.length > 0 && !identifiers.some((one) => squeezed(doc).includes(one)))
      sure = Math.min(1, sure) * weights.otherIdentifier;
    if (isExact) sure += weights.exact * (1 - sure);
    if (query.asksWhen && tellsTime(doc.text)) sure *= 1 + weights.when;
    if (isBySpeaker[index] === false) sure *= weights.otherSpeaker;
    const byNotes =
      chosen === undefined
        ? 0
        : (explained(asked, { met: chosen.met, lent: chosen.lentByNotes }) -
            explained(asked, { met: chosen.met, lent: none })) /
          whole;
    const age = Math.max(0, now - doc.at) / DAY;
    const moved =
      (1 + weights.importance * (doc.importance / 5 - 1)) *
      (1 + weights.recency * 2 ** (-age / doc.halfLifeDays));
    return {
      doc,
      sure,
      score: (sure + byNotes) * moved,
      own: chosen?.own ?? none,
      anywhere,
      lent: chosen?.lent ?? none,
      timeMet,
      isExact,
      isBySpeaker: isBySpeaker[index] ?? null,
      isTalk: isTalk[index] === true,
    };
  });
  ranked.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
  return { asked, ranked };
}
