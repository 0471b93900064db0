import { basename, dirname, join } from 'node:path';
import { HOUR_MS, type Instant, msOf } from '../../domain/instant.ts';
import { groupBy } from '../../lib/lists.ts';
import type { BackupFile } from '../ports/backups.ts';
import type {
  AttachedProcess,
  Leftover,
  MachineFacts,
  PathFacts,
  StoreDoctor,
  StoreExam,
  Unwritable,
} from '../ports/doctor.ts';
import type { Clock } from '../ports/system.ts';

export interface Draft {
  readonly files: readonly Leftover[];
  readonly isAbandoned: boolean;
}

/** Between two steps a writer has its draft closed for a moment. */
const SETTLED_MS = 10_000;

const DRAFT_NAME = /\.new-[0-9a-f]+/;

/** `store.db.new-1f` for `store.db.new-1f-copy` and `store.db.new-1f-wal`. */
function draftNameOf({ path }: Leftover): string {
  const match = DRAFT_NAME.exec(basename(path));
  return match === null
    ? path
    : path.slice(0, path.length - basename(path).length + match.index + match[0].length);
}

/** Compares the distance, so that a file dated in the future is not kept without a limit. */
const isSettled = ({ changedAt }: Leftover, now: Instant, afterMs: number) =>
  Math.abs(msOf(now) - msOf(changedAt)) > afterMs;

function listDrafts(leftovers: readonly Leftover[], now: Instant, attachedTo: MachineFacts['attachedTo']) {
  const drafts = leftovers.filter(({ kind }) => kind === 'draft');
  return [...groupBy(drafts, draftNameOf).values()].map((files) => {
    const users = attachedTo(files.map(({ path }) => path));
    const afterMs = users === undefined ? HOUR_MS : SETTLED_MS;
    const isUsed = users !== undefined && users.length > 0;
    return { files, isAbandoned: !isUsed && files.every((file) => isSettled(file, now, afterMs)) };
  });
}

export interface HomePaths {
  readonly home: string;
  readonly store: string;
  readonly folders?: readonly string[];
}

export interface DoctorDeps {
  readonly place: HomePaths;
  readonly store: StoreDoctor;
  readonly machine: MachineFacts;
  readonly clock: Clock;
  readonly clientToConnect?: string | undefined;
}

export interface HomeFacts {
  readonly place: HomePaths;
  readonly now: Instant;
  readonly store: StoreExam;
  /** undefined where it cannot be known. */
  readonly attached: readonly AttachedProcess[] | undefined;
  readonly leftovers: readonly Leftover[];
  /** Newest first. */
  readonly backups: readonly BackupFile[];
  readonly drafts: readonly Draft[];
  readonly paths: readonly PathFacts[];
  /** Of the store, its log and its folder; undefined where all can be written. */
  readonly unwritable: Unwritable | undefined;
  readonly freeBytes: number | undefined;
}

const storeFiles = (store: string) => [store, `${store}-wal`, `${store}-shm`];

export const findBarrier = ({ place, machine }: Pick<DoctorDeps, 'place' | 'machine'>) =>
  machine.findBarrier(place.home) ?? machine.findBarrier(dirname(place.store));

export function readHomeFacts({ place, store, machine, clock }: DoctorDeps, isFull: boolean): HomeFacts {
  const attached = machine.attachedTo(storeFiles(place.store));
  const now = clock.now();
  const { home, folders = [] } = place;
  const written = [home, join(home, 'identities'), dirname(place.store), ...folders];
  const beside = store.listLeftovers();
  const backups = store.listBackups();
  const leftovers = [...beside, ...machine.listTemporaries([...new Set(written)])];
  const files = [
    ...storeFiles(place.store),
    join(place.home, 'config.json'),
    ...[...beside, ...backups].map(({ path }) => path),
  ];
  return {
    place,
    now,
    store: store.examine({ isFull, isInUse: attached && attached.length > 0 }),
    attached,
    leftovers,
    backups,
    drafts: listDrafts(leftovers, now, machine.attachedTo),
    paths: [place.home, ...files].map((path) => machine.look(path)).filter((facts) => facts !== undefined),
    unwritable: machine.findUnwritable([...storeFiles(place.store), dirname(place.store)]),
    freeBytes: machine.freeBytes(dirname(place.store)),
  };
}
