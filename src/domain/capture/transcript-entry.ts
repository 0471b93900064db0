import type { Instant } from '../instant.ts';

export type TodoState = 'open' | 'doing' | 'done';

export interface Todo {
  readonly text: string;
  readonly state: TodoState;
}

/** A tool call, whatever the client calls the tool. Paths are as the client wrote them. */
export type CallInput =
  | { readonly what: 'write'; readonly path: string }
  | { readonly what: 'read'; readonly path: string }
  | { readonly what: 'command'; readonly command: string; readonly isInBackground: boolean }
  | { readonly what: 'search'; readonly query: string }
  /** Shown to the person, who lets it pass or not. */
  | { readonly what: 'plan'; readonly text: string }
  /** The whole list, as it is from now on. */
  | { readonly what: 'todos'; readonly todos: readonly Todo[] }
  /** One more on the list; its id comes with the result. */
  | { readonly what: 'todo_added'; readonly text: string }
  /** null: as before; gone: taken off the list. */
  | {
      readonly what: 'todo_changed';
      readonly id: string;
      readonly state: TodoState | 'gone' | null;
      readonly text: string | null;
    }
  | { readonly what: 'other' };

export interface Answer {
  readonly question: string;
  readonly answer: string;
}

export interface CallEntry {
  readonly kind: 'call';
  readonly callId: string;
  readonly tool: string;
  readonly input: CallInput;
  /** Where it was made; the first one is the session's own folder. */
  readonly cwd: string | null;
  readonly isBySubagent: boolean;
}

export interface ResultEntry {
  readonly kind: 'result';
  readonly callId: string;
  readonly isError: boolean;
  /** The person did not let it be done. */
  readonly isRefused: boolean;
  readonly text: string;
  readonly exitCode: number | null;
  readonly todoId: string | null;
  /** What the person chose when the tool asked them. */
  readonly answers: readonly Answer[];
}

/** One thing a transcript shows, whatever client wrote it. A line may give several. */
export type TranscriptEntry = { readonly line: number; readonly at: Instant | null } & (
  | { readonly kind: 'request'; readonly text: string }
  | { readonly kind: 'reply'; readonly text: string }
  | CallEntry
  | ResultEntry
  /** What the client wrote for the model in place of what it forgot. */
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'boundary'; readonly trigger: string | null }
  /** The person stopped the agent, or the model could not be reached. */
  | { readonly kind: 'interruption'; readonly by: 'person' | 'failure'; readonly text: string }
);

function mapInputTexts(input: CallInput, map: (text: string) => string): CallInput {
  switch (input.what) {
    case 'write':
    case 'read':
      return { ...input, path: map(input.path) };
    case 'command':
      return { ...input, command: map(input.command) };
    case 'search':
      return { ...input, query: map(input.query) };
    case 'todos':
      return { ...input, todos: input.todos.map((todo) => ({ ...todo, text: map(todo.text) })) };
    case 'plan':
    case 'todo_added':
      return { ...input, text: map(input.text) };
    case 'todo_changed':
      return { ...input, text: input.text === null ? null : map(input.text) };
    case 'other':
      return input;
  }
}

/** The same entry with every text of it passed through `map` once. */
export function mapEntryTexts(entry: TranscriptEntry, map: (text: string) => string): TranscriptEntry {
  switch (entry.kind) {
    case 'request':
    case 'reply':
    case 'summary':
    case 'interruption':
      return { ...entry, text: map(entry.text) };
    case 'call':
      return { ...entry, input: mapInputTexts(entry.input, map) };
    case 'result': {
      const answers = entry.answers.map(({ question, answer }) => ({
        question: map(question),
        answer: map(answer),
      }));
      return { ...entry, text: map(entry.text), answers };
    }
    case 'boundary':
      return entry;
  }
}

const mapOptional = (text: string | null, map: (text: string) => string): string | null =>
  text === null ? null : map(text);

/** The names and ids that the client writes beside the texts, each passed through `map` once. */
function mapEntryLabels(entry: TranscriptEntry, map: (text: string) => string): TranscriptEntry {
  switch (entry.kind) {
    case 'call': {
      const { input } = entry;
      return {
        ...entry,
        callId: map(entry.callId),
        tool: map(entry.tool),
        input: input.what === 'todo_changed' ? { ...input, id: map(input.id) } : input,
        cwd: mapOptional(entry.cwd, map),
      };
    }
    case 'result':
      return { ...entry, callId: map(entry.callId), todoId: mapOptional(entry.todoId, map) };
    case 'boundary':
      return { ...entry, trigger: mapOptional(entry.trigger, map) };
    default:
      return entry;
  }
}

/** Every string of the entry that somebody else wrote: nothing is stored that `map` did not see. */
export const mapEntryStrings = (entry: TranscriptEntry, map: (text: string) => string): TranscriptEntry =>
  mapEntryTexts(mapEntryLabels(entry, map), map);
