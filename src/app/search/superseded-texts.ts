import type { ParsedQuery, Term } from '../../search/parse-query.ts';
import type {
  Candidate,
  CandidateKey,
  ChainBounds,
  FindRequest,
  ReadRequest,
  SearchScope,
  SearchText,
} from '../ports/search-index.ts';
import { bestCandidates } from './index-requests.ts';

const MAX_SUPERSEDED = 20;

export const CHAIN: ChainBounds = { steps: 5, limit: 60 };

/** Quoted words must be in the current record itself. */
export const mayFollowSuperseded = ({ phrases, terms }: ParsedQuery, { isLiveAt }: SearchScope): boolean =>
  isLiveAt !== undefined && phrases.length === 0 && terms.length > 0;

/** The successors of superseded records that match the query. */
export function successorsRequest(
  scope: SearchScope,
  terms: readonly { readonly past: readonly Candidate[]; readonly weight: number }[],
): ReadRequest {
  const matches = terms.map(({ past, weight }) => ({ candidates: past, weight }));
  const successorsOf = bestCandidates(matches, MAX_SUPERSEDED);
  return { texts: { successorsOf, bounds: CHAIN }, scope, predecessors: CHAIN };
}

export const supersededWords = ({ predecessors }: SearchText): string =>
  predecessors.flatMap(({ text, names }) => [text, ...names]).join('\n');

/** Only the newest past versions are scanned, because no index contains them. */
const DEPTH = 5_000;
const MAX_READ = 100;

/** The part that all forms of a word share. */
function lettersOf({ word, stem }: Pick<Term, 'word' | 'stem'>): string {
  let length = 0;
  while (length < word.length && word[length] === stem[length]) length += 1;
  return word.slice(0, Math.max(length, 1));
}

/**
 * Records that had the word in an earlier version, in all projects: a word that is known anywhere is not treated as a
 * typo.
 */
export const pastVersionsRequest = (term: Pick<Term, 'word' | 'stem'>): FindRequest => ({
  query: { inPastVersions: lettersOf(term), depth: DEPTH },
  sources: ['records'],
  scope: {},
  limit: DEPTH,
});

export const pastVersionKeys = (found: readonly (readonly Candidate[])[]): readonly CandidateKey[] =>
  [...new Set(found.flat().map(({ key }) => key))].slice(0, MAX_READ);
