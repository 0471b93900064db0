import type {
  CandidateKey,
  FindRequest,
  FindResult,
  IndexQuery,
  ReadRequest,
  ReadResult,
  SearchScope,
  SearchText,
  TextSource,
} from '../../../src/app/ports/search-index.ts';
import type { Store } from '../../../src/app/ports/store.ts';

export const word = (...any: string[]): IndexQuery => ({ any });
export const EVERYTHING: IndexQuery = { everything: true };

function only<Result>(results: readonly Result[]): Result {
  const [result] = results;
  if (results.length !== 1 || result === undefined)
    throw new Error(`${results.length} results for one request`);
  return result;
}

/** One query in one source. */
export const findIn = async (
  { search }: Store,
  source: TextSource,
  query: FindRequest['query'],
  scope: SearchScope = {},
  limit = 100,
): Promise<FindResult> => only(await search.find([{ query, sources: [source], scope, limit }]));

/** What the index alone answers, whether or not it may be read. */
export const keysIn = async (
  store: Store,
  source: TextSource,
  query: FindRequest['query'],
  scope: SearchScope = {},
  limit = 100,
): Promise<readonly CandidateKey[]> =>
  (await findIn(store, source, query, scope, limit)).candidates.map(({ key }) => key);

export const readOne = async ({ search }: Store, request: ReadRequest): Promise<ReadResult> =>
  only(await search.read([request]));

export const readKeys = async (
  store: Store,
  keys: readonly CandidateKey[],
  scope: SearchScope = {},
): Promise<readonly SearchText[]> => (await readOne(store, { texts: { keys }, scope })).texts;

/** Ids of what is found and may be read, in the order it is found: newest first. */
export async function foundIn(
  store: Store,
  source: TextSource,
  query: FindRequest['query'],
  scope: SearchScope = {},
  limit = 100,
): Promise<readonly string[]> {
  const texts = await readKeys(store, await keysIn(store, source, query, scope, limit), scope);
  return texts.map(({ id, kind, sessionId, part }) =>
    part === 0 ? id : `${kind === 'capture' ? sessionId : id}:${part}`,
  );
}
