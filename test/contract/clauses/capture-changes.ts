import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Capture, CaptureContent } from '../../../src/domain/capture/capture.ts';
import { reduceEntries } from '../../../src/domain/capture/reduce/reduce-entries.ts';
import { EMPTY_DIGEST } from '../../../src/domain/capture/transcript-digest.ts';
import type { TranscriptEntry } from '../../../src/domain/capture/transcript-entry.ts';
import { T0 } from '../../domain/session/session-fixtures.ts';

export const aCapture = (facts: Partial<Capture> = {}): Capture => ({
  id: 'cap_1',
  projectId: 'prj_1',
  sessionId: 'ses_1',
  at: T0,
  reason: 'compaction',
  note: 'manual: keep the names',
  transcriptPath: '/t/a.jsonl',
  firstLine: 3,
  lastLine: 4,
  messageCount: 2,
  charCount: 40,
  skippedBytes: 0,
  clientSummary: null,
  reviewedAt: null,
  handoffId: null,
  redacted: { 'github-token': 1 },
  ...facts,
});

export const contentOf = (messages: readonly TranscriptEntry[]): CaptureContent => ({
  digest: reduceEntries(EMPTY_DIGEST, messages),
  messages,
});

/** A capture of these messages, which are from the first to the last line of it. */
export const capture = (messages: readonly TranscriptEntry[], facts: Partial<Capture> = {}): Change => ({
  kind: 'capture',
  capture: aCapture({
    firstLine: messages[0]?.line ?? 0,
    lastLine: messages.at(-1)?.line ?? 0,
    messageCount: messages.length,
    ...facts,
  }),
  content: contentOf(messages),
});

export const dropped = (captureId: string): Change => ({ kind: 'capture_dropped', captureId, at: T0 });
