import {
  type FindRequest,
  type FindResult,
  type IndexQuery,
  pastScope,
  type SearchIndex,
  type SearchScope,
  type TextSource,
} from '../ports/search-index.ts';
import { Batch } from './batch.ts';

/** So many candidates of one word are looked at, the newest; of a rarer word, all. */
const MAX_CANDIDATES = 300;
const MAX_SUPERSEDED = 60;

export interface Search {
  readonly index: SearchIndex;
  readonly scope: SearchScope;
  readonly sources: readonly TextSource[];
}

export type FindBatch = Batch<FindRequest, FindResult>;

export const findBatch = ({ index }: Search): FindBatch => new Batch((requests) => index.find(requests));

export const requestFor = (
  { sources, scope }: Search,
  query: IndexQuery,
  limit = MAX_CANDIDATES,
): FindRequest => ({ query, sources, scope, limit });

/** Only records are ever superseded. */
export const pastRequest = ({ scope }: Search, query: IndexQuery): FindRequest => ({
  query,
  sources: ['records'],
  scope: pastScope(scope),
  limit: MAX_SUPERSEDED,
});
