import type { Random } from '../domain/campaign/dice/random.ts';
import type { DriftFacts, DriftQuestion } from '../domain/orientation/drift-facts.ts';
import type { OrientationThresholds } from '../domain/orientation/facts.ts';
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
export interface Deps {
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

/** What it takes to compose an orientation. */
export type OrientationDeps = Pick<
  Deps,
  | 'clientsWithHooks'
  | 'clock'
  | 'filesFor'
  | 'folders'
  | 'hasFile'
  | 'ids'
  | 'listHookFailures'
  | 'ownFiles'
  | 'readDrift'
  | 'readOff'
  | 'redactor'
  | 'settings'
  | 'store'
  | 'wordings'
>;

/** Leaving a handoff also rates the orientation of the next session. */
export type HandoffDeps = OrientationDeps & Pick<Deps, 'transcripts'>;

/** Starting a session also derives the handoffs of those that were lost. */
export type StartDeps = HandoffDeps & Pick<Deps, 'processes'>;
