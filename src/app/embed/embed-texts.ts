import { hasCode, type ThroughlineError } from '../../domain/error.ts';
import type { Embedder } from '../ports/vectors.ts';

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
      if (!hasCode(error, code) || signal?.aborted) throw error;
      await pause(ms, signal);
    }
  }
  return work();
}

/** Errors that can be caused by one of the texts or by their number. */
const RETRIED_IN_HALVES = ['embedder_refused', 'embedder_answered_wrongly', 'embedder_too_slow'];
const CAUSED_BY_ONE_TEXT = ['embedder_refused', 'embedder_answered_wrongly'];

/** A vector per text; undefined for a refused text. A refused batch is halved; if every text is refused, this throws. */
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
      if (some.length > 1 && hasCode(error, ...RETRIED_IN_HALVES)) {
        const half = Math.ceil(some.length / 2);
        const first = await embed(some.slice(0, half));
        return [...first, ...(await embed(some.slice(half)))];
      }
      if (!hasCode(error, ...CAUSED_BY_ONE_TEXT)) throw error;
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
