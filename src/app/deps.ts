import type { Random } from '../domain/id.ts';
import type { SurfaceWording } from '../domain/next-step.ts';
import type { DriftFacts, DriftQuestion } from '../domain/orientation/drift-facts.ts';
import type { HookFailure, OrientationThresholds } from '../domain/orientation/facts.ts';
import type { LostAfter } from '../domain/session/session.ts';
import type { BackupFile } from './ports/backups.ts';
import type { GameProjects, Games } from './ports/games.ts';
import type { Store } from './ports/store.ts';
import type { Clock, Files, Folders, Ids, Processes, Redactor } from './ports/system.ts';
import type { Transcripts } from './ports/transcripts.ts';
import type { Embedder } from './ports/vectors.ts';

export interface Settings {
  /** The project every call is about unless it names one. */
  readonly project: string | null;
  readonly lostAfter: LostAfter;
  readonly thresholds: OrientationThresholds;
  readonly contextWindowTokens: number;
  readonly identityPath: string | null;
  readonly projectIdentityPath: (projectId: string) => string;
  readonly captures: {
    readonly keepDays: number;
    readonly maxBytes: number;
    /** Of imported captures, which count apart and have no age limit: their conversations are old already. */
    readonly importedMaxBytes: number;
  };
  /** false where nothing at all may be written. */
  readonly storesReceipts: boolean;
}

export interface HookDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly dice: Random;
  readonly folders: Folders;
  readonly redactor: Redactor;
  readonly settings: Settings;
  /** The anchors of the projects that are switched off. Returns the same list while the settings do not change. */
  readOff(): readonly string[];
  filesFor(worktree: string | null): Files;
  readonly ownFiles: Files;
  /** What changed in a working tree. Has its own time limit and never throws. */
  readDrift(question: DriftQuestion): Promise<DriftFacts>;
  readonly transcripts: Transcripts;
  isClientSessionId(id: string): boolean;
  readonly clientsWithHooks: readonly string[];
  readonly processes: Processes;
  /** What makes vectors for search; where there is none, search does without. */
  readonly embedder?: Embedder | undefined;
  listHookFailures(): readonly HookFailure[];
  /** Newest first. */
  listBackups(): readonly BackupFile[];
  /** Whether something is there, at the price of one look. */
  hasFile(path: string): boolean;
  /** Those of all surfaces: a report reserves room for the longest, so that it shows the same on each. */
  readonly wordings: readonly SurfaceWording[];
  readonly agentWording: SurfaceWording;
  readonly gameProjects: GameProjects;
}

export interface Deps extends HookDeps {
  readonly games: Games;
}

export type StoreDeps = Pick<Deps, 'store'>;

export type ProjectDeps = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

/** Creating a session also derives the handoffs of sessions that were lost. */
export type NewSessionDeps = Pick<
  Deps,
  'filesFor' | 'folders' | 'ids' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

/** A write creates a session if none is open, also under an id that a client names. */
export type WriteDeps = ProjectDeps & NewSessionDeps & Pick<Deps, 'isClientSessionId'>;

export type OrientationDeps = Pick<
  Deps,
  | 'agentWording'
  | 'clientsWithHooks'
  | 'clock'
  | 'filesFor'
  | 'folders'
  | 'gameProjects'
  | 'hasFile'
  | 'ids'
  | 'isClientSessionId'
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
