import type { Instant } from '../instant.ts';
import type { CheckKind } from './check-run.ts';
import type { Commit } from './commits-made.ts';
import type { CallInput, TodoState, TranscriptEntry } from './transcript-entry.ts';

export interface Mark {
  readonly line: number;
  readonly at: Instant | null;
}

/** What the person wrote, answered or ran. */
export interface Request extends Mark {
  readonly kind: 'said' | 'answered' | 'ran';
  /** With pasted material folded. */
  readonly text: string;
  /** The question or the option of the agent that it answers. */
  readonly question: string | null;
  /** An acknowledgment or a bare "go on" that says nothing by itself. */
  readonly isSlight: boolean;
  readonly turn: number;
  /** The person stopped the agent before it had answered. */
  readonly isInterrupted?: boolean;
  /** A parent agent gave it to this one. */
  readonly isByAgent?: true;
  /** The end of what a command of the person printed. */
  readonly output?: string;
}

export interface Utterance extends Mark {
  readonly text: string;
}

/** A message of the agent. Of a turn that is over only the last is kept, and a report if the last only adds to it. */
export interface Closing extends Utterance {
  readonly turn: number;
  /** The agent went on working after it. */
  readonly isMidway: boolean;
  /** Commits and files of the project written since the request or the report before it. Absent in digests of earlier releases. */
  readonly commits?: number;
  readonly files?: number;
  readonly isToNotification?: true;
  /** A command ran since then that may have changed something. */
  readonly hasActed?: true;
}

export interface FileWritten extends Mark {
  readonly path: string;
  readonly firstLine: number;
  readonly times: number;
  /** The newest turns in which it was written. Absent in digests of earlier releases. */
  readonly turns?: readonly number[];
  readonly isBySubagent: boolean;
  readonly isTakenBack: boolean;
  /** It did not exist before, so git leaves it alone when it restores or stashes. */
  readonly isNew?: boolean;
  readonly isStashed?: boolean;
  readonly isDeleted?: true;
  /** Where it was at the last commit. */
  readonly movedFrom?: string;
}

/** The last run of tests, linter or build; `said` names the failure, `whole` is the run of all tests before one of a part of them. */
export interface CheckRun extends Mark {
  readonly kinds: readonly CheckKind[];
  readonly text: string;
  readonly outcome: 'passed' | 'failed' | 'refused';
  readonly said?: string;
  readonly whole?: Pick<CheckRun, 'line' | 'text' | 'outcome'>;
}

export interface TodoItem extends Mark {
  readonly id: string | null;
  readonly text: string;
  readonly state: TodoState;
  /** The client drops it with the next message of the person. */
  readonly isForTurn?: true;
}

export interface Plan extends Mark {
  readonly title: string;
  /** What follows the title, shortened. Absent if only its file is known. */
  readonly text?: string;
  readonly path: string | null;
  readonly isApproved: boolean;
}

export interface CommitMade extends Commit, Mark {
  /** Absent in digests of earlier releases. */
  readonly isPushed?: boolean;
  /** Made in another folder than the session's. */
  readonly isElsewhere?: true;
}

/** What git last showed as not committed, without what was committed since. Fields that are absent were not stored earlier. */
export interface GitStatus extends Mark {
  /** Tracked files. */
  readonly paths: readonly string[];
  /** How many more there are. */
  readonly more?: number;
  readonly untracked?: readonly string[];
  readonly moreUntracked?: number;
  /** What the next commit takes. */
  readonly staged?: readonly string[];
  /** A file that is not named has no changes. */
  readonly isWhole?: boolean;
}

/** What the agent did last, as far as its result is known. */
export interface LastAction extends Mark {
  readonly text: string;
  readonly outcome: 'open' | 'done' | 'failed' | 'refused';
  /** A tool call that asks the person. */
  readonly isQuestion?: true;
  /** What names the failure. */
  readonly said?: string;
}

export interface PendingCall extends Mark {
  readonly callId: string;
  readonly tool: string;
  readonly input: CallInput;
  readonly isBySubagent: boolean;
  /** The id under which its result comes. */
  readonly runsAs?: string;
}

/** What a transcript shows, extracted without a model: JSON of at most MAX_DIGEST_CHARS, stored with a position to go on from. */
export interface TranscriptDigest {
  readonly version: 2;
  /** The session's folder; paths inside it are relative to it. */
  readonly root: string | null;
  readonly title: { readonly text: string; readonly isByPerson: boolean } | null;
  readonly requests: readonly Request[];
  /** Typed while the agent worked, and not seen delivered so far. */
  readonly queued: readonly Request[];
  /** What the person said to a parent agent before this one was started. Absent in digests of earlier releases. */
  readonly background?: readonly Utterance[];
  /** Rules that the person stated for good and has not taken back. */
  readonly constraints: readonly Utterance[];
  readonly closings: readonly Closing[];
  /** What the agent said on the way about what did not work, newest last. Absent in digests of earlier releases. */
  readonly setbacks?: readonly (Utterance & { readonly turn: number })[];
  readonly recaps: readonly Utterance[];
  readonly summaries: readonly Utterance[];
  readonly plan: Plan | null;
  readonly filesWritten: readonly FileWritten[];
  /** Files of the session that were deleted since. Absent in digests of earlier releases. */
  readonly filesRemoved?: readonly (Mark & Pick<FileWritten, 'path' | 'turns'>)[];
  /** The branch that the client, or else git, last named. */
  readonly branch: string | null;
  /** Where the conversation began, and what a subagent was started for. */
  readonly origin: {
    readonly branch: string | null;
    readonly commit: string | null;
    readonly role: string | null;
  } | null;
  readonly hasActed: boolean;
  /** The line of the last one. Absent in digests of earlier releases. */
  readonly actedAt?: number;
  readonly checks: readonly CheckRun[];
  /** Tests ran, whatever their outcome. Absent in digests of earlier releases. */
  readonly hasRunTests?: true;
  readonly gitStatus: GitStatus | null;
  /** What `git add` named since the last commit, and written files that this did not take. Absent in digests of earlier releases. */
  readonly staging?: { readonly paths: readonly string[]; readonly isAll: boolean };
  readonly leftBehind?: readonly string[];
  readonly ahead: (Mark & { readonly upstream: string; readonly count: number }) | null;
  /** What git said when a stash with files of this session was dropped. */
  readonly droppedStash: Utterance | null;
  readonly commits: readonly CommitMade[];
  /** Those that were amended or taken back, newest last. Absent in digests of earlier releases. */
  readonly replacedCommits?: readonly string[];
  readonly pushedAt: Mark | null;
  readonly pullRequests: readonly (Mark & { readonly url: string })[];
  readonly todos: readonly TodoItem[];
  /** When the branch was seen to have none. */
  readonly noPullRequest: Mark | null;
  /** Issues that the agent created. */
  readonly issues: readonly Utterance[];
  /** A pull request that commands name by its number. */
  readonly namedPullRequest: (Utterance & { readonly isWorkedOn?: boolean }) | null;
  /** Commands in the background whose end was not seen. Absent in digests of earlier releases. */
  readonly running?: readonly (Utterance & { readonly id: string })[];
  /** Commands in the background that failed, newest last. */
  readonly failedTasks: readonly Utterance[];
  /** The line of a notification that came after the agent had replied to the person; null once the person said more. */
  readonly notifiedAt: number | null;
  readonly lastAction: LastAction | null;
  /** Calls without a result so far. */
  readonly pending: readonly PendingCall[];
  /** How the last turn was interrupted; null once work continued. */
  readonly brokenOff: (Mark & { readonly by: 'person' | 'failure'; readonly text: string }) | null;
  readonly last: (Mark & { readonly kind: TranscriptEntry['kind'] }) | null;
  readonly counts: {
    readonly requests: number;
    readonly replies: number;
    readonly calls: number;
    readonly filesWritten: number;
    readonly commits: number;
    readonly compactions: number;
    readonly interruptions: number;
  };
}

/** Upper bound as JSON; real digests rarely reach a tenth of it. */
export const MAX_DIGEST_CHARS = 260_000;

export const EMPTY_DIGEST: TranscriptDigest = {
  version: 2,
  root: null,
  title: null,
  requests: [],
  queued: [],
  constraints: [],
  closings: [],
  setbacks: [],
  recaps: [],
  summaries: [],
  plan: null,
  filesWritten: [],
  branch: null,
  origin: null,
  hasActed: false,
  checks: [],
  gitStatus: null,
  ahead: null,
  droppedStash: null,
  commits: [],
  pushedAt: null,
  pullRequests: [],
  noPullRequest: null,
  issues: [],
  namedPullRequest: null,
  todos: [],
  failedTasks: [],
  notifiedAt: null,
  lastAction: null,
  pending: [],
  brokenOff: null,
  last: null,
  counts: {
    requests: 0,
    replies: 0,
    calls: 0,
    filesWritten: 0,
    commits: 0,
    compactions: 0,
    interruptions: 0,
  },
};
