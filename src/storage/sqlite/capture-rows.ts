import { createRequire } from 'node:module';
import type { ClientProcess } from '../../app/ports/ledger.ts';
import {
  CAPTURE_REASONS,
  type Capture,
  type CaptureContent,
  type CaptureReason,
} from '../../domain/capture/capture.ts';
import { currentDigest } from '../../domain/capture/transcript-digest.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { captureFactsDigest, captureReasonDigest, isContentSound, matches } from './digests.ts';
import type { Row } from './driver.ts';
import { bodyOf, parsed, textOrNull } from './rows.ts';

const require = createRequire(import.meta.url);

/** Loaded when something is packed: most hooks pack nothing, and an agent waits for them. */
const zlib = () => require('node:zlib') as typeof import('node:zlib');

/** A value as compressed text: SQLite's own tools, and the recovery of a damaged store can copy it. */
export const pack = (value: unknown): string =>
  zlib().deflateRawSync(JSON.stringify(value)).toString('base64');

export const unpack = <Value>(text: string): Value =>
  JSON.parse(zlib().inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Value;

const BODY_FIELDS = [
  'note',
  'transcriptPath',
  'firstLine',
  'lastLine',
  'messageCount',
  'charCount',
  'skippedBytes',
  'redacted',
] as const;
type Body = Pick<Capture, (typeof BODY_FIELDS)[number]>;

export const captureBody = (capture: Capture): string => bodyOf(capture, BODY_FIELDS);

const EMPTY_BODY: Body = {
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
  return { ...captureWith(row, EMPTY_BODY), reason, clientSummary: summary };
}

/** In stored content the digest of a transcript is called `gist`. */
export const storedContent = ({ digest, messages }: CaptureContent) => ({ gist: digest, messages });

export const storedReading = ({ since, digest, recent, skippedBytes, redacted }: TranscriptReading) => ({
  since,
  gist: digest,
  recent,
  skippedBytes,
  redacted,
});

/** What it holds, where that is what was stored. */
export function captureContentFrom(row: Row): CaptureContent | 'damaged' {
  if (!isContentSound(row)) return 'damaged';
  try {
    const { gist, messages } = unpack<ReturnType<typeof storedContent>>(String(row.content));
    return { digest: currentDigest(gist), messages };
  } catch {
    return 'damaged';
  }
}

/** undefined where it cannot be read any more: then the transcript is read from its beginning. */
export function readingFrom(row: Row): TranscriptReading | undefined {
  try {
    const { gist, ...content } = unpack<ReturnType<typeof storedReading>>(String(row.content));
    return {
      sessionId: String(row.session_id),
      path: String(row.path),
      position: parsed(row.position),
      updatedAt: String(row.updated_at),
      ...content,
      digest: currentDigest(gist),
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
