import { basename, dirname } from 'node:path';
import { DAY_MS, elapsedMs, type Instant, MINUTE_MS } from '../../domain/instant.ts';
import { nextStep } from '../../domain/next-step.ts';
import { agoOf, countOf, timeSince } from '../../domain/orientation/wording.ts';
import type { Leftover, PathFacts } from '../ports/doctor.ts';
import { error, type Finding, note, ok, REPAIR, sizeOf, warning } from './finding.ts';
import type { Draft, HomeFacts, HomePaths } from './home-facts.ts';

interface ConfigFacts {
  readonly path: string;
  readonly keyCount: number;
  readonly problems: readonly {
    readonly line: number | undefined;
    readonly message: string;
    readonly hint: string;
  }[];
}

export function checkConfig({ path, keyCount, problems }: ConfigFacts): readonly Finding[] {
  if (problems.length === 0) return [ok('config', `${countOf(keyCount, 'setting')} in ${path}.`)];
  return problems.map(({ line, message, hint }) =>
    error(
      'config',
      `${line === undefined ? '' : `${path}, line ${line}: `}${message} Until it is fixed, no session can start and nothing is repaired.`,
      hint,
    ),
  );
}

const MEGABYTE = 1_048_576;
const LOW_BYTES = 200 * MEGABYTE;
const LOWEST_BYTES = 20 * MEGABYTE;

function checkDisk({ freeBytes }: HomeFacts): Finding {
  if (freeBytes === undefined) return note('disk', 'The free space cannot be read on this system.');
  const found = `${sizeOf(freeBytes)} free on the disk of the store.`;
  const fix = 'Free some space on that disk, or set THROUGHLINE_HOME to a folder on another one.';
  if (freeBytes < LOWEST_BYTES) return error('disk', `${found} Writing may fail at any moment.`, fix);
  return freeBytes < LOW_BYTES ? warning('disk', found, fix) : ok('disk', found);
}

export const properMode = ({ isFolder }: PathFacts): number => (isFolder ? 0o700 : 0o600);

export const hasWrongMode = (facts: PathFacts): boolean =>
  (facts.mode & 0o077) !== 0 || (facts.mode & properMode(facts)) !== properMode(facts);

/** What is not ours, or of a newer program, stays as it is. */
export const isUntouchable = ({ path }: PathFacts, { store, place }: Pick<HomeFacts, 'store' | 'place'>) =>
  (store.state === 'foreign' || store.state === 'newer') && path.startsWith(place.store);

const octal = (mode: number) => mode.toString(8).padStart(4, '0');

function modeFix(facts: PathFacts, homeFacts: HomeFacts): string {
  const command = `chmod ${octal(properMode(facts))} ${facts.path}`;
  if (isUntouchable(facts, homeFacts)) {
    return `Throughline never changes it, not even with --repair. If it is yours and private, run: ${command}.`;
  }
  if (facts.mayChangeMode) return `${REPAIR} It does what ${command} does.`;
  return `Only its owner (user ${facts.owner}) or root can change that. Run: ${command}.`;
}

function checkPermissions(homeFacts: HomeFacts): readonly Finding[] {
  const { paths } = homeFacts;
  const modes = paths
    .filter(hasWrongMode)
    .map((facts) =>
      warning(
        'permissions',
        `${facts.path} has permissions ${octal(facts.mode)} instead of ${octal(properMode(facts))}.`,
        modeFix(facts, homeFacts),
      ),
    );
  const owners = paths
    .filter(({ isOwn }) => !isOwn)
    .map(({ path, owner, isWritable }) =>
      (isWritable ? warning : error)(
        'permissions',
        `${path} belongs to user ${owner}, not to you${isWritable ? '' : ', and you cannot write to it'}.`,
        `Take ownership: chown "$(id -u)" ${path} (perhaps with sudo).`,
      ),
    );
  if (modes.length + owners.length > 0) return [...modes, ...owners];
  return paths.length === 0 ? [] : [ok('permissions', 'It belongs to you, and nobody else can read it.')];
}

/** Nothing is known about the content of a folder that cannot be entered, not even whether it exists. */
export function reportBarrier({ path, isOwn, owner, mode }: PathFacts, { home }: HomePaths): Finding {
  const so = 'so its content cannot be checked';
  if (isOwn) {
    return error(
      'permissions',
      `${path} has permissions ${octal(mode)}, and you cannot open it, ${so}.`,
      `Run: chmod 0700 ${path}. Then run throughline doctor again.`,
    );
  }
  return error(
    'permissions',
    `${path} belongs to user ${owner}, not to you, and you cannot open it (its permissions are ${octal(mode)}), ${so}.`,
    path === home
      ? `Take ownership: chown -R "$(id -u)" ${path} (perhaps with sudo). Or run throughline as user ${owner}, or set THROUGHLINE_HOME to a folder that you own.`
      : `Run throughline as user ${owner}, or set THROUGHLINE_HOME and THROUGHLINE_STORE to paths that you own.`,
  );
}

function checkProcesses({ attached, store }: HomeFacts): readonly Finding[] {
  if (store.state === 'missing') return [];
  if (attached === undefined) {
    return [
      note(
        'processes',
        'Processes that have the store open can only be listed on Linux.',
        'Before you run throughline doctor --repair, stop every client that uses it.',
      ),
    ];
  }
  if (attached.length === 0) return [ok('processes', 'No other process has the store open.')];
  const list = attached.map(({ pid, name }) => `${pid} (${name})`).join(', ');
  return [ok('processes', `${countOf(attached.length, 'process has', 'processes have')} it open: ${list}.`)];
}

const shownIn = ({ store }: HomePaths, path: string) =>
  dirname(path) === dirname(store) ? basename(path) : path;

const changedLately = (changedAt: Instant, now: Instant) =>
  elapsedMs(changedAt, now) < MINUTE_MS ? 'written just now' : `${timeSince(changedAt, now)} old`;

const ageOf = (changedAt: Instant, now: Instant) =>
  changedAt > now ? `dated ${changedAt}` : changedLately(changedAt, now);

function checkLeftovers(homeFacts: HomeFacts): readonly Finding[] {
  const { leftovers, drafts, attached, place, paths, store, now } = homeFacts;
  const named = (list: readonly Leftover[]) =>
    list.map(({ path, bytes }) => `${basename(path)} (${sizeOf(bytes)})`).join(', ');
  const aged = (drafts: readonly Draft[]) =>
    drafts
      .flatMap(({ files }) => files)
      .map(
        ({ path, bytes, changedAt }) =>
          `${shownIn(place, path)} (${sizeOf(bytes)}, ${ageOf(changedAt, now)})`,
      )
      .join(', ');
  const abandoned = drafts.filter(({ isAbandoned }) => isAbandoned);
  const fresh = drafts.filter(({ isAbandoned }) => !isAbandoned);
  const copies = leftovers.filter(({ kind }) => kind === 'copy');
  const damaged = leftovers.filter(({ kind }) => kind === 'damaged');
  const isIndexStale =
    attached?.length === 0 &&
    paths.some(({ path }) => path === `${place.store}-shm`) &&
    (store.state === 'missing' || (store.state === 'sound' && store.log !== null));
  const notes: readonly (readonly [isFound: boolean, found: string, fix: string])[] = [
    [abandoned.length > 0, `Left unfinished by processes that were killed: ${aged(abandoned)}.`, REPAIR],
    [
      fresh.length > 0,
      `Recent, possibly still in use: ${aged(fresh)}.`,
      'If it still exists in an hour, run throughline doctor again.',
    ],
    [
      copies.length > 0,
      `Copies from before a migration: ${named(copies)}.`,
      'Delete them once you trust the store.',
    ],
    [
      damaged.length > 0,
      `Set aside as damaged: ${named(damaged)}.`,
      'Delete them when you are sure that nothing is missing in the store.',
    ],
    [
      leftovers.some(({ kind }) => kind === 'restore'),
      'A restore was interrupted. The store is complete: either the previous store or the backup.',
      'Nothing to do. The next command or client that opens the store finishes it and reports the result.',
    ],
    [
      isIndexStale,
      `${basename(place.store)}-shm was left by a process that was killed.`,
      'Nothing to do. SQLite creates it again when needed.',
    ],
  ];
  return notes.filter(([isFound]) => isFound).map(([, found, fix]) => note('leftovers', found, fix));
}

const STALE_BACKUP_MS = 7 * DAY_MS;

function checkBackups({ backups, store, now }: HomeFacts): readonly Finding[] {
  const [newest] = backups;
  if (store.state === 'missing' && newest === undefined) return [];
  const next = [nextStep('backup.create')];
  if (newest === undefined) return [note('backup', 'There is no backup of the store yet.', null, next)];
  const bytes = backups.reduce((sum, one) => sum + one.bytes, 0);
  const age = newest.madeAt > now ? `is dated ${newest.madeAt}` : `was made ${agoOf(newest.madeAt, now)}`;
  const found = `The last backup ${age}: ${newest.path}. ${countOf(backups.length, 'backup takes', 'backups take')} ${sizeOf(bytes)}.`;
  const isStale = elapsedMs(newest.madeAt, now) > STALE_BACKUP_MS;
  return [isStale ? note('backup', found, null, next) : ok('backup', found)];
}

/** Whether a session can store anything. A store that is only readable still opens, so no other check sees it. */
function checkWriting({ unwritable, store }: HomeFacts): Finding {
  if (unwritable === undefined) return ok('writing', 'The store and its folder can be written.');
  const so = store.state === 'missing' ? 'so no store can be created' : 'so nothing can be stored';
  const { path, why } = unwritable;
  return why === 'read_only_disk'
    ? error(
        'writing',
        `${path} is on a file system that is mounted read-only, ${so}.`,
        'Mount it for writing, or set THROUGHLINE_HOME to a folder on another disk.',
      )
    : error(
        'writing',
        `You cannot write to ${path}, ${so}.`,
        `Take ownership: chown -R "$(id -u)" ${path} && chmod -R u+rwX ${path} (perhaps with sudo). Or set THROUGHLINE_HOME to a folder that you own.`,
      );
}

export const checkHomeFolder = (homeFacts: HomeFacts): readonly Finding[] => [
  checkDisk(homeFacts),
  checkWriting(homeFacts),
  ...checkPermissions(homeFacts),
  ...checkProcesses(homeFacts),
  ...checkBackups(homeFacts),
  ...checkLeftovers(homeFacts),
];
