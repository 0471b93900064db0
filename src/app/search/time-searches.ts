import { instantFromMs } from '../../domain/instant.ts';
import { type TimeAsked, writtenForms } from '../../search/time-asked.ts';
import { typesNamed } from '../../search/type-names.ts';
import type { IndexQuery, SearchScope } from '../ports/search-index.ts';
import type { Search } from './find-requests.ts';

interface TimeSearch {
  readonly search: Search;
  readonly query: IndexQuery;
}

function within({ since, until, ...scope }: SearchScope, { from, to }: TimeAsked): SearchScope {
  const begins = instantFromMs(from);
  const ends = instantFromMs(to - 1);
  return {
    ...scope,
    since: since === undefined || since < begins ? begins : since,
    until: until === undefined || until > ends ? ends : until,
  };
}

/** What is asked for by a question that names nothing but a time, and perhaps a type of records. */
export function timeSearches(
  search: Search,
  time: TimeAsked,
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
