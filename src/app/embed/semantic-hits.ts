import { ThroughlineError } from '../../domain/error.ts';
import { elapsedMs, type Instant } from '../../domain/instant.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import type { Deps } from '../deps.ts';
import type { SearchScope } from '../ports/search-index.ts';
import type { Embedder } from '../ports/vectors.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'redactor' | 'store'>;

const REST_MS = 30_000;
const MAX_QUERY = 2_000;

const failures = new WeakMap<Embedder, { readonly at: Instant; readonly problem: Notice }>();

const failureNotice = (error: unknown): Notice =>
  error instanceof ThroughlineError
    ? notice(`${error.message} ${error.hint}`, ...error.next)
    : notice(`Vectors could not be used: ${error instanceof Error ? error.message : String(error)}`);

async function askEmbedder(
  { redactor, clock }: Pick<Deps, 'clock' | 'redactor'>,
  embedder: Embedder,
  query: string,
) {
  const [clean] = await redactor.redact([query.slice(0, MAX_QUERY).toWellFormed()]);
  try {
    const [vector] = await embedder.embed([clean?.text ?? ''], 'query');
    failures.delete(embedder);
    return vector;
  } catch (error) {
    failures.set(embedder, { at: clock.now(), problem: failureNotice(error) });
    throw error;
  }
}

/** Records with a meaning similar to the query. Never throws: search continues without them. */
export async function semanticHits(deps: Needs, queryText: string, filter: SearchScope, limit: number) {
  const { embedder, clock, store } = deps;
  if (embedder === undefined || limit <= 0 || queryText.trim() === '') return { hits: [] };
  const failure = failures.get(embedder);
  if (failure !== undefined && elapsedMs(failure.at, clock.now()) < REST_MS) {
    return { hits: [], problem: failure.problem };
  }
  try {
    if (!(await store.vectors.hasAny(embedder.model))) return { hits: [] };
    const query = await askEmbedder(deps, embedder, queryText);
    if (query === undefined) return { hits: [] };
    return { hits: await store.vectors.nearest(query, embedder.model, filter, limit) };
  } catch (error) {
    return { hits: [], problem: failureNotice(error) };
  }
}
