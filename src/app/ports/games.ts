import type { Project } from '../../domain/project/project.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import type { FeatureChange } from './ledger.ts';
import type { FeatureReaders, Store } from './store.ts';
import type { Files } from './system.ts';

/** Hides what belongs to projects that are switched off, and refuses it where the call names it. */
interface DisabledFilter {
  /** Ids of the projects that are switched off. */
  getDisabledIds(): Promise<readonly string[]>;
  /** The item, if its project is not switched off; refused if the call names it by one of these keys. */
  hideIfDisabled<Item>(
    item: Item | undefined,
    projectId: string | null | undefined,
    ...keys: readonly string[]
  ): Promise<Item | undefined>;
  /** Those of projects that are not switched off; refused if the call names one of the others by its id. */
  filterDisabled<Item extends { readonly id: string }>(
    items: readonly Item[],
    projectOf: (item: Item) => string | null,
  ): Promise<readonly Item[]>;
}

/**
 * What the core asks about projects of kind `game` in every process. Hooks load it while an agent waits, so it is small;
 * all else is in `Games`.
 */
export interface GameProjects {
  /** Whether a game is stored in the project. */
  hasGame(store: Store, projectId: string): Promise<boolean>;
  /** The project that a change is written to. */
  projectIdOf(change: FeatureChange): string;
  /** The readers of games without what the filter hides. */
  hideDisabledProjects(readers: FeatureReaders, off: DisabledFilter): FeatureReaders;
}

/** Where a game stands, as the state of a session shows it; the feature may add more to each part. */
export interface GameFacts {
  readonly game_state: {
    readonly current_location: string | null;
    readonly in_combat: boolean;
    readonly turn_count: number;
    readonly in_game_date: string | null;
  };
  readonly party_status: readonly object[];
  readonly active_quests: readonly {
    readonly title: string;
    readonly status: string;
    readonly giver: string | null;
  }[];
}

/** A session of a game that was left, and when. */
export interface LeftGame {
  readonly session: Session;
  readonly project: Project;
  readonly time: TimeContext;
}

/**
 * What the use cases of the core ask the feature of games about sessions and projects of kind `game`. Each call passes the
 * store that its caller may use: an implementation keeps none.
 */
export interface Games {
  /** Whether there is a game anywhere. */
  hasAny(store: Store): Promise<boolean>;
  /** Undefined where the project has no game stored. */
  findFacts(store: Store, projectId: string): Promise<GameFacts | undefined>;
  /**
   * The project of the game that a name means, if it is another one than the project that has exactly this name. `field` is
   * the argument to blame if the name means several.
   */
  findMeant(
    store: Store,
    name: string,
    located: { readonly project: Project; readonly isNew: boolean },
    field: string,
  ): Promise<Project | undefined>;
  /** Projects of games with a name that people would take for this one. */
  listNamedAlike(
    store: Store,
    name: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Whether a turn was rewound, for all turns of a project. */
  rewoundTurns(
    store: Store,
    projectId: string,
  ): Promise<(played: { readonly branchId: string; readonly turn: number }) => boolean>;
  /** By the id of its event, what came of each of these turns. Turns that are hidden from players have none. */
  listNarrations(store: Store, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of these ids of events, those that were rewound. */
  listRewoundEvents(store: Store, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Refuses a session that no readable copy can be made of, and a folder that may not be written to. */
  checkCopyFolder(files: Files, session: Session, folder: string): Promise<void>;
  /** Writes a copy that people can read and one that can be imported, and names both. */
  writeCopy(store: Store, files: Files, left: LeftGame, folder: string): Promise<string>;
}
