import type { ParsedQuery } from '../../search/parse-query.ts';
import type { WeighedTerm } from '../../search/rank.ts';
import { weighTerm } from '../../search/weigh-term.ts';
import type { Candidate, CandidateKey, ReadRequest, ReadResult, SearchText } from '../ports/search-index.ts';
import { Batch } from './batch.ts';
import { CandidateScores } from './candidate-scores.ts';
import { findBatch, requestFor, type Search } from './find-requests.ts';
import { type FoundTerms, findTerms } from './find-terms.ts';
import type { FoundTerm } from './found-term.ts';
import { termQuery } from './index-queries.ts';
import { pastVersionKeys } from './past-versions.ts';
import type { Searched } from './searched-doc.ts';
import { CHAIN, mayFollowSuperseded, successorsRequest } from './superseded-texts.ts';
import { timeSearches } from './time-searches.ts';

/**
 * Of words with more than `limit` texts only the newest are looked at: texts that have several of them are looked up of their own. Where
 * few have all, so are those that have two of the three rarest.
 */
async function findTogether(
  search: Search,
  found: readonly FoundTerm[],
  limit: number,
): Promise<readonly (readonly Candidate[])[]> {
  const common = found.filter(({ count }) => count > limit).sort((a, b) => a.count - b.count);
  if (common.length < 2) return [];
  const having = (...terms: readonly FoundTerm[]) =>
    requestFor(search, { all: terms.map(({ term }) => termQuery(term)) }, limit);
  const [rarest, next, third] = common;
  const pairs =
    rarest === undefined || next === undefined || third === undefined
      ? []
      : [having(rarest, next), having(rarest, third), having(next, third)];
  const request = { ...having(...common), otherwise: { unless: limit / 2, queries: pairs } };
  const results = await search.index.find([request]);
  return results.flatMap(({ candidates, otherwise }) => [
    candidates,
    ...otherwise.map((pair) => pair.candidates),
  ]);
}

/** So many texts are read and ranked. */
export const CANDIDATES = 200;
/** The first are judged by all they say, the others by how they begin. */
export const READ_WHOLE = 8;
const NEIGHBORS = { reach: 5, anchors: 100 };

interface Gathered {
  readonly terms: readonly WeighedTerm[];
  readonly texts: readonly Searched[];
  /** The records that were asked for by their ids. */
  readonly named: readonly SearchText[];
}

type ReadBatch = Batch<ReadRequest, ReadResult>;

const readBatch = ({ index }: Search): ReadBatch => new Batch((requests) => index.read(requests));

/** Each once, in the order of first occurrence. */
function distinct(texts: readonly SearchText[]): readonly Searched[] {
  const byKey = new Map<string, SearchText>();
  for (const text of texts) if (!byKey.has(text.key)) byKey.set(text.key, text);
  return [...byKey.values()];
}

const withNeighbors = ({ texts, neighbors }: ReadResult) => [...texts, ...neighbors];

/** A name nobody wrote in one piece is looked for by its pieces: `featureFlags` where texts say feature_flags. */
function inPieces(found: readonly FoundTerm[]): readonly FoundTerm[] {
  const isSplit = ({ term, isUnheardOf }: FoundTerm) => term.hasPieces === true && isUnheardOf;
  if (!found.some(isSplit)) return found;
  return found
    .filter((one) => !isSplit(one))
    .map((one) => (one.term.kind === 'piece' ? { ...one, term: { ...one.term, telling: 1 } } : one));
}

type Weighed = FoundTerm & { readonly weight: number };

const weigh = ({ found, total }: FoundTerms, { isKeywords }: ParsedQuery): readonly Weighed[] =>
  inPieces(found).map((one) => ({ ...one, weight: weighTerm(one.term, one.count, total, isKeywords) }));

/** What is worth reading, best first. */
async function chooseKeys(
  search: Search,
  { found, quoted }: FoundTerms,
  terms: readonly Weighed[],
  isQuoted: boolean,
): Promise<readonly CandidateKey[]> {
  const scores = new CandidateScores();
  if (isQuoted) scores.add(quoted, 1);
  else {
    for (const { candidates, weight } of terms) scores.add(candidates, weight);
    for (const candidates of await findTogether(search, found, CANDIDATES)) scores.add(candidates, 1);
  }
  return scores.best(CANDIDATES);
}

/** Adds what may answer, and what is to be looked at beside it. */
async function addReads(reads: ReadBatch, search: Search, query: ParsedQuery) {
  const { scope } = search;
  const found = await findTerms(search, query);
  const terms = weigh(found, query);
  const isQuoted = query.phrases.length > 0;
  const followsSuperseded = mayFollowSuperseded(query, scope);
  const main = reads.add({
    texts: { keys: await chooseKeys(search, found, terms, isQuoted) },
    scope,
    // What was quoted or excluded may be anywhere in a text.
    whole: isQuoted || query.excluded.length > 0 ? 'all' : READ_WHOLE,
    neighbors: NEIGHBORS,
    predecessors: followsSuperseded ? CHAIN : undefined,
  });
  const others = reads.add(
    followsSuperseded
      ? successorsRequest(scope, terms)
      : { texts: { keys: pastVersionKeys(found.formerly) }, scope },
  );
  return {
    terms: terms.map(({ term, known, weight }) => ({ term, known, weight })),
    texts: () => distinct([...withNeighbors(main()), ...others().texts]),
  };
}

/** Where a question names nothing but a time: all that is from then, and what names it. */
async function addReadsOfTime(reads: ReadBatch, searches: ReturnType<typeof timeSearches>) {
  const [first] = searches;
  const finds = findBatch(first.search);
  const answers = searches.map(({ search, query }) => finds.add(requestFor(search, query, CANDIDATES)));
  await finds.send();
  const read = searches.map(({ search }, at) => {
    const keys = answers[at]?.().candidates.map(({ key }) => key) ?? [];
    return reads.add({ texts: { keys }, scope: search.scope, whole: READ_WHOLE, neighbors: NEIGHBORS });
  });
  return { terms: [], texts: () => distinct(read.flatMap((result) => withNeighbors(result()))) };
}

/** What may answer, and what is next to it; bounded, however much there is. Records that are named by id come along. */
export async function gather(
  search: Search,
  query: ParsedQuery,
  recordIds: readonly string[] = [],
): Promise<Gathered> {
  const reads = readBatch(search);
  const { terms, texts } =
    query.terms.length === 0 && query.time !== undefined
      ? await addReadsOfTime(reads, timeSearches(search, query.time, query.words))
      : await addReads(reads, search, query);
  const named = reads.add({ texts: { recordIds }, scope: search.scope });
  await reads.send();
  return { terms, texts: texts(), named: named().texts };
}
