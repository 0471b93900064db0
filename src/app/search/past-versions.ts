import type { Term } from '../../search/parse-query.ts';
import type { Candidate, CandidateKey, FindRequest } from '../ports/search-index.ts';

/** How many earlier versions are looked through, the newest: no index holds them. */
const DEPTH = 5_000;
const MAX_READ = 100;

/** What all forms of a word begin with. */
function lettersOf({ word, stem }: Pick<Term, 'word' | 'stem'>): string {
  let length = 0;
  while (length < word.length && word[length] === stem[length]) length += 1;
  return word.slice(0, Math.max(length, 1));
}

/** Records that had the word in an earlier version, in all projects: a word known anywhere is not taken for mistyped. */
export const pastVersionsRequest = (term: Pick<Term, 'word' | 'stem'>): FindRequest => ({
  query: { formerly: lettersOf(term), depth: DEPTH },
  sources: ['records'],
  scope: {},
  limit: DEPTH,
});

/** Those to be read, each once. */
export const pastVersionKeys = (found: readonly (readonly Candidate[])[]): readonly CandidateKey[] =>
  [...new Set(found.flat().map(({ key }) => key))].slice(0, MAX_READ);
