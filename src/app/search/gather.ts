import { instantFromMs } from '../../domain/instant.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import { type QueryTime, writtenForms } from '../../search/query-time.ts';
import type { WeighedTerm } from '../../search/ranked.ts';
import { typesNamed } from '../../search/type-names.ts';
import type {
  Candidate,
  CandidateKey,
  IndexQuery,
  ReadRequest,
  ReadResult,
  SearchScope,
  SearchText,
} from '../ports/search-index.ts';
import { findTerms } from './find-terms.ts';
import {
  Batch,
  bestCandidates,
  CANDIDATES_OF_RARE,
  candidatesPerTerm,
  findBatch,
  requestFor,
  type Search,
  termQuery,
} from './index-requests.ts';
import type { Searched } from './searched-doc.ts';
import { CHAIN, mayFollowSuperseded, pastVersionKeys, successorsRequest } from './superseded-texts.ts';
import { type Weighed, weighTerms } from './weigh-terms.ts';

interface TimeSearch {
  readonly search: Search;
  readonly query: IndexQuery;
}

function within({ since, until, ...scope }: SearchScope, { from, to }: QueryTime): SearchScope {
  const begins = instantFromMs(from);
  const ends = instantFromMs(to - 1);
  return {
    ...scope,
    since: since === undefined || since < begins ? begins : since,
    until: until === undefined || until > ends ? ends : until,
  };
}

/** The searches for a query that names only a time, and perhaps a record type. */
function timeSearches(
  search: Search,
  time: QueryTime,
  words: readonly string[],
): readonly [TimeSearch, ...TimeSearch[]] {
  const scope = within(search.scope, time);
  const types = typesNamed(words);
  const then: Search =
    types.length === 0 || scope.types !== undefined
      ? { ...search, scope }
      : { ...search, scope: { ...scope, types }, sources: ['records'] };
  const all: TimeSearch = { search: then, query: { everything: true } };
  const forms = writtenForms(time);
  if (forms.length === 0 || types.length > 0) return [all];
  return [all, { search, query: { all: forms.map((any) => ({ any })) } }];
}

/** Texts that contain all of these terms. */
interface Together {
  readonly terms: readonly Weighed[];
  readonly candidates: readonly Candidate[];
}

const MAX_TOGETHER = 4;
const MAX_ALL_TERMS = 12;

/**
 * Of words with more than `limit` texts only the newest are candidates, so texts that contain several of them are
 * looked up separately. If few contain all, so are those with two of the three rarest. Texts that contain every word of the query
 * are looked up too, unless all texts with its rarest word are candidates anyway.
 */
async function findTogether(
  search: Search,
  found: readonly Weighed[],
  limit: number,
): Promise<readonly Together[]> {
  const known = found.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count);
  const common = known.filter(({ count }) => count > limit);
  const [rarest] = known;
  if (rarest === undefined || known.length < 2 || common.length === 0) return [];
  const having = (terms: readonly Weighed[]) =>
    requestFor(search, { all: terms.map(({ term }) => termQuery(term)) }, CANDIDATES);
  const several = common.slice(0, MAX_TOGETHER);
  const [first, second, third] = common;
  const pairs =
    first === undefined || second === undefined || third === undefined
      ? []
      : [
          [first, second],
          [first, third],
          [second, third],
        ];
  const asked = [
    ...(several.length < 2 ? [] : [{ terms: several, pairs }]),
    ...(rarest.count <= CANDIDATES_OF_RARE || several.length === known.length
      ? []
      : [{ terms: known.slice(0, MAX_ALL_TERMS), pairs: [] }]),
  ];
  if (asked.length === 0) return [];
  const results = await search.index.find(
    asked.map((one) => ({
      ...having(one.terms),
      otherwise: { unless: CANDIDATES / 2, queries: one.pairs.map(having) },
    })),
  );
  return asked.flatMap(({ terms, pairs: others }, at) => [
    { terms, candidates: results[at]?.candidates ?? [] },
    ...(results[at]?.otherwise ?? []).map(({ candidates }, pair) => ({
      terms: others[pair] ?? [],
      candidates,
    })),
  ]);
}

/** Number of texts that are read and ranked. */
export const CANDIDATES = 200;
/** The first are read whole, the others only at their beginning. */
export const READ_WHOLE = 20;
const NEIGHBORS = { reach: 5, anchors: 50 };

interface Gathered {
  readonly terms: readonly WeighedTerm[];
  readonly texts: readonly Searched[];
  /** Records that were requested by id. */
  readonly named: readonly SearchText[];
}

type ReadBatch = Batch<ReadRequest, ReadResult>;

const readBatch = ({ index }: Search): ReadBatch => new Batch((requests) => index.read(requests));

function distinct(texts: readonly SearchText[]): readonly Searched[] {
  const byKey = new Map<string, SearchText>();
  for (const text of texts) {
    const known = byKey.get(text.key);
    if (known === undefined) byKey.set(text.key, text);
    else if (text.predecessors.length > known.predecessors.length)
      byKey.set(text.key, { ...known, predecessors: text.predecessors });
  }
  return [...byKey.values()];
}

const withNeighbors = ({ texts, neighbors }: ReadResult) => [...texts, ...neighbors];

/** Number of rare words whose best candidates are always read. */
const MAX_RARE = 3;

async function chooseKeys(
  search: Search,
  quoted: readonly Candidate[],
  terms: readonly Weighed[],
  isQuoted: boolean,
  limit: number,
): Promise<readonly CandidateKey[]> {
  if (isQuoted) return bestCandidates([{ candidates: quoted, weight: 1 }], CANDIDATES);
  const together = await findTogether(search, terms, limit);
  const matches = terms.map((term) => {
    const byKey = new Map<CandidateKey, Candidate>();
    for (const { candidates } of [term, ...together.filter((one) => one.terms.includes(term))])
      for (const candidate of candidates) byKey.set(candidate.key, candidate);
    return { weight: term.weight, count: term.count, candidates: [...byKey.values()] };
  });
  const rare = matches
    .filter(({ count, candidates }) => count <= limit && candidates.length > 0)
    .sort((a, b) => a.count - b.count);
  // Several words in one text say more than the sum of their weights.
  return bestCandidates(
    [...matches, ...together.map(({ candidates }) => ({ candidates, weight: 1 }))],
    CANDIDATES,
    rare.slice(0, MAX_RARE),
  );
}

/** Adds requests for the candidates and for the texts that belong to them. */
async function addReads(reads: ReadBatch, search: Search, query: ParsedQuery) {
  const { scope } = search;
  const found = await findTerms(search, query);
  const terms = weighTerms(found, query);
  const isQuoted = query.phrases.length > 0;
  const followsSuperseded = mayFollowSuperseded(query, scope);
  const main = reads.add({
    texts: {
      keys: await chooseKeys(search, found.quoted, terms, isQuoted, candidatesPerTerm(found.found.length)),
    },
    scope,
    // Quoted and excluded words may be anywhere in a text.
    whole: isQuoted || query.excluded.length > 0 ? 'all' : READ_WHOLE,
    neighbors: NEIGHBORS,
    predecessors: followsSuperseded ? CHAIN : undefined,
  });
  const others = reads.add(
    followsSuperseded
      ? successorsRequest(scope, terms)
      : { texts: { keys: pastVersionKeys(found.inPastVersions) }, scope },
  );
  return {
    terms: terms.map(({ term, known, weight, count }) => ({ term, known, weight, isUnknown: count === 0 })),
    texts: () => distinct([...withNeighbors(main()), ...others().texts]),
  };
}

/** For a query that names only a time: texts from that time, and texts that mention it. */
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

/** Reads a bounded number of candidates with their neighbors, and the records named by id. */
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
