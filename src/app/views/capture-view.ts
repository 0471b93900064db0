import type { Capture } from '../../domain/capture/capture.ts';

export interface CaptureView {
  readonly id: string;
  readonly session_id: string;
  readonly at: string;
  readonly reason: Capture['reason'];
  readonly note: string | null;
  readonly transcript_path: string | null;
  readonly lines: string;
  readonly message_count: number;
  readonly char_count: number;
  readonly skipped_bytes: number;
  readonly has_client_summary: boolean;
  readonly reviewed_at: string | null;
  readonly handoff_id: string | null;
  readonly redacted: Readonly<Record<string, number>>;
}

export const captureView = (capture: Capture): CaptureView => ({
  id: capture.id,
  session_id: capture.sessionId,
  at: capture.at,
  reason: capture.reason,
  note: capture.note,
  transcript_path: capture.transcriptPath,
  lines: capture.messageCount === 0 ? '' : `${capture.firstLine}–${capture.lastLine}`,
  message_count: capture.messageCount,
  char_count: capture.charCount,
  skipped_bytes: capture.skippedBytes,
  has_client_summary: capture.clientSummary !== null,
  reviewed_at: capture.reviewedAt,
  handoff_id: capture.handoffId,
  redacted: capture.redacted,
});
