import { invalid, unavailable } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import { nextStep } from '../../domain/next-step.ts';
import { sizeOf } from '../doctor/finding.ts';
import type { BackupFile, Backups, ProjectCounts, StoreSummary } from '../ports/backups.ts';
import type { Leftover, MachineFacts } from '../ports/doctor.ts';
import type { Clock } from '../ports/system.ts';
import { isDailyBackupDue, spentDailyBackups } from './keep-daily-backups.ts';

type Counts = Pick<ProjectCounts, 'sessionCount' | 'recordCount' | 'newestAt'>;

const NOTHING: Counts = { sessionCount: 0, recordCount: 0, newestAt: null };

const countsOf = ({ sessionCount, recordCount, newestAt }: Counts): Counts => ({
  sessionCount,
  recordCount,
  newestAt,
});

const isSame = (a: Counts, b: Counts) =>
  a.sessionCount === b.sessionCount && a.recordCount === b.recordCount && a.newestAt === b.newestAt;

const keyOf = ({ workspace, id }: ProjectCounts) => JSON.stringify([workspace, id]);

const newestIn = ({ now, after }: Readonly<Record<'now' | 'after', Counts>>): Instant =>
  [now.newestAt ?? '', after.newestAt ?? ''].toSorted().at(-1) ?? '';

/** The projects that differ, last written first. Texts are not compared. */
export function compareStores(store: StoreSummary | undefined, backup: StoreSummary) {
  const before = new Map((store?.projects ?? []).map((one) => [keyOf(one), one]));
  const after = new Map(backup.projects.map((one) => [keyOf(one), one]));
  return [...new Map([...before, ...after])]
    .map(([key, { workspace, id, name }]) => ({
      workspace,
      id,
      name,
      now: countsOf(before.get(key) ?? NOTHING),
      after: countsOf(after.get(key) ?? NOTHING),
    }))
    .filter((one) => !isSame(one.now, one.after))
    .toSorted((a, b) => (newestIn(a) < newestIn(b) ? 1 : -1));
}

export interface BackupDeps {
  /** undefined: the store's engine keeps it in no file. */
  readonly backups: Backups | undefined;
  readonly machine: Pick<MachineFacts, 'freeBytes' | 'attachedTo' | 'isFolder'>;
  readonly clock: Clock;
  readonly store: string;
  /** What other processes left beside the store. */
  listLeftovers(): readonly Leftover[];
}

/** Automatic backups leave at least this much of the disk free. */
const DAILY_RESERVE_BYTES = 200 * 1_048_576;

function getBackups({ backups }: BackupDeps): Backups {
  if (backups !== undefined) return backups;
  throw invalid(
    'backup_unsupported',
    'The data is not in a file, so Throughline cannot back it up.',
    'Use the backup tools of the database.',
  );
}

const noSpace = (needed: number, free: number, folder: string) =>
  unavailable(
    'backup_no_space',
    `A backup needs about ${sizeOf(needed)}, but only ${sizeOf(free)} are free in ${folder}. Nothing was written.`,
    'Free some disk space, delete old backups, or pass a path on another disk in `file`.',
    { next: [nextStep('backup.purge')] },
  );

function requireSpace({ machine }: BackupDeps, folder: string, bytes: number, reserve: number): void {
  const free = machine.freeBytes(folder);
  if (free !== undefined && free < bytes + reserve) throw noSpace(bytes + reserve, free, folder);
}

/** `file`: a path, or a folder for a name with the time. */
function makeBackup(deps: BackupDeps, file: string | undefined) {
  const backups = getBackups(deps);
  const needed = backups.neededBytes();
  const now = deps.clock.now();
  const isName = file !== undefined && !deps.machine.isFolder(file);
  const path = isName ? file : backups.nameFor('manual', now, file);
  requireSpace(deps, path, needed, 0);
  backups.make(path);
  const summary = backups.readBackup(path);
  return { path, bytes: summary.bytes, summary };
}

type DailyBackup =
  | { readonly outcome: 'made'; readonly path: string; readonly removed: readonly string[] }
  /** There is one of today, or another process makes one now. */
  | { readonly outcome: 'fresh' | 'taken' };

function makeDailyBackup(deps: BackupDeps): DailyBackup {
  const backups = getBackups(deps);
  const needed = backups.neededBytes();
  const work = (): DailyBackup => {
    const now = deps.clock.now();
    if (!isDailyBackupDue(backups.list(), now)) return { outcome: 'fresh' };
    requireSpace(deps, backups.folder, needed, DAILY_RESERVE_BYTES);
    const path = backups.nameFor('daily', now);
    backups.make(path);
    const removed = spentDailyBackups(backups.list()).map(({ path: spent }) => spent);
    for (const spent of removed) backups.remove(spent);
    return { outcome: 'made', path, removed };
  };
  return backups.claimDaily(work) ?? { outcome: 'taken' };
}

/** Also the copies that earlier versions kept beside the store before a migration. */
function listPurgeable(deps: BackupDeps): readonly Pick<BackupFile, 'path' | 'bytes' | 'madeAt'>[] {
  const copies = deps.listLeftovers().filter(({ kind }) => kind === 'copy');
  return [
    ...getBackups(deps).list(),
    ...copies.map(({ path, bytes, changedAt }) => ({ path, bytes, madeAt: changedAt })),
  ];
}

function planRestore(deps: BackupDeps, file: string) {
  const backups = getBackups(deps);
  const backup = backups.readBackup(file);
  const store = backups.readStore();
  requireSpace(deps, deps.store, backup.bytes, 0);
  return { file, backup, store, differences: compareStores(store, backup) };
}

export type ProjectDifference = ReturnType<typeof compareStores>[number];
export type RestorePlan = ReturnType<typeof planRestore>;

const notAsBackup = (file: string, aside: string | null) =>
  unavailable(
    'restore_not_verified',
    `The store was replaced, but its content differs from ${file}.`,
    aside === null ? 'Run throughline doctor.' : `Restore the previous store: ${aside}.`,
    { next: [nextStep('doctor.run')] },
  );

/** Answers where the old store is (null: there was none) and which processes have it open (undefined: not known). */
function restore(deps: BackupDeps, { file, backup }: RestorePlan) {
  const backups = getBackups(deps);
  const attached = deps.machine.attachedTo([deps.store, `${deps.store}-wal`]);
  const aside = backups.restore(file, deps.clock.now());
  const restored = backups.readStore();
  // A process that was waiting may have written to the new store by now, so it may have more.
  if (restored === undefined || restored.sessionCount < backup.sessionCount) throw notAsBackup(file, aside);
  return { aside, attached };
}

export const createBackupServices = (deps: BackupDeps) => ({
  get folder() {
    return getBackups(deps).folder;
  },
  list: () => deps.backups?.list() ?? [],
  make: (file: string | undefined) => makeBackup(deps, file),
  makeDaily: () => makeDailyBackup(deps),
  listPurgeable: () => listPurgeable(deps),
  remove: (path: string) => getBackups(deps).remove(path),
  planRestore: (file: string) => planRestore(deps, file),
  restore: (plan: RestorePlan) => restore(deps, plan),
});

export type Restored = ReturnType<typeof restore>;
export type BackupServices = ReturnType<typeof createBackupServices>;
