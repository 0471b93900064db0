import type { Project } from '../../domain/project/project.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import type { FeatureChange } from './ledger.ts';
import type { FeatureReaders, Store } from './store.ts';
import type { Files } from './system.ts';

interface DisabledFilter {
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

/** What the core asks about games in every process. Hooks load it while an agent waits, so it must stay small. */
export interface GameProjects {
  hasGame(store: Store, projectId: string): Promise<boolean>;
  projectIdOf(change: FeatureChange): string;
  hideDisabledProjects(readers: FeatureReaders, off: DisabledFilter): FeatureReaders;
}

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

export interface LeftGame {
  readonly session: Session;
  readonly project: Project;
  readonly time: TimeContext;
}

/** What the core asks about games elsewhere. An implementation keeps no store: each call passes the one to use. */
export interface Games {
  hasAny(store: Store): Promise<boolean>;
  /** Undefined where the project has no game stored. */
  findFacts(store: Store, projectId: string): Promise<GameFacts | undefined>;
  /** The project of the game that a name means, if another project has exactly this name. Errors are about `field`. */
  findMeant(
    store: Store,
    name: string,
    located: { readonly project: Project; readonly isNew: boolean },
    field: string,
  ): Promise<Project | undefined>;
  listNamedAlike(
    store: Store,
    name: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  rewoundTurns(
    store: Store,
    projectId: string,
  ): Promise<(played: { readonly branchId: string; readonly turn: number }) => boolean>;
  /** By the id of its event, what came of each of these turns. Turns that are hidden from players have none. */
  listNarrations(store: Store, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  listRewoundEvents(store: Store, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Refuses a session that no readable copy can be made of, and a folder that may not be written to. */
  checkCopyFolder(files: Files, session: Session, folder: string): Promise<void>;
  writeCopy(store: Store, files: Files, left: LeftGame, folder: string): Promise<string>;
}
