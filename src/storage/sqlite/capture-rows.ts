import type { ClientProcess } from '../../app/ports/ledger.ts';
import {
  CAPTURE_REASONS,
  type Capture,
  type CaptureContent,
  type CaptureReason,
} from '../../domain/capture/capture.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { captureFactsDigest, captureReasonDigest, isContentSound, matches } from './digests.ts';
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

const NOTHING_KNOWN: Body = {
  note: DAMAGED_TEXT,
  transcriptPath: null,
  firstLine: 0,
  lastLine: 0,
  messageCount: 0,
  charCount: 0,
  skippedBytes: 0,
  redacted: {},
};

const captureWith = (row: Row, body: Body): Capture => ({
  id: String(row.id),
  projectId: String(row.project_id),
  sessionId: String(row.session_id),
  at: String(row.at),
  reason: String(row.reason) as CaptureReason,
  clientSummary: textOrNull(row.client_summary),
  reviewedAt: textOrNull(row.reviewed_at),
  handoffId: textOrNull(row.handoff_id),
  ...body,
});

export const areFactsSound = (row: Row): boolean =>
  matches(row.facts_digest, () => captureFactsDigest(row)) &&
  matches(row.reason_digest, () => captureReasonDigest(row));

export function captureFrom(row: Row): Capture {
  if (areFactsSound(row)) {
    try {
      return captureWith(row, parsed<Body>(row.body));
    } catch {
      // Stored before there were checksums, and damaged since.
    }
  }
  const summary = row.client_summary === null ? null : DAMAGED_TEXT;
  const reason = CAPTURE_REASONS.find((one) => one === row.reason) ?? 'asked';
  return { ...captureWith(row, NOTHING_KNOWN), reason, clientSummary: summary };
}

/** What it holds, where that is what was stored. */
export function captureContentFrom(row: Row): CaptureContent | 'damaged' {
  if (!isContentSound(row)) return 'damaged';
  try {
    return unpack<CaptureContent>(String(row.content));
  } catch {
    return 'damaged';
  }
}

/** undefined where it cannot be read any more: then the transcript is read from its beginning. */
export function readingFrom(row: Row): TranscriptReading | undefined {
  try {
    return {
      sessionId: String(row.session_id),
      path: String(row.path),
      position: parsed(row.position),
      updatedAt: String(row.updated_at),
      ...unpack<Omit<TranscriptReading, 'sessionId' | 'path' | 'position' | 'updatedAt'>>(
        String(row.content),
      ),
    };
  } catch {
    return undefined;
  }
}

export const clientProcessFrom = (row: Row): ClientProcess => ({
  key: String(row.process),
  client: String(row.client),
  clientSessionId: String(row.client_session_id),
  sessionId: String(row.session_id),
  at: String(row.at),
});
