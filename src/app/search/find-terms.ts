import type { ParsedQuery, Term } from '../../search/parse-query.ts';
import { stem } from '../../search/stem.ts';
import { synonymsOf } from '../../search/synonyms.ts';
import type { Candidate, FindResult } from '../ports/search-index.ts';
import { type FindBatch, findBatch, pastRequest, requestFor, type Search } from './find-requests.ts';
import { type FoundTerm, itself } from './found-term.ts';
import { phraseQuery, termQuery } from './index-queries.ts';
import { findOtherForms } from './other-forms.ts';
import { pastVersionsRequest } from './past-versions.ts';
import { mayFollowSuperseded } from './superseded-texts.ts';

/** Enough to estimate by how many texts there are in all. */
const SAMPLE = 200;

export interface FoundTerms {
  readonly found: readonly FoundTerm[];
  /** How many texts are in the scope. */
  readonly total: number;
  /** What may say all that was quoted. */
  readonly quoted: readonly Candidate[];
  /** By term, the records that had it in an earlier version; only a question about an earlier moment asks for them. */
  readonly formerly: readonly (readonly Candidate[])[];
}

type Answer = () => FindResult;

interface AskedTerm {
  readonly term: Term;
  readonly own: Answer;
  readonly synonyms?: Answer;
  readonly past?: Answer;
  readonly formerly?: Answer;
}

function askFor(batch: FindBatch, search: Search, term: Term, followsSuperseded: boolean): AskedTerm {
  const query = termQuery(term);
  const synonyms = term.kind === 'word' ? [...synonymsOf(term.stem).keys()] : [];
  return {
    term,
    own: batch.add(requestFor(search, query)),
    ...(synonyms.length === 0 ? {} : { synonyms: batch.add(requestFor(search, { any: synonyms })) }),
    ...(followsSuperseded ? { past: batch.add(pastRequest(search, query)) } : {}),
    ...(search.scope.writtenBy === undefined ? {} : { formerly: batch.add(pastVersionsRequest(term)) }),
  };
}

/** With what other words for the same find. */
function withSynonyms(found: FoundTerm, { candidates, frequency }: FindResult): FoundTerm {
  const both = new Map([...found.candidates, ...candidates].map((one) => [one.key, one]));
  const synonyms = [...synonymsOf(found.term.stem)].map(
    ([word, strength]) => [stem(word), strength] as const,
  );
  return {
    ...found,
    known: new Map([...synonyms, ...found.known]),
    candidates: [...both.values()],
    count: found.count > 0 ? found.count : frequency.count,
  };
}

function judge({ term, own, synonyms, past, formerly }: AskedTerm): FoundTerm {
  const { candidates, frequency } = own();
  const found: FoundTerm = {
    term,
    known: itself(term),
    count: frequency.count,
    isUnheardOf: false,
    candidates,
    past: past?.().candidates ?? [],
  };
  if (term.kind !== 'word') return found;
  const wider = synonyms === undefined ? found : withSynonyms(found, synonyms());
  if (wider.count > 0) return wider;
  const before = (formerly?.().frequency.count ?? 0) + (past?.().frequency.count ?? 0);
  if (before > 0) return { ...wider, count: before };
  return { ...found, isUnheardOf: true };
}

/** Looks up every term of a question, in one call to the store; in one more, those that nobody wrote as they were typed. */
export async function findTerms(search: Search, query: ParsedQuery): Promise<FoundTerms> {
  const batch = findBatch(search);
  const followsSuperseded = mayFollowSuperseded(query, search.scope);
  const asked = query.terms.map((term) => askFor(batch, search, term, followsSuperseded));
  const everything = batch.add(requestFor(search, { everything: true }, SAMPLE));
  const quoted =
    query.phrases.length === 0
      ? undefined
      : batch.add(requestFor(search, { all: query.phrases.map(phraseQuery) }));
  await batch.send();
  return {
    found: await findOtherForms(search, asked.map(judge), followsSuperseded),
    total: everything().frequency.count,
    quoted: quoted?.().candidates ?? [],
    formerly: asked.map(({ formerly }) => formerly?.().candidates ?? []),
  };
}
