import { canonicalJson, derivedId, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { Gist } from './gist.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

export const CAPTURE_REASONS = ['compaction', 'session_end', 'session_lost', 'asked'] as const;
export type CaptureReason = (typeof CAPTURE_REASONS)[number];

/** A piece of the client's own transcript, kept before it is gone, secrets taken out. Its messages lie beside it. */
export interface Capture {
  readonly id: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly at: Instant;
  readonly reason: CaptureReason;
  /** Why, in the words of whoever asked for it. */
  readonly note: string | null;
  readonly transcriptPath: string | null;
  /** Lines of the transcript that its messages come from; 0 where there are none. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly messageCount: number;
  readonly charCount: number;
  /** Of the transcript, what was too much to be read. */
  readonly skippedBytes: number;
  /** The client's own summary of what it compacted. */
  readonly clientSummary: string | null;
  /** When its content was first delivered to a reader. */
  readonly reviewedAt: Instant | null;
  /** The handoff that cites it. */
  readonly handoffId: string | null;
  /** What was taken out of it as secret: kind and count. */
  readonly redacted: Readonly<Record<string, number>>;
}

/** What it holds: the structured layer, and the last messages themselves, oldest first. */
export interface CaptureContent {
  readonly gist: Gist;
  readonly messages: readonly TranscriptEntry[];
}

/**
 * The same content of the same transcript, kept twice for the same reason, is one capture. Line counts alone do not tell
 * two transcripts apart, and a client's summary without messages has no lines at all. A capture that another handoff cites
 * is another one: it is kept for as long as its own handoff stands.
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
  content: CaptureContent,
): string =>
  derivedId(
    'cap',
    sessionId,
    reason,
    note ?? '',
    `${firstLine}-${lastLine}`,
    String(messageCount),
    transcriptPath ?? '',
    digestOf(canonicalJson({ clientSummary, handoffId, ...content })),
  );
