import type { Instant } from '../instant.ts';
import type { Commit } from './command.ts';
import type { Speaker } from './statements.ts';
import type { TestOutcome } from './test-run.ts';
import type { CallInput, TodoState, TranscriptEntry } from './transcript-entry.ts';

/** Where in the transcript something stands, and when it happened. */
export interface Mark {
  readonly line: number;
  readonly at: Instant | null;
}

export interface Asked extends Mark {
  readonly text: string;
  /** An acknowledgement: it asks for nothing. */
  readonly isSlight: boolean;
}

export interface Said extends Mark {
  readonly by: Speaker;
  readonly text: string;
}

export interface Decided extends Said {
  /** The line of the decision that took its place. */
  readonly replacedAt: number | null;
}

export interface Explained extends Said {
  /** Says outright what went wrong; else it only explains an error that was overcome. */
  readonly isOutright: boolean;
  readonly turn: number;
}

/** The last words of one turn. */
export interface Closing extends Mark {
  readonly text: string;
  readonly turn: number;
}

export interface FileWritten extends Mark {
  readonly path: string;
  readonly firstLine: number;
  readonly times: number;
  readonly isBySubagent: boolean;
  readonly isTakenBack: boolean;
}

export interface FileRead extends Mark {
  readonly path: string;
}

export interface CommandRun extends Mark {
  readonly command: string;
  readonly ended: 'ok' | 'failed' | 'unknown';
  readonly exitCode: number | null;
  readonly isLooking: boolean;
}

/** The last run of one test command. */
export interface TestsRun extends Mark, TestOutcome {
  readonly command: string;
  readonly key: string;
  readonly runner: string;
  readonly isWhole: boolean;
}

export interface Overcome extends Mark {
  /** What was written and run between the last failure and the success. */
  readonly files: readonly string[];
  readonly commands: readonly string[];
}

export interface Failure extends Mark {
  readonly of: 'command' | 'file' | 'tool';
  /** The command, the path or the tool. */
  readonly what: string;
  readonly key: string;
  readonly text: string;
  readonly firstLine: number;
  readonly times: number;
  readonly turn: number;
  /** Which tests it ran, if it ran tests. */
  readonly runner: string | null;
  /** Something much like it went well later. */
  readonly isPassedOver: boolean;
  readonly overcome: Overcome | null;
}

export interface TodoSeen extends Mark {
  readonly id: string | null;
  readonly text: string;
  readonly state: TodoState;
  readonly turn: number;
}

export interface GivenUp extends Mark {
  readonly words: Said | null;
  /** Files that were taken back to how they were. */
  readonly files: readonly string[];
}

export interface Refusal extends Mark {
  readonly what: string;
  readonly said: string | null;
}

export interface PendingCall extends Mark {
  readonly callId: string;
  readonly tool: string;
  readonly input: CallInput;
  readonly isBySubagent: boolean;
}

/** What a transcript shows, without a model. It is JSON, and never longer than MAX_GIST_CHARS however long the
 *  transcript: it can be stored beside a position and folded on from there. */
export interface Gist {
  readonly version: 1;
  /** The session's own folder; paths inside it are relative to it. */
  readonly root: string | null;
  readonly requests: readonly Asked[];
  readonly decisions: readonly Decided[];
  readonly constraints: readonly Said[];
  readonly preferences: readonly Said[];
  readonly warnings: readonly Said[];
  readonly focuses: readonly Said[];
  readonly putOff: readonly Said[];
  readonly explanations: readonly Explained[];
  readonly filesWritten: readonly FileWritten[];
  readonly filesRead: readonly FileRead[];
  readonly commands: readonly CommandRun[];
  readonly commits: readonly (Commit & Mark)[];
  readonly tests: readonly TestsRun[];
  readonly errors: readonly Failure[];
  readonly todos: readonly TodoSeen[];
  readonly attemptsGivenUp: readonly GivenUp[];
  /** Words of giving up that nothing was taken back for so far. */
  readonly doubts: readonly Said[];
  /** The line of a request to take back what was done, while it is the last one. */
  readonly takeBackAskedAt: number | null;
  readonly refusals: readonly Refusal[];
  readonly closings: readonly Closing[];
  readonly lastWords: { readonly person: Asked | null; readonly agent: Closing | null };
  readonly summaries: readonly (Mark & { readonly text: string })[];
  /** Calls whose result has not been seen. */
  readonly pending: readonly PendingCall[];
  /** How the last turn was broken off; null once anything went on. */
  readonly brokenOff: (Mark & { readonly by: 'person' | 'failure'; readonly text: string }) | null;
  readonly last: (Mark & { readonly kind: TranscriptEntry['kind'] }) | null;
  readonly counts: {
    readonly requests: number;
    readonly replies: number;
    readonly calls: number;
    readonly decisions: number;
    readonly filesWritten: number;
    readonly errors: number;
    readonly compactions: number;
    readonly interruptions: number;
  };
}

export const GIST_VERSION = 1;
/** As JSON, at worst; a real one seldom has a tenth of it. */
export const MAX_GIST_CHARS = 200_000;

export const EMPTY_GIST: Gist = {
  version: GIST_VERSION,
  root: null,
  requests: [],
  decisions: [],
  constraints: [],
  preferences: [],
  warnings: [],
  focuses: [],
  putOff: [],
  explanations: [],
  filesWritten: [],
  filesRead: [],
  commands: [],
  commits: [],
  tests: [],
  errors: [],
  todos: [],
  attemptsGivenUp: [],
  doubts: [],
  takeBackAskedAt: null,
  refusals: [],
  closings: [],
  lastWords: { person: null, agent: null },
  summaries: [],
  pending: [],
  brokenOff: null,
  last: null,
  counts: {
    requests: 0,
    replies: 0,
    calls: 0,
    decisions: 0,
    filesWritten: 0,
    errors: 0,
    compactions: 0,
    interruptions: 0,
  },
};
