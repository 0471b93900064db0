import { canonicalJson, derivedId, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { TranscriptDigest } from './transcript-digest.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

export const CAPTURE_REASONS = ['compaction', 'session_end', 'session_lost', 'asked', 'imported'] as const;
export type CaptureReason = (typeof CAPTURE_REASONS)[number];

/**
 * A part of the client's transcript, stored without secrets before the client discards it. Its messages are stored
 * separately.
 */
export interface Capture {
  readonly id: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly at: Instant;
  readonly reason: CaptureReason;
  /** The reason in the words of the caller. */
  readonly note: string | null;
  readonly transcriptPath: string | null;
  /** Transcript lines of its messages; 0 if there are none. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly messageCount: number;
  readonly charCount: number;
  /** Bytes of the transcript that were too many to read. */
  readonly skippedBytes: number;
  /** The client's own summary from a compaction. */
  readonly clientSummary: string | null;
  /** When its content was first returned completely. */
  readonly reviewedAt: Instant | null;
  /** The handoff that cites it. */
  readonly handoffId: string | null;
  /** Number of redacted secrets by kind. */
  readonly redacted: Readonly<Record<string, number>>;
}

/** The digest of the transcript and the last messages, oldest first. */
export interface CaptureContent {
  readonly digest: TranscriptDigest;
  readonly messages: readonly TranscriptEntry[];
}

/**
 * The same content of the same transcript, stored for the same reason, is one capture. Line counts do not distinguish
 * two transcripts, and a summary without messages has no lines. A capture that another handoff cites has another id,
 * because it is kept as long as its handoff.
 */
export const captureId = (
  {
    sessionId,
    reason,
    note,
    transcriptPath,
    firstLine,
    lastLine,
    messageCount,
    clientSummary,
    handoffId,
  }: Omit<Capture, 'id'>,
  { digest, messages }: CaptureContent,
): string =>
  derivedId(
    'cap',
    sessionId,
    reason,
    note ?? '',
    `${firstLine}-${lastLine}`,
    String(messageCount),
    transcriptPath ?? '',
    // Ids do not change, so the digest keeps the name it had when the first ids were made.
    digestOf(canonicalJson({ clientSummary, handoffId, gist: digest, messages })),
  );
