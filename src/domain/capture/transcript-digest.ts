import type { Instant } from '../instant.ts';
import type { Commit } from './command.ts';
import type { Speaker } from './statements.ts';
import type { TestOutcome } from './test-run.ts';
import type { CallInput, TodoState, TranscriptEntry } from './transcript-entry.ts';

/** Position in the transcript, and time. */
export interface Mark {
  readonly line: number;
  readonly at: Instant | null;
}

export interface Request extends Mark {
  readonly text: string;
  /** An acknowledgment that requests nothing. */
  readonly isSlight: boolean;
}

export interface Utterance extends Mark {
  readonly by: Speaker;
  readonly text: string;
}

export interface Decision extends Utterance {
  /** The line of the decision that replaced it. */
  readonly replacedAt: number | null;
}

export interface Explanation extends Utterance {
  /** States the cause explicitly; otherwise it only explains an error that was resolved. */
  readonly isOutright: boolean;
  readonly turn: number;
}

/** The last message of a turn. */
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

export interface Recovery extends Mark {
  /** Written and run between the last failure and the success. */
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
  /** The test runner, if it ran tests. */
  readonly runner: string | null;
  /** A similar command succeeded later. */
  readonly isPassedOver: boolean;
  readonly overcome: Recovery | null;
}

export interface TodoItem extends Mark {
  readonly id: string | null;
  readonly text: string;
  readonly state: TodoState;
  readonly turn: number;
}

export interface AbandonedAttempt extends Mark {
  readonly words: Utterance | null;
  /** Files that were reverted. */
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

/**
 * What a transcript shows, extracted without a model. It is JSON of at most MAX_DIGEST_CHARS, however long the
 * transcript, so it can be stored with a position and continued from there.
 */
export interface TranscriptDigest {
  readonly version: 1;
  /** The session's folder; paths inside it are relative to it. */
  readonly root: string | null;
  readonly requests: readonly Request[];
  readonly decisions: readonly Decision[];
  readonly constraints: readonly Utterance[];
  readonly preferences: readonly Utterance[];
  readonly warnings: readonly Utterance[];
  readonly focuses: readonly Utterance[];
  readonly putOff: readonly Utterance[];
  readonly explanations: readonly Explanation[];
  readonly filesWritten: readonly FileWritten[];
  readonly filesRead: readonly FileRead[];
  readonly commands: readonly CommandRun[];
  readonly commits: readonly (Commit & Mark)[];
  readonly tests: readonly TestsRun[];
  readonly errors: readonly Failure[];
  readonly todos: readonly TodoItem[];
  readonly attemptsGivenUp: readonly AbandonedAttempt[];
  /** Statements of giving up without reverted files so far. */
  readonly doubts: readonly Utterance[];
  /** The line of a request to undo changes, while it is the last request. */
  readonly takeBackAskedAt: number | null;
  readonly refusals: readonly Refusal[];
  readonly closings: readonly Closing[];
  readonly lastWords: { readonly person: Request | null; readonly agent: Closing | null };
  readonly summaries: readonly (Mark & { readonly text: string })[];
  /** Calls without a result so far. */
  readonly pending: readonly PendingCall[];
  /** How the last turn was interrupted; null once work continued. */
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

export const DIGEST_VERSION = 1;
/** Upper bound as JSON; real digests rarely reach a tenth of it. */
export const MAX_DIGEST_CHARS = 200_000;

export const EMPTY_DIGEST: TranscriptDigest = {
  version: DIGEST_VERSION,
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
