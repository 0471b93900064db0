import { type Capture, type CaptureReason, captureId } from '../../domain/capture/capture.ts';
import { sizeOf } from '../../domain/capture/recent.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { DAY_MS, plusMs } from '../../domain/instant.ts';
import type { Moment } from '../../domain/session/decide.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import type { Change } from '../ports/ledger.ts';

/** So many at once: the rest goes with the next one. */
const DROPPED_AT_ONCE = 50;

export interface CaptureDraft {
  readonly capture: Capture;
  readonly change: Change;
}

export interface CaptureCause {
  readonly reason: CaptureReason;
  readonly note: string | null;
  readonly handoffId: string | null;
  /** The client's own summary, where that is what is kept. */
  readonly clientSummary?: string;
}

export function draftCapture(
  session: Session,
  reading: TranscriptReading,
  why: CaptureCause,
  { now }: Moment,
): CaptureDraft {
  const { recent, gist, path, skippedBytes, redacted } = reading;
  const lastLine = reading.position?.line ?? 0;
  const kept: Omit<Capture, 'id'> = {
    projectId: session.projectId,
    sessionId: session.id,
    at: now,
    transcriptPath: path,
    firstLine: recent[0]?.line ?? 0,
    lastLine,
    messageCount: recent.length,
    charCount: recent.reduce((sum, entry) => sum + sizeOf(entry), 0),
    skippedBytes,
    clientSummary: null,
    reviewedAt: null,
    redacted,
    ...why,
  };
  const content = { gist, messages: recent };
  const capture = { id: captureId(kept, content), ...kept };
  return { capture, change: { kind: 'capture', capture, content } };
}

/** What is over its time, or over the room there is for all: it goes in the commit that brings a new one. */
export async function expendableCaptures(
  { store, settings }: Pick<Deps, 'settings' | 'store'>,
  { now }: Moment,
): Promise<readonly Change[]> {
  const { keepDays, maxBytes } = settings.captures;
  const ids = await store.captures.listExpendable(plusMs(now, -keepDays * DAY_MS), maxBytes, DROPPED_AT_ONCE);
  return ids.map((id): Change => ({ kind: 'capture_dropped', captureId: id, at: now }));
}
