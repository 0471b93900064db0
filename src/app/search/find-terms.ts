import { mostSpecific, type ParsedQuery, type Term } from '../../search/parse-query.ts';
import { synonymsOf } from '../../search/synonyms.ts';
import { stem } from '../../search/tokens.ts';
import { STRENGTHS } from '../../search/weights.ts';
import type { Candidate, FindResult, IndexQuery } from '../ports/search-index.ts';
import {
  candidatesPerTerm,
  type FindBatch,
  findBatch,
  pastRequest,
  phraseQuery,
  requestFor,
  type Search,
  termQuery,
} from './index-requests.ts';
import { type FoundTerm, findOtherForms, itself } from './other-forms.ts';
import { mayFollowSuperseded, pastVersionsRequest } from './superseded-texts.ts';

/** Texts are matched with this many words. A request with more of them says what it is about in words that are known. */
export const MAX_MATCHED = 30;
/** Number of rows from which the total is estimated. */
const SAMPLE = 200;
/** Superseded records are looked up by this many words. */
const MAX_FOLLOWED = 6;

export interface FoundTerms {
  readonly found: readonly FoundTerm[];
  /** Number of texts in the scope. */
  readonly total: number;
  /** Candidates for the quoted phrases. */
  readonly quoted: readonly Candidate[];
  /** By term, the records that had it in an earlier version; only queries about an earlier moment look for them. */
  readonly inPastVersions: readonly (readonly Candidate[])[];
}

type Answer = () => FindResult;

interface AskedTerm {
  readonly term: Term;
  /** One for each source. */
  readonly own: readonly Answer[];
  readonly synonyms?: Answer;
  readonly inPastVersions?: Answer;
}

/** Superseded records are not looked up by a word that is common among the others: it says too little. */
const ownRequests = (search: Search, query: IndexQuery, limit: number, followsSuperseded: boolean) =>
  search.sources.map((source) => ({
    ...requestFor({ ...search, sources: [source] }, query, limit),
    ...(followsSuperseded && source === 'records'
      ? { otherwise: { unless: limit, queries: [pastRequest(search, query)] } }
      : {}),
  }));

function askFor(
  batch: FindBatch,
  search: Search,
  term: Term,
  limit: number,
  followsSuperseded: boolean,
): AskedTerm {
  const query = termQuery(term);
  const synonyms = term.kind === 'word' ? [...synonymsOf(term.stem).keys(), ...(term.joined ?? [])] : [];
  return {
    term,
    own: ownRequests(search, query, limit, followsSuperseded).map((request) => batch.add(request)),
    ...(synonyms.length === 0 ? {} : { synonyms: batch.add(requestFor(search, { any: synonyms }, limit)) }),
    ...(search.scope.writtenBy === undefined ? {} : { inPastVersions: batch.add(pastVersionsRequest(term)) }),
  };
}

/** Adds what the synonyms find. */
function withSynonyms(found: FoundTerm, { candidates, frequency }: FindResult): FoundTerm {
  const own = new Set(found.candidates.map(({ key }) => key));
  const joined = (found.term.joined ?? []).map((word) => [word, STRENGTHS.joined] as const);
  const synonyms = [...synonymsOf(found.term.stem), ...joined].map(
    ([word, strength]) => [stem(word), strength] as const,
  );
  return {
    ...found,
    known: new Map([...synonyms, ...found.known]),
    candidates: [...found.candidates, ...candidates.filter(({ key }) => !own.has(key))],
    count: found.count > 0 ? found.count : frequency.count,
  };
}

const totalOf = (results: readonly FindResult[]) =>
  results.reduce((sum, { frequency }) => sum + frequency.count, 0);

function judge({ term, own, synonyms, inPastVersions }: AskedTerm): FoundTerm {
  const answers = own.map((answer) => answer());
  const past = answers.flatMap(({ otherwise }) => otherwise);
  const found: FoundTerm = {
    term,
    known: itself(term),
    count: totalOf(answers),
    isUnknown: false,
    candidates: answers.flatMap(({ candidates }) => candidates),
    past: past.flatMap(({ candidates }) => candidates),
  };
  if (term.kind !== 'word') return found;
  const wider = synonyms === undefined ? found : withSynonyms(found, synonyms());
  if (wider.count > 0) return found.count > 0 ? wider : { ...wider, isBySynonyms: true };
  const before = (inPastVersions?.().frequency.count ?? 0) + totalOf(past);
  if (before > 0) return { ...wider, count: before };
  return { ...found, isUnknown: true };
}

/** Looks up all terms in one call to the store, and in a second one the words of a short query that no text contains as typed. */
export async function findTerms(search: Search, query: ParsedQuery): Promise<FoundTerms> {
  const batch = findBatch(search);
  const followsSuperseded = mayFollowSuperseded(query, search.scope);
  const limit = candidatesPerTerm(query.terms.length);
  const followed = new Set(followsSuperseded ? mostSpecific(query.terms, MAX_FOLLOWED) : []);
  const asked = query.terms.map((term) => askFor(batch, search, term, limit, followed.has(term)));
  const everything = batch.add(requestFor(search, { everything: true }, SAMPLE));
  const quoted =
    query.phrases.length === 0
      ? undefined
      : batch.add(requestFor(search, { all: query.phrases.map(phraseQuery) }));
  await batch.send();
  const found = asked.map(judge);
  return {
    found: asked.length > MAX_MATCHED ? found : await findOtherForms(search, found, followsSuperseded),
    total: everything().frequency.count,
    quoted: quoted?.().candidates ?? [],
    inPastVersions: asked.map(({ inPastVersions }) => inPastVersions?.().candidates ?? []),
  };
}
