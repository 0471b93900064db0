import type { ParsedQuery } from '../../search/parse-query.ts';
import type { Candidate, ChainBounds, ReadRequest, SearchScope, SearchText } from '../ports/search-index.ts';
import { CandidateScores } from './candidate-scores.ts';

const MAX_SUPERSEDED = 20;

export const CHAIN: ChainBounds = { steps: 5, limit: 60 };

/** Quoted words must be in the record itself. */
export const mayFollowSuperseded = ({ phrases, terms }: ParsedQuery, { isLiveAt }: SearchScope): boolean =>
  isLiveAt !== undefined && phrases.length === 0 && terms.length > 0;

/** What holds now in place of superseded records that match the question. */
export function successorsRequest(
  scope: SearchScope,
  terms: readonly { readonly past: readonly Candidate[]; readonly weight: number }[],
): ReadRequest {
  const scores = new CandidateScores();
  for (const { past, weight } of terms) scores.add(past, weight);
  return {
    texts: { successorsOf: scores.best(MAX_SUPERSEDED), bounds: CHAIN },
    scope,
    predecessors: CHAIN,
  };
}

/** The words of what a record took the place of. */
export const supersededWords = ({ predecessors }: SearchText): string =>
  predecessors.flatMap(({ text, names }) => [text, ...names]).join('\n');
