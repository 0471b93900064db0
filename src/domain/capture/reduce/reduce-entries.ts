import { clipLine } from '../clip.ts';
import type { Mark, PendingCall, TranscriptDigest } from '../transcript-digest.ts';
import type { CallEntry, CallInput, TranscriptEntry } from '../transcript-entry.ts';
import { BOUND, keepLast } from './bounds.ts';
import { relativePath } from './files.ts';
import {
  reduceBoundary,
  reduceInterruption,
  reduceReply,
  reduceRequest,
  reduceSummary,
} from './reduce-messages.ts';
import { reduceResult } from './reduce-result.ts';

/** Long enough to see what a command does; scripts inside it are cut. */
const MAX_PENDING_COMMAND = 600;

/** The first line of a plan. */
const titleOf = (plan: string): string =>
  clipLine(
    plan
      .trimStart()
      .split('\n', 1)
      .join('')
      .replace(/^#+\s*(?:plan:?\s*)?/i, ''),
    240,
  );

function bounded(root: string | null, input: CallInput): CallInput {
  switch (input.what) {
    case 'write':
    case 'read':
      return { ...input, path: relativePath(root, input.path) };
    case 'command':
      return { ...input, command: input.command.slice(0, MAX_PENDING_COMMAND).toWellFormed() };
    case 'search':
      return { what: 'search', query: '' };
    case 'todos':
      return {
        ...input,
        todos: input.todos
          .slice(0, BOUND.todos)
          .map((todo) => ({ ...todo, text: clipLine(todo.text, BOUND.todo) })),
      };
    case 'plan':
      return { what: 'plan', text: titleOf(input.text) };
    case 'todo_added':
      return { ...input, text: clipLine(input.text, BOUND.todo) };
    case 'todo_changed':
      return {
        ...input,
        id: clipLine(input.id, 40),
        text: input.text === null ? null : clipLine(input.text, BOUND.todo),
      };
    case 'other':
      return input;
  }
}

function reduceCall(digest: TranscriptDigest, entry: Mark & CallEntry): TranscriptDigest {
  const { line, at, callId, tool, cwd, isBySubagent } = entry;
  const root = digest.root ?? (cwd === null ? null : clipLine(cwd, 400));
  const call: PendingCall = {
    line,
    at,
    callId: callId.slice(0, BOUND.callId),
    tool: clipLine(tool, 80),
    input: bounded(root, entry.input),
    isBySubagent,
  };
  // A whole todo list replaces the previous one, so one pending list is enough.
  const waiting = digest.pending.filter(
    ({ input }) => !(input.what === 'todos' && call.input.what === 'todos'),
  );
  const pending = keepLast([...waiting, call], BOUND.pending);
  if (isBySubagent) return { ...digest, root, pending };
  return {
    ...digest,
    root,
    pending,
    brokenOff: null,
    last: { line, at, kind: 'call' },
    counts: { ...digest.counts, calls: digest.counts.calls + 1 },
  };
}

function reduceEntry(digest: TranscriptDigest, entry: TranscriptEntry): TranscriptDigest {
  switch (entry.kind) {
    case 'request':
      return reduceRequest(digest, entry);
    case 'reply':
      return reduceReply(digest, entry);
    case 'call':
      return reduceCall(digest, entry);
    case 'result':
      return reduceResult(digest, entry);
    case 'summary':
      return reduceSummary(digest, entry);
    case 'boundary':
      return reduceBoundary(digest, entry);
    case 'interruption':
      return reduceInterruption(digest, entry);
  }
}

/** Adds entries of one session in their order. Any division into batches gives the same digest. */
export const reduceEntries = (
  digest: TranscriptDigest,
  entries: readonly TranscriptEntry[],
): TranscriptDigest => entries.reduce(reduceEntry, digest);
