import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';

/** What follows the name of a store: nothing for its own file, then the files that SQLite keeps beside it. */
export const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Of the store and its log. */
export const storeBytes = (path: string): number =>
  ['', '-wal'].reduce(
    (sum, part) => sum + (statSync(`${path}${part}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

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
