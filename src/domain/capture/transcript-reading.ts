import { conflict, ThroughlineError } from '../error.ts';
import type { Instant } from '../instant.ts';
import { nextStep } from '../next-step.ts';
import { EMPTY_DIGEST, type TranscriptDigest } from './transcript-digest.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** How far a transcript was read, and how to recognize that it is still the same file. */
export interface TranscriptPosition {
  /** In bytes, always at the start of a line. */
  readonly offset: number;
  /** Lines before it. */
  readonly line: number;
  /** Hashes of the first bytes and of those before the offset; they differ if the file was replaced. */
  readonly head: string;
  readonly seam: string;
}

/** What is known of a session's transcript. Nothing is read twice. */
export interface TranscriptReading {
  readonly sessionId: string;
  readonly path: string;
  /** null before the first byte. */
  readonly position: TranscriptPosition | null;
  /** Earlier entries belong to another session, whose conversation this one continues. */
  readonly since: Instant | null;
  readonly digest: TranscriptDigest;
  /** The last messages, oldest first. */
  readonly recent: readonly TranscriptEntry[];
  readonly skippedBytes: number;
  /** Number of redacted secrets by kind. */
  readonly redacted: Readonly<Record<string, number>>;
  readonly updatedAt: Instant;
}

type Beginning = Pick<TranscriptReading, 'sessionId' | 'path' | 'position' | 'since' | 'updatedAt'>;

export const newReading = ({
  sessionId,
  path,
  position,
  since,
  updatedAt,
}: Beginning): TranscriptReading => ({
  sessionId,
  path,
  position,
  since,
  digest: EMPTY_DIGEST,
  recent: [],
  skippedBytes: 0,
  redacted: {},
  updatedAt,
});

/** For the second of two hooks that report the same event; the first one has done the work. */
export const hookRepeated = () =>
  conflict(
    'hook_repeated',
    'Another hook already handled this event.',
    'If hooks are installed twice, remove one of them.',
    { next: [nextStep('doctor.run')] },
  );

export const isHookRepeated = (error: unknown): boolean =>
  error instanceof ThroughlineError && error.code === 'hook_repeated';
