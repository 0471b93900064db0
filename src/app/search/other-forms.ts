import { mayHaveRoot, type StemStrengths } from '../../search/matcher.ts';
import type { Term } from '../../search/parse-query.ts';
import { stem } from '../../search/tokens.ts';
import { typosOf } from '../../search/typos.ts';
import { STRENGTHS } from '../../search/weights.ts';
import type { Candidate, FindRequest, FindResult, IndexQuery } from '../ports/search-index.ts';
import { type FindBatch, findBatch, pastRequest, requestFor, type Search } from './index-requests.ts';

/** A term of the query with what the index contains for it. */
export interface FoundTerm {
  readonly term: Term;
  readonly known: StemStrengths;
  /** Number of texts that contain it. */
  readonly count: number;
  /** No text contains it as typed. */
  readonly isUnknown: boolean;
  /** Texts contain only synonyms of it. */
  readonly isBySynonyms?: true;
  readonly candidates: readonly Candidate[];
  /** Superseded records that match; empty if they are not followed. */
  readonly past: readonly Candidate[];
}

export const itself = ({ stem: own, or = [] }: Term): StemStrengths =>
  new Map([own, ...or.map((other) => stem(other))].map((one) => [one, 1]));

/** Only this many unknown words are tried in other forms, because each takes some milliseconds. */
const MAX_TRIED = 4;
/** The index does not contain parts of words, so only the newest texts are scanned for them. */
const INSIDE_DEPTH = 2_000;
const MAX_INSIDE = 200;
const MIN_INSIDE = 4;
const MIN_ROOT = 5;

const isLongEnough = ({ word }: Term) => word.length >= MIN_INSIDE;

/** Queries for other forms of a word, and for words that differ by a typo. */
function otherForms(term: Term, typos: readonly string[]): readonly IndexQuery[] {
  const root = term.stem.slice(0, Math.max(MIN_ROOT, Math.ceil(term.stem.length * 0.7)));
  return [
    ...(isLongEnough(term) ? [{ begins: term.word }] : []),
    ...(root.length >= MIN_ROOT && mayHaveRoot(term.stem) ? [{ begins: root }] : []),
    ...(typos.length > 0 ? [{ any: typos }] : []),
  ];
}

/** If the other forms match nothing, the word is searched inside longer words. */
function formsRequest(search: Search, term: Term, forms: readonly IndexQuery[]): FindRequest {
  const request = requestFor(search, { some: forms });
  if (!isLongEnough(term)) return request;
  const inside = { inside: term.word, depth: INSIDE_DEPTH };
  return { ...request, otherwise: { unless: 1, queries: [{ query: inside, limit: MAX_INSIDE }] } };
}

const asOtherForm = (found: FoundTerm, typos: readonly string[]): FoundTerm => ({
  ...found,
  term: isLongEnough(found.term) ? { ...found.term, kind: 'prefix' } : found.term,
  known: new Map([...typos.map((word) => [stem(word), STRENGTHS.typo] as const), ...itself(found.term)]),
});

const asPart = (found: FoundTerm): FoundTerm => ({
  ...found,
  term: { ...found.term, kind: 'inside' },
  known: new Map(),
});

const withMatches = (found: FoundTerm, { candidates, frequency }: FindResult): FoundTerm => ({
  ...found,
  candidates,
  count: frequency.count,
});

const MIN_PART = 3;
const SPLITTABLE = /^[a-z]{6,20}$/;

/** A word as two: `timezone`, where texts say `time zone`. */
function splitsOf({ word }: Term): readonly (readonly [string, string])[] {
  if (!SPLITTABLE.test(word)) return [];
  return Array.from(
    { length: word.length - 2 * MIN_PART + 1 },
    (_, at) => [word.slice(0, MIN_PART + at), word.slice(MIN_PART + at)] as const,
  );
}

/** Texts with both parts are found by the phrase; the longer part shows where. */
function asSplit(
  found: FoundTerm,
  [first, second]: readonly [string, string],
  result: FindResult,
): FoundTerm {
  const shown = stem(first.length > second.length ? first : second);
  return { ...withMatches(found, result), known: new Map([[shown, STRENGTHS.joined]]) };
}

/** Adds the requests for a term as two words, and returns a function that evaluates their results. */
function askForSplits(batch: FindBatch, search: Search, found: FoundTerm) {
  const splits = splitsOf(found.term).map((parts) => ({
    parts,
    result: batch.add(requestFor(search, { phrase: parts })),
  }));
  return (): FoundTerm | undefined => {
    const split = splits.find(({ result }) => result().frequency.count > 0);
    return split && asSplit(found, split.parts, split.result());
  };
}

/** Adds what texts with the word as two words contain to what its synonyms found. */
function withSplits(batch: FindBatch, search: Search, found: FoundTerm) {
  const splits = askForSplits(batch, search, found);
  return (): FoundTerm => {
    const split = splits();
    if (split === undefined) return found;
    const keys = new Set(split.candidates.map(({ key }) => key));
    return {
      ...split,
      known: new Map([...found.known, ...split.known]),
      candidates: [...split.candidates, ...found.candidates.filter(({ key }) => !keys.has(key))],
    };
  };
}

/** Adds the requests for one term and returns a function that evaluates their results. */
function askFor(batch: FindBatch, search: Search, found: FoundTerm, followsSuperseded: boolean) {
  const { term } = found;
  const typos = typosOf(term.word);
  const forms = otherForms(term, typos);
  if (forms.length === 0) return () => found;
  const meant = batch.add(formsRequest(search, term, forms));
  const past =
    followsSuperseded && isLongEnough(term)
      ? batch.add(pastRequest(search, { begins: term.word }))
      : () => undefined;
  const splits = askForSplits(batch, search, found);
  return (): FoundTerm => {
    const split = splits();
    if (split !== undefined) return split;
    const result = meant();
    const [inside] = result.otherwise;
    if (result.frequency.count > 0)
      return { ...withMatches(asOtherForm(found, typos), result), past: past()?.candidates ?? found.past };
    return inside === undefined ? found : withMatches(asPart(found), inside);
  };
}

/** A word that no text contains may be another form of a known root, a typo, or part of a longer word. */
export async function findOtherForms(
  search: Search,
  found: readonly FoundTerm[],
  followsSuperseded: boolean,
): Promise<readonly FoundTerm[]> {
  const tried = new Set(found.filter(({ isUnknown }) => isUnknown).slice(0, MAX_TRIED));
  const batch = findBatch(search);
  const answers = found.map((one) => {
    if (tried.has(one)) return askFor(batch, search, one, followsSuperseded);
    return one.isBySynonyms ? withSplits(batch, search, one) : () => one;
  });
  await batch.send();
  return answers.map((answer) => answer());
}
