import { ThroughlineError } from '../../domain/error.ts';
import type { Embedder } from '../ports/embedder.ts';

/** What may lie at one of the texts, or at how many there are. */
const DIVISIBLE = ['embedder_refused', 'embedder_answered_wrongly', 'embedder_too_slow'];
const OF_ONE_TEXT = ['embedder_refused', 'embedder_answered_wrongly'];

const isOneOf = (error: unknown, codes: readonly string[]): error is ThroughlineError =>
  error instanceof ThroughlineError && codes.includes(error.code);

/**
 * A vector for each text; undefined for one that the endpoint refuses by itself. What it refuses together is asked in
 * halves. An endpoint that takes none of several is in trouble, not its texts.
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
      if (some.length > 1 && isOneOf(error, DIVISIBLE)) {
        const half = Math.ceil(some.length / 2);
        const first = await embed(some.slice(0, half));
        return [...first, ...(await embed(some.slice(half)))];
      }
      if (!isOneOf(error, OF_ONE_TEXT)) throw error;
      refusal = error;
      return [undefined];
    }
  }

  const vectors = await embed(texts);
  if (refusal !== undefined && texts.length > 1 && vectors.every((vector) => vector === undefined))
    throw refusal;
  return sameDimension(vectors);
}

/** Halves are asked apart; the first vector says how long all are. */
function sameDimension(vectors: readonly (Float32Array | undefined)[]) {
  const dimension = vectors.find((vector) => vector !== undefined)?.length;
  return vectors.map((vector) => (vector?.length === dimension ? vector : undefined));
}
