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
  /** Shown to the person, who lets it pass or not; `path` is the file that holds it, if the client keeps one. */
  | { readonly what: 'plan'; readonly text: string; readonly path?: string | null }
  /** Questions to the person, each with its options. */
  | { readonly what: 'ask'; readonly text: string }
  /** The whole list, as it is from now on. `isForTurn`: the client drops it with the next message of the person. */
  | { readonly what: 'todos'; readonly todos: readonly Todo[]; readonly isForTurn?: true }
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
  /** The working directory of the call; the first one is the session's folder. */
  readonly cwd: string | null;
  readonly branch?: string | null;
  readonly isBySubagent: boolean;
}

export interface ResultEntry {
  readonly kind: 'result';
  readonly callId: string;
  readonly isError: boolean;
  /** The person did not allow it. */
  readonly isRefused: boolean;
  readonly text: string;
  readonly exitCode: number | null;
  readonly todoId: string | null;
  /** The person's answers to questions of the tool. */
  readonly answers: readonly Answer[];
}

/** One item of a transcript, independent of the client. A line may contain several. */
export type TranscriptEntry = {
  readonly line: number;
  readonly at: Instant | null;
} /**
 * `isQueued`: typed while the agent worked; the client may repeat it when it is delivered. `isByAgent`: a parent agent gave it
 * to this one.
 */ & (
  | {
      readonly kind: 'request';
      readonly text: string;
      readonly isQueued?: boolean;
      readonly isByAgent?: true;
    }
  /** Where the conversation began. `role`: what a subagent was started for. */
  | {
      readonly kind: 'origin';
      readonly branch: string | null;
      readonly commit: string | null;
      readonly role: string | null;
    }
  /** What the person said to a parent agent before this one was started. */
  | { readonly kind: 'background'; readonly text: string }
  /** The command of a call goes on; its result comes under another id. */
  | { readonly kind: 'running'; readonly callId: string; readonly runsAs: string }
  /** A command that the person ran in the client, and what it printed; either may be missing. */
  | { readonly kind: 'shell'; readonly command: string; readonly output: string }
  | { readonly kind: 'reply'; readonly text: string }
  | CallEntry
  | ResultEntry
  /** What the client wrote for the model in place of what it forgot. */
  | { readonly kind: 'summary'; readonly text: string }
  /** The client's own recap for the person: the goal, where it stands, the next action. */
  | { readonly kind: 'recap'; readonly text: string }
  | { readonly kind: 'title'; readonly text: string; readonly isByPerson: boolean }
  | { readonly kind: 'pull_request'; readonly url: string }
  /** A command in the background ended, or the client notified the agent of something else. */
  | { readonly kind: 'task'; readonly id: string; readonly isFailed: boolean; readonly text: string }
  | { readonly kind: 'boundary'; readonly trigger: string | null }
  /** The person stopped the agent, or the model could not be reached. */
  | { readonly kind: 'interruption'; readonly by: 'person' | 'failure'; readonly text: string }
);

type MapText = (text: string) => string;

/** Fields with a fixed set of values or a time. */
const FIXED_FIELDS = ['kind', 'what', 'state', 'by', 'at'];
/** Names and ids that the client writes beside the texts. */
const LABEL_FIELDS = [
  'callId',
  'runsAs',
  'tool',
  'id',
  'cwd',
  'branch',
  'commit',
  'role',
  'todoId',
  'trigger',
];

function mapStrings<Value>(value: Value, excluded: readonly string[], map: MapText): Value {
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, excluded, map)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const mapped = Object.entries(value).map(([field, item]) => [
    field,
    typeof item === 'string' && !excluded.includes(field) ? map(item) : mapStrings(item, excluded, map),
  ]);
  return Object.fromEntries(mapped) as Value;
}

/** The same entry with each of its texts passed through `map` once. */
export const mapEntryTexts = (entry: TranscriptEntry, map: MapText): TranscriptEntry =>
  mapStrings(entry, [...FIXED_FIELDS, ...LABEL_FIELDS], map);

/** Maps every string that the client, the agent or the person wrote: nothing may be stored that `map` did not see. */
export const mapEntryStrings = (entry: TranscriptEntry, map: MapText): TranscriptEntry =>
  mapStrings(entry, FIXED_FIELDS, map);
