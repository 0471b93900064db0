/** Some models embed a question otherwise than what it is asked of. */
export type EmbeddingPurpose = 'document' | 'query';

/** What turns texts into vectors. There may be none: then nothing here is asked, opened or allocated. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** One vector of length 1 for each text, in order, all of one dimension; or a refusal of kind `unavailable`. Tries once. */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}
