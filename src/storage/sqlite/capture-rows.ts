import type { ClientProcess } from '../../app/ports/windows.ts';
import type { Capture, CaptureReason } from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import type { Row } from './driver.ts';
import { unpack } from './pack.ts';
import { parsed, textOrNull } from './rows.ts';

type Body = Pick<
  Capture,
  | 'note'
  | 'transcriptPath'
  | 'firstLine'
  | 'lastLine'
  | 'messageCount'
  | 'charCount'
  | 'skippedBytes'
  | 'redacted'
>;

export const captureBody = ({
  note,
  transcriptPath,
  firstLine,
  lastLine,
  messageCount,
  charCount,
  skippedBytes,
  redacted,
}: Capture): string =>
  JSON.stringify({
    note,
    transcriptPath,
    firstLine,
    lastLine,
    messageCount,
    charCount,
    skippedBytes,
    redacted,
  } satisfies Body);

export const captureFrom = (row: Row): Capture => ({
  id: String(row.id),
  projectId: String(row.project_id),
  sessionId: String(row.session_id),
  at: String(row.at),
  reason: String(row.reason) as CaptureReason,
  clientSummary: textOrNull(row.client_summary),
  reviewedAt: textOrNull(row.reviewed_at),
  handoffId: textOrNull(row.handoff_id),
  ...parsed<Body>(row.body),
});

export const readingFrom = (row: Row): TranscriptReading => ({
  sessionId: String(row.session_id),
  path: String(row.path),
  position: parsed(row.position),
  updatedAt: String(row.updated_at),
  ...unpack<Omit<TranscriptReading, 'sessionId' | 'path' | 'position' | 'updatedAt'>>(String(row.content)),
});

export const clientProcessFrom = (row: Row): ClientProcess => ({
  key: String(row.process),
  client: String(row.client),
  clientSessionId: String(row.client_session_id),
  sessionId: String(row.session_id),
  at: String(row.at),
});
