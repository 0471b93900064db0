import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { SearchScope } from './search-index.ts';

/** What became of the wish to be the one who embeds. */
export type Claim =
  | 'mine'
  /** Another process is at it. */
  | 'taken'
  /** Another process has turned to another model since. */
  | 'other_model';

export interface ClaimOptions {
  /** Even if another process is at it: a person asked. */
  readonly isForced?: boolean;
  /** Turn the store to this model if it has vectors of another. */
  readonly mayChangeModel?: boolean;
}

declare const PENDING_CURSOR: unique symbol;

/** Where a page of pending records ended. Only the engine that made it can read it; from a malformed one nothing is listed. */
export type PendingCursor = string & { readonly [PENDING_CURSOR]: true };

export interface PendingPage {
  /** Newest first. */
  readonly records: readonly ThroughlineRecord[];
  /** Where to read on; null at the end. */
  readonly next: PendingCursor | null;
}

export interface VectorRow {
  readonly recordId: string;
  /** Of the record whose text was embedded; if that has changed since, the row is not kept. */
  readonly version: number;
  /** Of the text that was embedded. */
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

/**
 * Vectors of records. They are derived: losing them costs time and nothing else. A vector goes with its record, and as
 * soon as the record's text changes.
 */
export interface VectorReader {
  /** A look that costs nothing: whether there may be something to embed. */
  hasPending(model: string): Promise<boolean>;
  /** One process embeds at a time. Holds for two minutes; each `put` renews it. */
  claim(model: string, now: Instant, options?: ClaimOptions): Promise<Claim>;
  /** Lets another process go on. */
  release(): Promise<void>;
  /** Puts some more of what was there before into the queue of what is pending; false when nothing is left of it. */
  survey(model: string): Promise<boolean>;
  /** Live records whose vector is missing, of another model or of another text; those after the page that ended at `after`. */
  listPending(limit: number, after: PendingCursor | null, now: Instant): Promise<PendingPage>;
  /**
   * One small write, durable soon. A dimension other than that of the rest makes all the rest pending. Nothing is kept
   * unless the store has turned to this model; false if another process has taken over.
   */
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
