import { ThroughlineError } from '../../domain/error.ts';
import type { Embedder } from '../ports/vectors.ts';

/** Resolves early when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Retries after each of the pauses as long as the error has this code. */
export async function retryWhile<Result>(
  code: string,
  pausesMs: readonly number[],
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ThroughlineError) || error.code !== code || signal?.aborted) throw error;
      await pause(ms, signal);
    }
  }
  return work();
}

/** Errors that can be caused by one of the texts or by their number. */
const RETRIED_IN_HALVES = ['embedder_refused', 'embedder_answered_wrongly', 'embedder_too_slow'];
const CAUSED_BY_ONE_TEXT = ['embedder_refused', 'embedder_answered_wrongly'];

const isOneOf = (error: unknown, codes: readonly string[]): error is ThroughlineError =>
  error instanceof ThroughlineError && codes.includes(error.code);

/**
 * A vector for each text; undefined for one that the endpoint refuses by itself. A batch that is refused is divided
 * into halves. If the endpoint refuses all of several texts, the endpoint is the problem and the error is thrown.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly (Float32Array | undefined)[]> {
  let refusal: ThroughlineError | undefined;

  async function embed(some: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    try {
      return await embedder.embed(some, 'document', signal);
    } catch (error) {
      if (some.length > 1 && isOneOf(error, RETRIED_IN_HALVES)) {
        const half = Math.ceil(some.length / 2);
        const first = await embed(some.slice(0, half));
        return [...first, ...(await embed(some.slice(half)))];
      }
      if (!isOneOf(error, CAUSED_BY_ONE_TEXT)) throw error;
      refusal = error;
      return [undefined];
    }
  }

  const vectors = await embed(texts);
  if (refusal !== undefined && texts.length > 1 && vectors.every((vector) => vector === undefined))
    throw refusal;
  return sameDimension(vectors);
}

/** Halves are requested separately, so the first vector decides the dimension. */
function sameDimension(vectors: readonly (Float32Array | undefined)[]) {
  const dimension = vectors.find((vector) => vector !== undefined)?.length;
  return vectors.map((vector) => (vector?.length === dimension ? vector : undefined));
}
