import type {
  CallEntry,
  CallInput,
  ResultEntry,
  Todo,
  TodoState,
  TranscriptEntry,
} from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';

/** Where an entry of a transcript is from. */
export interface LinePlace {
  readonly line: number;
  readonly at: Instant | null;
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Empty for anything that is no JSON object. */
export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

export const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Empty for anything that is no JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

const IS_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

export const instantOf = (value: unknown): Instant | null =>
  typeof value === 'string' && IS_INSTANT.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : null;

export const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
  cancelled: 'done',
};

/** A list of tasks; `field` has the words of one. */
export const todosIn = (todos: unknown, field: string): readonly Todo[] =>
  objectsIn(todos).flatMap(({ [field]: words, status }) => {
    const text = stringOf(words);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });

/** What each tool of a client does with its arguments. */
export type ToolInputs = Readonly<Record<string, (args: JsonObject) => CallInput>>;

export const toolInput = {
  write: (path: unknown): CallInput => ({ what: 'write', path: stringOf(path) }),
  read: (path: unknown): CallInput => ({ what: 'read', path: stringOf(path) }),
  command: (command: unknown, isInBackground = false): CallInput => ({
    what: 'command',
    command: stringOf(command),
    isInBackground,
  }),
  search: ({ pattern, query, url }: JsonObject): CallInput => ({
    what: 'search',
    query: stringOf(pattern ?? query ?? url),
  }),
};

export const inputOf = (tools: ToolInputs, tool: string, args: unknown): CallInput =>
  (Object.hasOwn(tools, tool) ? tools[tool] : undefined)?.(objectOf(args)) ?? { what: 'other' };

type Defaults<Entry, Optional extends keyof Entry> = Omit<Entry, 'kind' | Optional> &
  Partial<Pick<Entry, Optional>>;

/** Makes the entries of a transcript. */
export const entry = {
  call: (place: LinePlace, call: Defaults<CallEntry, 'cwd' | 'isBySubagent'>): TranscriptEntry => ({
    ...place,
    kind: 'call',
    cwd: null,
    isBySubagent: false,
    ...call,
  }),
  result: (
    place: LinePlace,
    { isError, ...result }: Defaults<ResultEntry, 'todoId' | 'answers'>,
  ): TranscriptEntry => ({
    ...place,
    kind: 'result',
    isError: isError || (result.exitCode !== null && result.exitCode !== 0),
    todoId: null,
    answers: [],
    ...result,
  }),
  /** None without text. */
  text: (
    place: LinePlace,
    kind: 'request' | 'reply' | 'summary' | 'recap',
    text: string,
  ): TranscriptEntry[] => (text === '' ? [] : [{ ...place, kind, text }]),
  /** The client shortened the conversation. The summary may be empty. */
  compaction: (place: LinePlace, summary: string): TranscriptEntry[] => [
    { ...place, kind: 'boundary', trigger: null },
    ...entry.text(place, 'summary', summary),
  ],
  interruptedByPerson: (place: LinePlace): TranscriptEntry => ({
    ...place,
    kind: 'interruption',
    by: 'person',
    text: 'The person interrupted.',
  }),
};
