import { ThroughlineError } from '../../domain/error.ts';
import { elapsedMs, type Instant } from '../../domain/instant.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import type { Deps } from '../deps.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { SearchScope } from '../ports/search-index.ts';
import type { NearRecord } from '../ports/vectors.ts';

type Needs = Pick<Deps, 'clock' | 'embedder' | 'redactor' | 'store'>;

export interface SemanticHits {
  /** Most similar first. */
  readonly hits: readonly NearRecord[];
  /** Why there are none, where that is not because nothing is similar. */
  readonly trouble?: Notice;
}

/** After a failure nobody waits for the endpoint again for so long. */
const REST_MS = 30_000;
const LONGEST_QUERY = 2_000;

interface Failure {
  readonly at: Instant;
  readonly trouble: Notice;
}

const failures = new WeakMap<Embedder, Failure>();

const troubleOf = (error: unknown): Notice =>
  error instanceof ThroughlineError
    ? notice(`${error.message} ${error.hint}`, ...error.next)
    : notice(`Vectors could not be used: ${error instanceof Error ? error.message : String(error)}`);

async function askEmbedder(
  { redactor, clock }: Pick<Deps, 'clock' | 'redactor'>,
  embedder: Embedder,
  query: string,
) {
  const [clean] = await redactor.redact([query.slice(0, LONGEST_QUERY).toWellFormed()]);
  try {
    const [vector] = await embedder.embed([clean?.text ?? ''], 'query');
    failures.delete(embedder);
    return vector;
  } catch (error) {
    failures.set(embedder, { at: clock.now(), trouble: troubleOf(error) });
    throw error;
  }
}

/** Records that mean something like the query. Never throws and never waits twice: search goes on without them. */
export async function semanticHits(
  deps: Needs,
  queryText: string,
  filter: SearchScope,
  limit: number,
): Promise<SemanticHits> {
  const { embedder, clock, store } = deps;
  if (embedder === undefined || limit <= 0 || queryText.trim() === '') return { hits: [] };
  const failure = failures.get(embedder);
  if (failure !== undefined && elapsedMs(failure.at, clock.now()) < REST_MS) {
    return { hits: [], trouble: failure.trouble };
  }
  try {
    if (!(await store.vectors.hasAny(embedder.model))) return { hits: [] };
    const query = await askEmbedder(deps, embedder, queryText);
    if (query === undefined) return { hits: [] };
    return { hits: await store.vectors.nearest(query, embedder.model, filter, limit) };
  } catch (error) {
    return { hits: [], trouble: troubleOf(error) };
  }
}
