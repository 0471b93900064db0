import { basename, dirname } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import { timeSince } from '../../domain/orientation/wording.ts';
import type { Leftover, PathFacts } from '../ports/doctor.ts';
import type { Draft } from './drafts.ts';
import { counted, error, type Finding, note, ok, REPAIR, sizeOf, warning } from './finding.ts';
import type { Place, Sight } from './sight.ts';

const MEGABYTE = 1_048_576;
const LOW_BYTES = 200 * MEGABYTE;
const LOWEST_BYTES = 20 * MEGABYTE;

function judgeDisk({ freeBytes }: Sight): Finding {
  if (freeBytes === undefined) return note('disk', 'How much room is left cannot be told on this system.');
  const found = `${sizeOf(freeBytes)} free where the store lies.`;
  const fix = 'Free some space on that disk, or set THROUGHLINE_HOME to a folder on another one.';
  if (freeBytes < LOWEST_BYTES) return error('disk', `${found} Writing may fail at any moment.`, fix);
  return freeBytes < LOW_BYTES ? warning('disk', found, fix) : ok('disk', found);
}

/** What the owner needs and nobody else has. */
export const properMode = ({ isFolder }: PathFacts): number => (isFolder ? 0o700 : 0o600);

export const hasWrongMode = (facts: PathFacts): boolean =>
  (facts.mode & 0o077) !== 0 || (facts.mode & properMode(facts)) !== properMode(facts);

/** What is not ours, or of a newer program, stays as it is. */
export const isUntouchable = (
  { path }: PathFacts,
  { store, place }: Pick<Sight, 'store' | 'place'>,
): boolean => (store.state === 'foreign' || store.state === 'newer') && path.startsWith(place.store);

const octal = (mode: number) => mode.toString(8).padStart(4, '0');

function modeFix(facts: PathFacts, sight: Sight): string {
  const command = `chmod ${octal(properMode(facts))} ${facts.path}`;
  if (isUntouchable(facts, sight)) {
    return `It is never touched, not by --repair either. If it is yours and nobody else should read it: ${command}.`;
  }
  if (facts.mayChangeMode) return `${REPAIR} It does what ${command} does.`;
  return `Only its owner, user ${facts.owner}, or root can change that: ${command}.`;
}

function judgePermissions(sight: Sight): readonly Finding[] {
  const { paths } = sight;
  const modes = paths
    .filter(hasWrongMode)
    .map((facts) =>
      warning(
        'permissions',
        `${facts.path} has permissions ${octal(facts.mode)} instead of ${octal(properMode(facts))}.`,
        modeFix(facts, sight),
      ),
    );
  const owners = paths
    .filter(({ isOwn }) => !isOwn)
    .map(({ path, owner, isWritable }) =>
      (isWritable ? warning : error)(
        'permissions',
        `${path} belongs to user ${owner}, not to you${isWritable ? '' : ', and you may not write to it'}.`,
        `Make it yours: chown "$(id -u)" ${path} (perhaps with sudo).`,
      ),
    );
  if (modes.length + owners.length > 0) return [...modes, ...owners];
  return paths.length === 0 ? [] : [ok('permissions', 'Yours, and nobody else can read it.')];
}

/** Where a folder cannot be entered, nothing can be said of what is in it, not even whether it is there. */
export function judgeBarrier({ path, isOwn, owner, mode }: PathFacts, { home }: Place): Finding {
  const so = 'so nothing in it can be examined';
  if (isOwn) {
    return error(
      'permissions',
      `${path} has permissions ${octal(mode)}, and you may not enter it, ${so}.`,
      `Open it for yourself: chmod 0700 ${path}. Then run throughline doctor again.`,
    );
  }
  return error(
    'permissions',
    `${path} belongs to user ${owner}, not to you, and you may not enter it (its permissions are ${octal(mode)}), ${so}.`,
    path === home
      ? `Make it yours: chown -R "$(id -u)" ${path} (perhaps with sudo). Or run throughline as user ${owner}, or set THROUGHLINE_HOME to a folder of your own.`
      : `Run throughline as user ${owner}, or set THROUGHLINE_HOME and THROUGHLINE_STORE to a place of your own.`,
  );
}

function judgeProcesses({ attached, store }: Sight): readonly Finding[] {
  if (store.state === 'missing') return [];
  if (attached === undefined) {
    return [
      note(
        'processes',
        'Which processes have the store open is unknown on this system; it is told on Linux.',
        'Before you run throughline doctor --repair, stop every client that uses it.',
      ),
    ];
  }
  if (attached.length === 0) return [ok('processes', 'No other process has the store open.')];
  const list = attached.map(({ pid, name }) => `${pid} (${name})`).join(', ');
  return [ok('processes', `${counted(attached.length, 'process has', 'processes have')} it open: ${list}.`)];
}

/** Files beside the store go by their name. */
const shownIn = ({ store }: Place, path: string) =>
  dirname(path) === dirname(store) ? basename(path) : path;

const ageOf = (changedAt: Instant, now: Instant) =>
  changedAt > now ? `dated ${changedAt}` : `${timeSince(changedAt, now)} old`;

function judgeLeftovers(sight: Sight): readonly Finding[] {
  const { leftovers, drafts, attached, place, paths, store, now } = sight;
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
  return [
    ...(abandoned.length > 0
      ? [note('leftovers', `Left unfinished by processes that were killed: ${aged(abandoned)}.`, REPAIR)]
      : []),
    ...(fresh.length > 0
      ? [
          note(
            'leftovers',
            `Being written, or too new to tell: ${aged(fresh)}.`,
            'Nothing to do now. If it is still there in an hour, run throughline doctor again.',
          ),
        ]
      : []),
    ...(copies.length > 0
      ? [
          note(
            'leftovers',
            `Copies from before a migration: ${named(copies)}.`,
            'Delete them once you trust the store.',
          ),
        ]
      : []),
    ...(damaged.length > 0
      ? [
          note(
            'leftovers',
            `Set aside as damaged: ${named(damaged)}.`,
            'Delete them once you miss nothing in the store.',
          ),
        ]
      : []),
    ...(isIndexStale
      ? [
          note(
            'leftovers',
            `${basename(place.store)}-shm was left by a process that did not end by itself.`,
            'Nothing to do: SQLite makes it anew when it is next needed.',
          ),
        ]
      : []),
  ];
}

/** Whether a session can store anything. A store that is only readable still opens, so no other check sees it. */
function judgeWriting({ unwritable, store }: Sight): Finding {
  if (unwritable === undefined) return ok('writing', 'The store and its folder can be written.');
  const so = store.state === 'missing' ? 'so no store can be made' : 'so nothing can be stored';
  const { path, why } = unwritable;
  return why === 'read_only_disk'
    ? error(
        'writing',
        `${path} is on a file system that is mounted read-only, ${so}.`,
        'Mount it for writing, or set THROUGHLINE_HOME to a folder on another disk.',
      )
    : error(
        'writing',
        `You may not write to ${path}, ${so}.`,
        `Make it yours: chown -R "$(id -u)" ${path} && chmod -R u+rwX ${path} (perhaps with sudo). Or set THROUGHLINE_HOME to a folder of your own.`,
      );
}

/** Disk, permissions, processes, and what lies about. */
export const judgePlace = (sight: Sight): readonly Finding[] => [
  judgeDisk(sight),
  judgeWriting(sight),
  ...judgePermissions(sight),
  ...judgeProcesses(sight),
  ...judgeLeftovers(sight),
];
