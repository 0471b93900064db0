import type { Instant } from '../../domain/instant.ts';

export interface Clock {
  now(): Instant;
}

export interface Ids {
  /** A new session id, never given before. */
  newSessionId(): string;
  newReceiptId(): string;
}
