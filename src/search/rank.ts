import { foldText } from '../domain/words/fold.ts';
import { answerKind, holdsAnswer } from './answer-kind.ts';
import type { ParsedQuery, Term } from './parse-query.ts';
import { type KnownBy, Matcher, type Met } from './passages.ts';
import { conversations, labelOf, namedSpeakers } from './speakers.ts';
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
  /** The same, moved a little by importance and age: by this it is ranked. */
  readonly score: number;
  /** By term: met in its own words, and in its names. */
  readonly own: Met;
  readonly named: Met;
  /** By term: met in the neighbours. */
  readonly lent: Met;
  readonly timeMet: number;
  readonly isExact: boolean;
  readonly isBySpeaker: boolean | null;
}

interface Passage {
  readonly doc: number;
  readonly own: Met;
  /** Its own words and the names of its text. */
  readonly met: Met;
  readonly lent: Float64Array;
}

const NAMED = 0.95;

function linesOf(docs: readonly Doc[], passages: readonly (readonly Passage[])[]): (readonly Passage[])[] {
  const lines = new Map<string, { order: number; passages: readonly Passage[] }[]>();
  const alone: (readonly Passage[])[] = [];
  docs.forEach(({ line, order }, index) => {
    const own = passages[index] ?? [];
    if (line === null) alone.push(own);
    else {
      const known = lines.get(line) ?? [];
      known.push({ order, passages: own });
      lines.set(line, known);
    }
  });
  const sorted = [...lines.values()].map((members) =>
    members.sort((a, b) => a.order - b.order).flatMap((member) => member.passages),
  );
  return [...sorted, ...alone];
}

/** Each match lends to what stands near it in the same line, term by term; what several lend adds up, never beyond 1. */
function spread(line: readonly Passage[], share: (a: Passage, b: Passage) => number, weights: Weights): void {
  const reach = Math.max(weights.later.length, weights.earlier.length);
  line.forEach((from, index) => {
    if (!from.met.some((strength) => strength > 0)) return;
    for (let step = 1; step <= reach; step += 1) {
      for (const [to, lends] of [
        [line[index + step], weights.later[step - 1]],
        [line[index - step], weights.earlier[step - 1]],
      ] as const) {
        if (to === undefined || lends === undefined) continue;
        const given = lends * share(from, to);
        from.met.forEach((strength, term) => {
          to.lent[term] = 1 - (1 - (to.lent[term] ?? 0)) * (1 - given * strength);
        });
      }
    }
  });
}

export interface Ranking {
  /** What was looked for: the question's terms without the names of those who speak. */
  readonly asked: readonly WeighedTerm[];
  readonly ranked: readonly Ranked[];
}

const ENOUGH = 4;
const BEYOND = 0.25;

/** Of a long question few words carry what is meant: beyond four that nothing else says, each more counts little. */
const enoughOf = (weight: number) => (weight <= ENOUGH ? weight : ENOUGH + (weight - ENOUGH) * BEYOND);

export function rank(
  query: ParsedQuery,
  terms: readonly WeighedTerm[],
  docs: readonly Doc[],
  now: number,
  weights: Weights,
): Ranking {
  const labels = docs.map(({ speaker, text }) => speaker ?? labelOf(text));
  const talks = conversations(
    docs.flatMap(({ line }, index) => {
      const label = labels[index] ?? null;
      return line === null || label === null ? [] : [{ line, label }];
    }),
  );
  const isTalk = docs.map(({ line, speaker }) => speaker !== null || (line !== null && talks.has(line)));
  const speakers = new Set(
    labels.filter((label, index): label is string => label !== null && isTalk[index] === true),
  );
  const named = namedSpeakers(query.words, query.isOfPerson, speakers);
  const namedWords = new Set([...named].flatMap((name) => name.split(' ')));
  const weighed = terms.filter(({ term }) => !namedWords.has(term.word));
  const asked = weighed.length > 0 || query.time !== undefined ? weighed : terms;

  const matcher = new Matcher(asked);
  const passages = docs.map((doc, index): readonly Passage[] => {
    const names = matcher.passagesOf(doc.names);
    const said =
      isTalk[index] === true && doc.speaker === null ? doc.text.replace(/^[^:]*:\s/, '') : doc.text;
    return matcher.passagesOf(said).map((own) => ({
      doc: index,
      own,
      met: own.map((strength, term) =>
        Math.max(strength, NAMED * Math.max(...names.map((met) => met[term] ?? 0))),
      ),
      lent: new Float64Array(asked.length),
    }));
  });
  const share = (a: Passage, b: Passage) =>
    a.doc === b.doc || (isTalk[a.doc] === true && isTalk[b.doc] === true) ? 1 : weights.amongNotes;
  for (const line of linesOf(docs, passages)) spread(line, share, weights);

  const wordWeight = asked.reduce((sum, { weight }) => sum + weight, 0);
  const words = enoughOf(wordWeight);
  const timeWeight = query.time === undefined ? 0 : words === 0 ? 1 : weights.time * words;
  const whole = words + timeWeight;
  const kind = answerKind(query.text);

  const ranked = docs.map((doc, index): Ranked => {
    const own = passages[index] ?? [];
    const met = (passage: Passage) => {
      let sum = 0;
      asked.forEach(({ weight }, term) => {
        sum += weight * (1 - (1 - (passage.met[term] ?? 0)) * (1 - (passage.lent[term] ?? 0)));
      });
      return sum;
    };
    const sums = own.map(met);
    const best = Math.max(...sums, 0);
    const chosen = own[sums.indexOf(best)];
    const union = new Float64Array(asked.length).map((_, term) =>
      Math.max(...own.map((passage) => passage.met[term] ?? 0), 0),
    );
    const all = asked.reduce((sum, { weight }, term) => sum + weight * (union[term] ?? 0), 0);
    const said =
      own.length > 1 ? (1 - weights.wholeText) * best + weights.wholeText * Math.max(all, best) : best;
    const timeMet =
      query.time === undefined ? 0 : Math.max(nearness(query.time, doc.at), saysTime(query.time, doc.text));
    const folded = query.exact.length === 0 ? '' : foldText(doc.text);
    const isExact = query.exact.some((exact) => folded.includes(exact));
    const isBySpeaker = named.size === 0 || isTalk[index] !== true ? null : named.has(labels[index] ?? '');
    let score = whole === 0 ? 0 : (said + timeWeight * timeMet) / whole;
    if (kind !== undefined && !holdsAnswer(kind, doc.text)) score *= weights.otherKind;
    if (isExact) score += weights.exact * (1 - score);
    if (query.asksWhen && tellsTime(doc.text)) score *= 1 + weights.when;
    if (isBySpeaker === false) score *= weights.otherSpeaker;
    const age = Math.max(0, now - doc.at) / DAY;
    const sure = score;
    score *= 1 + weights.importance * (doc.importance / 5 - 1);
    score *= 1 + weights.recency * 2 ** (-age / doc.halfLifeDays);
    return {
      doc,
      score,
      sure,
      own: chosen?.own ?? new Float64Array(asked.length),
      named: union,
      lent: chosen?.lent ?? new Float64Array(asked.length),
      timeMet,
      isExact,
      isBySpeaker,
    };
  });
  ranked.sort((a, b) => b.score - a.score || b.doc.order - a.doc.order);
  return { asked, ranked };
}
