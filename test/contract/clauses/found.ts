import type { SearchScope, TextSource, Wanted } from '../../../src/app/ports/search-index.ts';
import type { Store } from '../../../src/app/ports/store.ts';

export const word = (...any: string[]): Wanted => ({ any });
export const EVERYTHING: Wanted = { everything: true };

/** Ids of what is found and may be read, as they are found: newest first. */
export async function foundIn(
  { search }: Store,
  source: TextSource,
  wanted: Wanted,
  scope: SearchScope = {},
  limit = 100,
): Promise<readonly string[]> {
  const { places } = await search.find(source, wanted, scope, limit);
  return (await search.read(source, places, scope)).map(({ id, kind, sessionId, part }) =>
    part === 0 ? id : `${kind === 'capture' ? sessionId : id}:${part}`,
  );
}

/** What the index alone answers: how many places, whoever may read them. */
export const placesIn = async (
  { search }: Store,
  source: TextSource,
  wanted: Wanted,
  scope: SearchScope = {},
  limit = 100,
): Promise<readonly number[]> => (await search.find(source, wanted, scope, limit)).places;
