import type { Term } from '../../search/parse-query.ts';
import { stem } from '../../search/stem.ts';
import { oneSlipAway } from '../../search/typos.ts';
import type { FindRequest, FindResult, IndexQuery } from '../ports/search-index.ts';
import { type FindBatch, findBatch, pastRequest, requestFor, type Search } from './find-requests.ts';
import { type FoundTerm, itself } from './found-term.ts';

/** Of words nobody wrote only so many are tried in other forms: each costs some milliseconds. */
const MAX_TRIED = 4;
/** How far back letters inside of words are looked for, which no index holds. */
const INSIDE_DEPTH = 2_000;
const MAX_INSIDE = 200;
const SHORTEST_INSIDE = 4;
const SHORTEST_ROOT = 5;
const SLIPPED = 0.95;

const isLongEnough = ({ word }: Term) => word.length >= SHORTEST_INSIDE;

/** What a word nobody wrote may be grown from, or mistyped for. */
function otherForms(term: Term, slips: readonly string[]): readonly IndexQuery[] {
  const root = term.stem.slice(0, Math.max(SHORTEST_ROOT, Math.ceil(term.stem.length * 0.7)));
  return [
    ...(isLongEnough(term) ? [{ begins: term.word }] : []),
    ...(root.length >= SHORTEST_ROOT ? [{ begins: root }] : []),
    ...(slips.length > 0 ? [{ any: slips }] : []),
  ];
}

/** In those forms; and only where nobody wrote these either, as part of longer words. */
function formsRequest(search: Search, term: Term, forms: readonly IndexQuery[]): FindRequest {
  const request = requestFor(search, { some: forms });
  if (!isLongEnough(term)) return request;
  const inside = { inside: term.word, depth: INSIDE_DEPTH };
  return { ...request, otherwise: { unless: 1, queries: [{ query: inside, limit: MAX_INSIDE }] } };
}

const asOtherForm = (found: FoundTerm, slips: readonly string[]): FoundTerm => ({
  ...found,
  term: isLongEnough(found.term) ? { ...found.term, kind: 'prefix' } : found.term,
  known: new Map([...slips.map((word) => [stem(word), SLIPPED] as const), ...itself(found.term)]),
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

/** Adds what is to be asked for one term; what it returns gives the term as it was found. */
function askFor(batch: FindBatch, search: Search, found: FoundTerm, followsSuperseded: boolean) {
  const { term } = found;
  const slips = oneSlipAway(term.word);
  const forms = otherForms(term, slips);
  if (forms.length === 0) return () => found;
  const meant = batch.add(formsRequest(search, term, forms));
  const past =
    followsSuperseded && isLongEnough(term)
      ? batch.add(pastRequest(search, { begins: term.word }))
      : () => undefined;
  return (): FoundTerm => {
    const result = meant();
    const [inside] = result.otherwise;
    if (result.frequency.count > 0)
      return { ...withMatches(asOtherForm(found, slips), result), past: past()?.candidates ?? found.past };
    return inside === undefined ? found : withMatches(asPart(found), inside);
  };
}

/** A word nobody wrote may be grown from a root somebody did, mistyped, or part of a longer one. */
export async function findOtherForms(
  search: Search,
  found: readonly FoundTerm[],
  followsSuperseded: boolean,
): Promise<readonly FoundTerm[]> {
  const tried = new Set(found.filter(({ isUnheardOf }) => isUnheardOf).slice(0, MAX_TRIED));
  const batch = findBatch(search);
  const answers = found.map((one) =>
    tried.has(one) ? askFor(batch, search, one, followsSuperseded) : () => one,
  );
  await batch.send();
  return answers.map((answer) => answer());
}
