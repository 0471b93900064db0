import type { CallEntry, TranscriptEntry } from './transcript-entry.ts';

/** A message of a transcript as it is shown. */
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
    case 'todo_added':
      return `${tool}: ${input.text}`;
    case 'todo_changed':
      return [tool, input.id, input.state, input.text].filter((part) => part !== null).join(' ');
    case 'other':
      return tool;
  }
}

function spoken(entry: TranscriptEntry): Pick<MessageView, 'who' | 'text'> {
  switch (entry.kind) {
    case 'request':
      return { who: 'person', text: entry.text };
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
    case 'summary':
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
  ...spoken(entry),
});
