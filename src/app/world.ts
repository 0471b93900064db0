import type { Random } from '../domain/campaign/dice/random.ts';
import type { DriftFacts, DriftQuestion } from '../domain/orientation/drift-facts.ts';
import type { OrientationThresholds } from '../domain/orientation/facts.ts';
import type { BudgetUnit } from '../domain/orientation/fit-budget.ts';
import type { HookFailure } from '../domain/orientation/hook-failure.ts';
import type { LostAfter } from '../domain/session/session.ts';
import type { SurfaceWording } from '../domain/surface-wording.ts';
import type { Clock, Ids } from './ports/clock.ts';
import type { Embedder } from './ports/embedder.ts';
import type { Files } from './ports/files.ts';
import type { Folders } from './ports/folders.ts';
import type { Processes } from './ports/processes.ts';
import type { Redactor } from './ports/redactor.ts';
import type { Store } from './ports/store.ts';
import type { Transcripts } from './ports/transcripts.ts';

export interface Settings {
  /** The project every call is about unless it names one. */
  readonly project: string | null;
  readonly lostAfter: LostAfter;
  readonly thresholds: OrientationThresholds;
  readonly contextWindowTokens: number;
  readonly identityPath: string | null;
  readonly projectIdentityPath: (projectId: string) => string;
  readonly captures: { readonly keepDays: number; readonly maxBytes: number };
  /** false where nothing at all may be written. */
  readonly keepsReceipts: boolean;
}

/** All that the use cases need from outside. */
export interface World {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Fair dice. */
  readonly dice: Random;
  readonly folders: Folders;
  readonly redactor: Redactor;
  readonly settings: Settings;
  /** The anchors of projects that are switched off, as the settings say now; the same list while they do not change. */
  readOff(): readonly string[];
  /** Paths a caller may name, given the worktree it works in. */
  filesFor(worktree: string | null): Files;
  /** What the person configured; no caller names it. */
  readonly ownFiles: Files;
  /** What moved in a working tree; answers within its own time, whatever happens. */
  readDrift(question: DriftQuestion): Promise<DriftFacts>;
  readonly transcripts: Transcripts;
  /** The names of the clients that have hooks of ours. */
  readonly clientsWithHooks: readonly string[];
  readonly processes: Processes;
  /** What makes vectors for search; where there is none, search does without. */
  readonly embedder?: Embedder | undefined;
  /** The last ones that were logged, oldest first. */
  listHookFailures(): readonly HookFailure[];
  /** Whether something is there, at the price of one look. */
  hasFile(path: string): boolean;
  /** Those of all surfaces: a report reserves room for the longest, so that it shows the same on each. */
  readonly wordings: readonly SurfaceWording[];
}

/** What a connection remembers between calls. */
export interface Binding {
  readonly sessionId: string | null;
  /** The name it gave when it started its session. */
  readonly agent: string | null;
  /** Sessions it was told of that run beside its own. */
  readonly knownPeers: ReadonlySet<string>;
  /** The client's session that all this is about. */
  readonly clientSessionId: string | null;
}

/** A result, and what the connection of its caller remembers from then on; join-client.ts stores that. */
export interface Bound<Result> {
  readonly result: Result;
  readonly binding: Partial<Binding>;
}

/** The door of a client's own hooks. */
export const HOOK_DOOR = 'hook';
/** The door of a person. */
export const CLI_DOOR = 'cli';

/** Who calls, as its surface knows it. */
export interface Caller {
  /** The door: mcp, http, cli, hook. */
  readonly door: string;
  /** How this caller's surface names what can be done next. */
  readonly wording: SurfaceWording;
  /** How a budget for its reports is counted: in characters unless said otherwise. */
  readonly budgetUnit?: BudgetUnit;
  /** Where the caller works; null where that is unknown, as over HTTP. */
  readonly folder: string | null;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  /** The client's own process, by which its hooks and its connection know each other. */
  readonly process?: string | null;
  /** Our own process, where it serves this caller alone: when it is gone, so is the connection. */
  readonly serverProcess?: string | null;
  /** What a connection remembers between calls; null where nothing is remembered. */
  readonly connection: Binding | null;
}
