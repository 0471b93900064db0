import { createRequire } from 'node:module';
import type { ClientProcess } from '../../app/ports/ledger.ts';
import {
  CAPTURE_REASONS,
  type Capture,
  type CaptureContent,
  type CaptureReason,
} from '../../domain/capture/capture.ts';
import { currentDigest } from '../../domain/capture/current-digest.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { attempt } from '../../lib/attempt.ts';
import { captureFactsDigest, captureReasonDigest, isContentSound, matches } from './digests.ts';
import type { Row } from './driver.ts';
import { bodyOf, parsed, textOrNull } from './rows.ts';

const require = createRequire(import.meta.url);

/** Loaded when something is packed: most hooks pack nothing, and an agent waits for them. */
const zlib = () => require('node:zlib') as typeof import('node:zlib');

/** A value as compressed text: SQLite's own tools, and the recovery of a damaged store can copy it. */
export const pack = (value: unknown) => zlib().deflateRawSync(JSON.stringify(value)).toString('base64');

export const unpack = <Value>(text: string): Value =>
  JSON.parse(zlib().inflateRawSync(Buffer.from(text, 'base64')).toString('utf8')) as Value;

const DAMAGED_BODY = {
  note: DAMAGED_TEXT,
  transcriptPath: null,
  firstLine: 0,
  lastLine: 0,
  messageCount: 0,
  charCount: 0,
  skippedBytes: 0,
  redacted: {},
} satisfies Partial<Capture>;
type Body = Pick<Capture, keyof typeof DAMAGED_BODY>;

export const captureBody = (capture: Capture): string => bodyOf<Body>(capture, DAMAGED_BODY);

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
  // What was stored before there were checksums may be damaged although it looks sound.
  const body = areFactsSound(row) ? attempt(() => parsed<Body>(row.body)) : undefined;
  if (body !== undefined) return captureWith(row, body);
  const summary = row.client_summary === null ? null : DAMAGED_TEXT;
  const reason = CAPTURE_REASONS.find((one) => one === row.reason) ?? 'asked';
  return { ...captureWith(row, DAMAGED_BODY), reason, clientSummary: summary };
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

export function captureContentFrom(row: Row): CaptureContent | 'damaged' {
  const read = () => unpack<ReturnType<typeof storedContent>>(String(row.content));
  const content = isContentSound(row) ? attempt(read) : undefined;
  return content === undefined
    ? 'damaged'
    : { digest: currentDigest(content.gist), messages: content.messages };
}

/** Returns undefined if it cannot be read any more: then the transcript is read from its beginning. */
export const readingFrom = (row: Row): TranscriptReading | undefined =>
  attempt(() => {
    const { gist, ...content } = unpack<ReturnType<typeof storedReading>>(String(row.content));
    return {
      sessionId: String(row.session_id),
      path: String(row.path),
      position: parsed(row.position),
      updatedAt: String(row.updated_at),
      ...content,
      digest: currentDigest(gist),
    };
  });

export const clientProcessFrom = (row: Row): ClientProcess => ({
  key: String(row.process),
  client: String(row.client),
  clientSessionId: String(row.client_session_id),
  sessionId: String(row.session_id),
  at: String(row.at),
});
