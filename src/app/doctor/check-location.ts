import { basename, dirname } from 'node:path';
import type { Instant } from '../../domain/instant.ts';
import { timeSince } from '../../domain/orientation/wording.ts';
import type { Leftover, PathFacts } from '../ports/doctor.ts';
import { counted, error, type Finding, note, ok, REPAIR, sizeOf, warning } from './finding.ts';
import type { Draft, HomeFacts, HomePaths } from './home-facts.ts';

/** The settings in config.json, and what is wrong with them. */
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
  if (problems.length === 0) return [ok('config', `${counted(keyCount, 'setting')} in ${path}.`)];
  return problems.map(({ line, message, hint }) =>
    error(
      'config',
      `${line === undefined ? '' : `${path}, line ${line}: `}${message} Until it is right no session can start, and nothing is repaired.`,
      hint,
    ),
  );
}

const MEGABYTE = 1_048_576;
const LOW_BYTES = 200 * MEGABYTE;
const LOWEST_BYTES = 20 * MEGABYTE;

function checkDisk({ freeBytes }: HomeFacts): Finding {
  if (freeBytes === undefined) return note('disk', 'The free space cannot be read on this system.');
  const found = `${sizeOf(freeBytes)} free where the store lies.`;
  const fix = 'Free some space on that disk, or set THROUGHLINE_HOME to a folder on another one.';
  if (freeBytes < LOWEST_BYTES) return error('disk', `${found} Writing may fail at any moment.`, fix);
  return freeBytes < LOW_BYTES ? warning('disk', found, fix) : ok('disk', found);
}

/** Permissions for the owner alone. */
export const properMode = ({ isFolder }: PathFacts): number => (isFolder ? 0o700 : 0o600);

export const hasWrongMode = (facts: PathFacts): boolean =>
  (facts.mode & 0o077) !== 0 || (facts.mode & properMode(facts)) !== properMode(facts);

/** What is not ours, or of a newer program, stays as it is. */
export const isUntouchable = (
  { path }: PathFacts,
  { store, place }: Pick<HomeFacts, 'store' | 'place'>,
): boolean => (store.state === 'foreign' || store.state === 'newer') && path.startsWith(place.store);

const octal = (mode: number) => mode.toString(8).padStart(4, '0');

function modeFix(facts: PathFacts, homeFacts: HomeFacts): string {
  const command = `chmod ${octal(properMode(facts))} ${facts.path}`;
  if (isUntouchable(facts, homeFacts)) {
    return `It is never touched, not by --repair either. If it is yours and nobody else should read it: ${command}.`;
  }
  if (facts.mayChangeMode) return `${REPAIR} It does what ${command} does.`;
  return `Only its owner, user ${facts.owner}, or root can change that: ${command}.`;
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
        `${path} belongs to user ${owner}, not to you${isWritable ? '' : ', and you may not write to it'}.`,
        `Make it yours: chown "$(id -u)" ${path} (perhaps with sudo).`,
      ),
    );
  if (modes.length + owners.length > 0) return [...modes, ...owners];
  return paths.length === 0 ? [] : [ok('permissions', 'Yours, and nobody else can read it.')];
}

/** Nothing is known about the content of a folder that cannot be entered, not even whether it exists. */
export function reportBarrier({ path, isOwn, owner, mode }: PathFacts, { home }: HomePaths): Finding {
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

function checkProcesses({ attached, store }: HomeFacts): readonly Finding[] {
  if (store.state === 'missing') return [];
  if (attached === undefined) {
    return [
      note(
        'processes',
        'Which processes have the store open is known on Linux only.',
        'Before you run throughline doctor --repair, stop every client that uses it.',
      ),
    ];
  }
  if (attached.length === 0) return [ok('processes', 'No other process has the store open.')];
  const list = attached.map(({ pid, name }) => `${pid} (${name})`).join(', ');
  return [ok('processes', `${counted(attached.length, 'process has', 'processes have')} it open: ${list}.`)];
}

/** Files beside the store go by their name. */
const shownIn = ({ store }: HomePaths, path: string) =>
  dirname(path) === dirname(store) ? basename(path) : path;

const ageOf = (changedAt: Instant, now: Instant) =>
  changedAt > now ? `dated ${changedAt}` : `${timeSince(changedAt, now)} old`;

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
      `Being written, or too new to tell: ${aged(fresh)}.`,
      'Nothing to do now. If it is still there in an hour, run throughline doctor again.',
    ],
    [
      copies.length > 0,
      `Copies from before a migration: ${named(copies)}.`,
      'Delete them once you trust the store.',
    ],
    [
      damaged.length > 0,
      `Set aside as damaged: ${named(damaged)}.`,
      'Delete them once you miss nothing in the store.',
    ],
    [
      isIndexStale,
      `${basename(place.store)}-shm was left by a process that did not end by itself.`,
      'Nothing to do: SQLite creates it again when needed.',
    ],
  ];
  return notes.filter(([isFound]) => isFound).map(([, found, fix]) => note('leftovers', found, fix));
}

/** Whether a session can store anything. A store that is only readable still opens, so no other check sees it. */
function checkWriting({ unwritable, store }: HomeFacts): Finding {
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
export const checkLocation = (homeFacts: HomeFacts): readonly Finding[] => [
  checkDisk(homeFacts),
  checkWriting(homeFacts),
  ...checkPermissions(homeFacts),
  ...checkProcesses(homeFacts),
  ...checkLeftovers(homeFacts),
];
