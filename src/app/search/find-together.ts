import type { Candidate } from '../ports/search-index.ts';
import { requestFor, type Search } from './find-requests.ts';
import type { FoundTerm } from './found-term.ts';
import { termQuery } from './index-queries.ts';

/**
 * Of words with more than `limit` texts only the newest are looked at: texts that have several of them are looked up of their own. Where
 * few have all, so are those that have two of the three rarest.
 */
export async function findTogether(
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
