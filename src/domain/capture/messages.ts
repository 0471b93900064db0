import type { Capture, CaptureContent } from './capture.ts';
import { type CallEntry, mapEntryTexts, type TranscriptEntry } from './transcript-entry.ts';

/** Limits of the messages that are kept for the next capture. */
const MAX_RECENT = 200;
const MAX_CHARS = 120_000;
/** Results of tools are seldom worth more; messages of people and agents are. */
const MAX_RESULT = 4_000;
const MAX_MESSAGE = 24_000;

export function sizeOf(entry: TranscriptEntry): number {
  let size = 0;
  mapEntryTexts(entry, (text) => {
    size += text.length;
    return text;
  });
  return size;
}

const shortened = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}… [${text.length - max} characters more]`;

const clipped = (entry: TranscriptEntry): TranscriptEntry =>
  mapEntryTexts(entry, (text) => shortened(text, entry.kind === 'result' ? MAX_RESULT : MAX_MESSAGE));

/** The newest messages within both limits; at least one. */
export function lastMessages(
  recent: readonly TranscriptEntry[],
  maxCount: number,
  maxChars: number,
): readonly TranscriptEntry[] {
  let remaining = maxChars;
  let from = recent.length;
  for (const entry of recent.slice(-maxCount).reverse()) {
    remaining -= sizeOf(entry);
    if (remaining < 0 && from < recent.length) break;
    from -= 1;
  }
  return recent.slice(from);
}

/** Clients repeat the title all the time, and say things about the session that are no messages. */
const isMessage = ({ kind }: TranscriptEntry) =>
  kind !== 'title' && kind !== 'origin' && kind !== 'background' && kind !== 'running';

/** Adds new messages and drops the oldest beyond the limits. */
export const keepRecent = (
  recent: readonly TranscriptEntry[],
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] =>
  lastMessages(
    [...recent, ...entries.filter(isMessage).slice(-MAX_RECENT).map(clipped)],
    MAX_RECENT,
    MAX_CHARS,
  );

/** Messages in parts that each fit a capture, and the last part, which may still grow. */
interface SplitMessages {
  readonly filled: readonly (readonly TranscriptEntry[])[];
  readonly open: readonly TranscriptEntry[];
}

/**
 * Adds new messages to the open part, and begins another one where a limit is reached. A line of the transcript is never
 * divided, because search keeps one text for each line.
 */
export function splitMessages(
  open: readonly TranscriptEntry[],
  entries: readonly TranscriptEntry[],
): SplitMessages {
  const filled: TranscriptEntry[][] = [];
  let part = [...open];
  let chars = part.reduce((sum, entry) => sum + sizeOf(entry), 0);
  for (const entry of entries.filter(isMessage).map(clipped)) {
    const size = sizeOf(entry);
    const isFull = part.length >= MAX_RECENT || chars + size > MAX_CHARS;
    if (isFull && part.length > 0 && part.at(-1)?.line !== entry.line) {
      filled.push(part);
      part = [];
      chars = 0;
    }
    part.push(entry);
    chars += size;
  }
  return { filled, open: part };
}

export interface MessageView {
  readonly line: number;
  readonly at: string | null;
  readonly who: 'person' | 'agent' | 'tool' | 'client';
  readonly text: string;
}

function calledWith({ tool, input }: CallEntry): string {
  switch (input.what) {
    case 'write':
    case 'read':
      return `${tool} ${input.path}`;
    case 'command':
      return `${tool}: ${input.command}`;
    case 'search':
      return `${tool}: ${input.query}`;
    case 'todos':
      return [tool, ...input.todos.map(({ state, text }) => `[${state}] ${text}`)].join('\n');
    case 'plan':
    case 'ask':
    case 'todo_added':
      return `${tool}: ${input.text}`;
    case 'todo_changed':
      return [tool, input.id, input.state, input.text].filter((part) => part !== null).join(' ');
    case 'other':
      return tool;
  }
}

function contentOf(entry: TranscriptEntry): Pick<MessageView, 'who' | 'text'> {
  switch (entry.kind) {
    case 'request':
      return { who: entry.isByAgent ? 'agent' : 'person', text: entry.text };
    case 'reply':
      return { who: 'agent', text: entry.text };
    case 'call':
      return { who: 'agent', text: calledWith(entry) };
    case 'result': {
      const answers = entry.answers.map(({ question, answer }) => `${question} — ${answer}`);
      const ending = entry.exitCode === null ? '' : ` (exit code ${entry.exitCode})`;
      const text = [...answers, entry.text].join('\n');
      return { who: 'tool', text: entry.isError ? `failed${ending}: ${text}` : text };
    }
    case 'shell':
      return {
        who: 'person',
        text: [entry.command === '' ? '' : `! ${entry.command}`, entry.output]
          .filter((part) => part !== '')
          .join('\n'),
      };
    case 'pull_request':
      return { who: 'client', text: entry.url };
    case 'origin':
      return { who: 'client', text: [entry.role, entry.branch, entry.commit].filter(Boolean).join(' ') };
    case 'running':
      return { who: 'client', text: entry.runsAs };
    case 'background':
      return { who: 'person', text: entry.text };
    case 'summary':
    case 'recap':
    case 'title':
    case 'task':
      return { who: 'client', text: entry.text };
    case 'boundary':
      return {
        who: 'client',
        text: `The conversation was compacted${entry.trigger === null ? '' : ` (${entry.trigger})`}.`,
      };
    case 'interruption':
      return { who: entry.by === 'person' ? 'person' : 'client', text: entry.text };
  }
}

export const messageView = (entry: TranscriptEntry): MessageView => ({
  line: entry.line,
  at: entry.at,
  ...contentOf(entry),
});

interface TranscriptText {
  readonly line: number;
  readonly at: string | null;
  readonly who: 'user' | 'agent';
  readonly text: string;
}

const MAX_TEXT_CHARS = 10_000;

/** Distinguishes the transcripts of a session. */
export const transcriptKey = ({
  sessionId,
  transcriptPath,
}: Pick<Capture, 'sessionId' | 'transcriptPath'>): string => `${sessionId} ${transcriptPath ?? ''}`;

function textOf(entry: TranscriptEntry): TranscriptText | undefined {
  if (entry.kind !== 'request' && entry.kind !== 'reply') return undefined;
  const text = entry.text.slice(0, MAX_TEXT_CHARS).toWellFormed();
  if (text.trim() === '') return undefined;
  return {
    line: entry.line,
    at: entry.at,
    who: entry.kind === 'request' && !entry.isByAgent ? 'user' : 'agent',
    text,
  };
}

/** The texts of the person and the agent by transcript line, without calls and results. */
export function captureTexts({ messages }: Pick<CaptureContent, 'messages'>): readonly TranscriptText[] {
  const lines = new Map<number, TranscriptText>();
  for (const message of messages.flatMap((entry) => textOf(entry) ?? [])) {
    const before = lines.get(message.line);
    const text = before === undefined ? message.text : `${before.text}\n${message.text}`;
    lines.set(message.line, { ...message, text });
  }
  return [...lines.values()];
}
