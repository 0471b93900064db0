import { clipLine } from '../clip.ts';
import type { Gist, Mark, PendingCall } from '../gist.ts';
import type { CallEntry, CallInput } from '../transcript-entry.ts';
import { BOUND, keepLast } from './bounds.ts';
import { relativePath } from './relative-path.ts';

/** Long enough to see what a command does; a script inside it is not kept. */
const MAX_PENDING_COMMAND = 600;

/** A plan is known by its first line. */
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

export function foldCall(gist: Gist, entry: Mark & CallEntry): Gist {
  const { line, at, callId, tool, cwd, isBySubagent } = entry;
  const root = gist.root ?? (cwd === null ? null : clipLine(cwd, 400));
  const call: PendingCall = {
    line,
    at,
    callId: callId.slice(0, BOUND.callId),
    tool: clipLine(tool, 80),
    input: bounded(root, entry.input),
    isBySubagent,
  };
  // A whole list of todos replaces the one before it, so one of them at a time is enough.
  const waiting = gist.pending.filter(
    ({ input }) => !(input.what === 'todos' && call.input.what === 'todos'),
  );
  const pending = keepLast([...waiting, call], BOUND.pending);
  if (isBySubagent) return { ...gist, root, pending };
  return {
    ...gist,
    root,
    pending,
    brokenOff: null,
    last: { line, at, kind: 'call' },
    counts: { ...gist.counts, calls: gist.counts.calls + 1 },
  };
}
