import type { Capture, CaptureContent } from './capture.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

export interface SaidInTranscript {
  /** The line of the transcript. */
  readonly line: number;
  readonly at: string | null;
  readonly who: 'user' | 'agent';
  readonly text: string;
}

const MOST = 10_000;

/** What tells the lines of one transcript from those of another that the same session had. */
export const transcriptKey = ({
  sessionId,
  transcriptPath,
}: Pick<Capture, 'sessionId' | 'transcriptPath'>): string => `${sessionId} ${transcriptPath ?? ''}`;

function said(entry: TranscriptEntry): SaidInTranscript | undefined {
  if (entry.kind !== 'request' && entry.kind !== 'reply') return undefined;
  const text = entry.text.slice(0, MOST).toWellFormed();
  if (text.trim() === '') return undefined;
  return { line: entry.line, at: entry.at, who: entry.kind === 'request' ? 'user' : 'agent', text };
}

/** What was said on each side, line by line of the transcript. Calls and what they returned are not in it. */
export function captureTexts({ messages }: Pick<CaptureContent, 'messages'>): readonly SaidInTranscript[] {
  const lines = new Map<number, SaidInTranscript>();
  for (const message of messages.flatMap((entry) => said(entry) ?? [])) {
    const before = lines.get(message.line);
    const text = before === undefined ? message.text : `${before.text}\n${message.text}`;
    lines.set(message.line, { ...message, text });
  }
  return [...lines.values()];
}
