import { type Capture, type CaptureReason, captureId } from '../../domain/capture/capture.ts';
import { sizeOf } from '../../domain/capture/messages.ts';
import type { TranscriptReading } from '../../domain/capture/transcript-reading.ts';
import { DAY_MS, plusMs } from '../../domain/instant.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import type { Change } from '../ports/ledger.ts';

/** The rest is dropped with later captures. */
const MAX_DROPPED = 50;

export interface CaptureDraft {
  readonly capture: Capture;
  readonly change: Change;
}

export interface CaptureCause {
  readonly reason: CaptureReason;
  readonly note: string | null;
  readonly handoffId: string | null;
  /** The client's own summary, if it is captured. */
  readonly clientSummary?: string;
}

export function draftCapture(
  session: Pick<Session, 'id' | 'projectId'>,
  reading: TranscriptReading,
  why: CaptureCause,
  { now }: Pick<TimeContext, 'now'>,
): CaptureDraft {
  const { recent, digest, path, skippedBytes, redacted } = reading;
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
  const content = { digest, messages: recent };
  const capture = { id: captureId(kept, content), ...kept };
  return { capture, change: { kind: 'capture', capture, content } };
}

/** Captures that are too old, or exceed the total size, and imported ones that exceed theirs. They are dropped in the commit that adds a new capture. */
export async function expiredCaptures(
  { store, settings }: Pick<Deps, 'settings' | 'store'>,
  { now }: Pick<TimeContext, 'now'>,
): Promise<readonly Change[]> {
  const { keepDays, maxBytes, importedMaxBytes } = settings.captures;
  const ids = await Promise.all([
    store.captures.listExpendable(plusMs(now, -keepDays * DAY_MS), maxBytes, MAX_DROPPED),
    store.captures.listExpendableImports(importedMaxBytes, MAX_DROPPED),
  ]);
  return ids.flat().map((id): Change => ({ kind: 'capture_dropped', captureId: id, at: now }));
}
