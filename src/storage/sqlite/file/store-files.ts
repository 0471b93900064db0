import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';

/** What follows the name of a store: nothing for its own file, then the files that SQLite keeps beside it. */
export const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Of a new file that is renamed or linked once it is whole. Drafts of processes that died are found by this name. */
export const draftName = (path: string): string => `${path}.new-${randomBytes(8).toString('hex')}`;

/** 0 if there is no such file. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const storeBytes = (path: string): number => sizeOf(path) + sizeOf(`${path}-wal`);

export const inodeOf = (path: string): string | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino.toString();

/** Changes when any process writes to the store. */
export const stampOf = (path: string): string =>
  ['', '-wal']
    .map((part) => statSync(`${path}${part}`, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => `${stats?.ino} ${stats?.size} ${stats?.mtimeNs}`)
    .join();

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

export const isTaken = (error: unknown): boolean => codeOf(error) === 'EEXIST';

export function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Windows cannot open a folder for this. The file itself is synced in any case. */
export function syncFolder(path: string): void {
  try {
    syncFile(path);
  } catch (error) {
    if (!['EPERM', 'EACCES', 'EISDIR', 'EINVAL'].includes(codeOf(error))) throw error;
  }
}

export function copyDurably(file: string, copy: string): void {
  copyFileSync(file, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, 0o600);
  syncFile(copy);
}

/** Never replaces a store that another process created first. Some file systems have no hard links: there it is copied. */
export function linkIntoPlace(file: string, path: string): void {
  try {
    linkSync(file, path);
  } catch (error) {
    if (isTaken(error)) throw error;
    copyFileSync(file, path, constants.COPYFILE_EXCL);
    syncFile(path);
  }
}

export function removeWithLogs(path: string): void {
  for (const suffix of SUFFIXES) rmSync(`${path}${suffix}`, { force: true });
}

const LOG = '-wal';
const LOG_INDEX = '-shm';
const PARTS = ['', LOG, LOG_INDEX];

/** SQLite deletes log and index only with an exclusive lock, so they stay the same files while a connection is open. */
export class FileIdentity {
  readonly #path: string;
  #inodes: ReadonlyMap<string, string> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Call it once a connection has read: only then are log and index there. The first call counts. */
  record(): void {
    if (this.#inodes !== undefined) return;
    const found = PARTS.map((part) => [part, inodeOf(this.#path + part)] as const);
    this.#inodes = new Map(found.flatMap(([part, inode]) => (inode === undefined ? [] : [[part, inode]])));
  }

  findReplaced(): string | undefined {
    for (const [part, inode] of this.#inodes ?? []) {
      if (inodeOf(this.#path + part) !== inode) return this.#path + part;
    }
    return undefined;
  }

  /** Another file has the name of the store, so that what is read here is no longer the store. */
  get isOtherStore(): boolean {
    const [known, present] = [this.#inodes?.get(''), inodeOf(this.#path)];
    return known !== undefined && present !== undefined && present !== known;
  }

  /** The log was deleted, and no process has opened the store since: its content can still be moved into the store. */
  get isLogOnlyDeleted(): boolean {
    const known = this.#inodes;
    if (known?.get(LOG) === undefined || inodeOf(this.#path) !== known.get('')) return false;
    const index = inodeOf(this.#path + LOG_INDEX);
    return inodeOf(this.#path + LOG) === undefined && (index === undefined || index === known.get(LOG_INDEX));
  }
}

export function damagedName(path: string, now: Instant): string {
  const name = `${path}.damaged-${now.replaceAll(/[:.]/g, '-')}`;
  for (let count = 2; ; count += 1) {
    const free = count === 2 ? name : `${name}-${count}`;
    if (!SUFFIXES.some((part) => existsSync(`${free}${part}`))) return free;
  }
}

/** The store first: a process that opens it then refuses the log without a store. SQLite would replay a rollback journal. */
function moveAside(path: string, aside: string): () => void {
  const moved: string[] = [];
  const undo = () => {
    for (const suffix of moved.toReversed()) renameSync(`${aside}${suffix}`, `${path}${suffix}`);
  };
  try {
    for (const suffix of SUFFIXES) {
      if (!existsSync(`${path}${suffix}`)) continue;
      renameSync(`${path}${suffix}`, `${aside}${suffix}`);
      moved.push(suffix);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/** Another process created a store in the meantime. The recovered one is kept beside it. */
function keepBeside(copy: string, path: string, aside: string) {
  const kept = `${aside}-saved`;
  renameSync(copy, kept);
  return unavailable(
    'store_replaced',
    `Another process made a new store at ${path} while the damaged one was replaced. What was saved is in ${kept}.`,
    `Stop every client, move ${path} away, and rename ${kept} to ${path}.`,
  );
}

/** Puts a copy of the new store in place: SQLite knows files by inode, and knew the draft under another name. */
export function replaceStore(path: string, draft: string, now: Instant): string {
  const copy = `${draft}-copy`;
  try {
    copyDurably(draft, copy);
    const aside = damagedName(path, now);
    const undo = moveAside(path, aside);
    try {
      linkIntoPlace(copy, path);
    } catch (error) {
      if (existsSync(path)) throw keepBeside(copy, path, aside);
      undo();
      throw error;
    }
    try {
      syncFolder(dirname(path));
    } catch {
      // The new store is in place already, and the damaged one is set aside.
    }
    return aside;
  } finally {
    rmSync(copy, { force: true });
  }
}
