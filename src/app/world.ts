import type { Random } from '../domain/campaign/dice/random.ts';
import type { DriftFacts, DriftQuestion } from '../domain/orientation/drift-facts.ts';
import type { OrientationThresholds } from '../domain/orientation/facts.ts';
import type { LostAfter } from '../domain/session/session.ts';
import type { Clock, Ids } from './ports/clock.ts';
import type { Files } from './ports/files.ts';
import type { Folders } from './ports/folders.ts';
import type { Redactor } from './ports/redactor.ts';
import type { Store } from './ports/store.ts';

export interface Settings {
  /** The project every call is about unless it names one. */
  readonly project: string | null;
  readonly lostAfter: LostAfter;
  readonly thresholds: OrientationThresholds;
  readonly contextWindowTokens: number;
  readonly identityPath: string | null;
  readonly projectIdentityPath: (projectId: string) => string;
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
  /** Paths a caller may name, given the worktree it works in. */
  filesFor(worktree: string | null): Files;
  /** What the person configured; no caller names it. */
  readonly ownFiles: Files;
  /** What moved in a working tree; answers within its own time, whatever happens. */
  readDrift(question: DriftQuestion): Promise<DriftFacts>;
  /** Whether something is there, at the price of one look. */
  hasFile(path: string): boolean;
}

/** What a connection remembers between calls. */
export interface Binding {
  sessionId: string | null;
  /** The name its start_session gave. */
  agent: string | null;
  /** Sessions it was told of that run beside its own. */
  readonly knownPeers: Set<string>;
}

/** Who calls, as its surface knows it. */
export interface Caller {
  /** The door: mcp, http, cli. */
  readonly door: string;
  /** Where the caller works; null where that is unknown, as over HTTP. */
  readonly folder: string | null;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  /** What a connection remembers between calls; null where nothing is remembered. */
  readonly connection: Binding | null;
}
