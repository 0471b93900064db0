import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { SearchScope } from './search-index.ts';

/** Some models embed queries and documents differently. */
export type EmbeddingPurpose = 'document' | 'query';

/** Turns texts into vectors. It is optional; without one, no vector code runs. */
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

export type Claim =
  | 'mine'
  | 'taken'
  /** Another process has switched the store to another model. */
  | 'other_model';

export interface ClaimOptions {
  /** Claim even if another process is embedding, because a person asked. */
  readonly isForced?: boolean;
  /** Switch the store to this model if it has vectors of another. */
  readonly mayChangeModel?: boolean;
}

declare const PENDING_CURSOR: unique symbol;

/** Where a page of pending records ended. Only the engine that made it can read it; from a malformed one nothing is listed. */
export type PendingCursor = string & { readonly [PENDING_CURSOR]: true };

interface PendingPage {
  /** Newest first. */
  readonly records: readonly ThroughlineRecord[];
  readonly next: PendingCursor | null;
}

export interface VectorRow {
  readonly recordId: string;
  /** Version of the embedded record. The row is dropped if the record has changed since. */
  readonly version: number;
  readonly digest: Digest;
  readonly vector: Float32Array;
}

export interface NearRecord {
  readonly recordId: string;
  /** The cosine, -1 to 1. */
  readonly similarity: number;
}

export interface VectorCount {
  readonly done: number;
  readonly pending: number;
  readonly dimension: number | null;
}

/** Vectors can be computed again. One is deleted with its record, and when the text of the record changes. */
export interface VectorReader {
  hasPending(model: string): Promise<boolean>;
  /** One process embeds at a time. Holds for two minutes; each `put` renews it. */
  claim(model: string, now: Instant, options?: ClaimOptions): Promise<Claim>;
  release(): Promise<void>;
  /** Queues some more of the existing records; false when none are left. */
  survey(model: string): Promise<boolean>;
  /** Live records whose vector is missing, of another model or of another text; those after the page that ended at `after`. */
  listPending(limit: number, after: PendingCursor | null, now: Instant): Promise<PendingPage>;
  /** Durable soon. A new dimension makes all others pending. false if another process or model has taken over. */
  put(model: string, rows: readonly VectorRow[], now: Instant): Promise<boolean>;
  hasAny(model: string): Promise<boolean>;
  /** Most similar first. */
  nearest(
    query: Float32Array,
    model: string,
    filter: SearchScope,
    limit: number,
  ): Promise<readonly NearRecord[]>;
  count(model: string, now: Instant): Promise<VectorCount>;
}
