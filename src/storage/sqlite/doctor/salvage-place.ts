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
} from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';

/** A journal of the old store would be played back into the new one. */
const PARTS = ['', '-wal', '-shm', '-journal'];

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(path: string): void {
  try {
    sync(path);
  } catch {
    // Windows opens no folder for this; the file itself is synced either way.
  }
}

/** A name beside the store that nobody has yet. */
export function damagedName(path: string, now: Instant): string {
  const name = `${path}.damaged-${now.replaceAll(/[:.]/g, '-')}`;
  for (let count = 2; ; count += 1) {
    const free = count === 2 ? name : `${name}-${count}`;
    if (!PARTS.some((part) => existsSync(`${free}${part}`))) return free;
  }
}

/** The store first: from then on whoever looks sees a log without a store, and refuses it. */
function moveAside(path: string, aside: string): () => void {
  const moved: string[] = [];
  const undo = () => {
    for (const part of moved.toReversed()) renameSync(`${aside}${part}`, `${path}${part}`);
  };
  try {
    for (const part of PARTS) {
      if (!existsSync(`${path}${part}`)) continue;
      renameSync(`${path}${part}`, `${aside}${part}`);
      moved.push(part);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/** Never over a store that another process made in that moment; some file systems know no hard links. */
function link(file: string, path: string): void {
  try {
    linkSync(file, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(file, path, constants.COPYFILE_EXCL);
    sync(path);
  }
}

/** Somebody made a new store in the moment between: what was saved is not thrown away for that. */
function keepBeside(copy: string, path: string, aside: string) {
  const kept = `${aside}-saved`;
  renameSync(copy, kept);
  return unavailable(
    'store_replaced',
    `Another process made a new store at ${path} while the damaged one was replaced. What was saved is in ${kept}.`,
    `Stop every client, move ${path} away, and rename ${kept} to ${path}.`,
  );
}

/**
 * Sets the damaged store aside by renaming and puts the new one in its place. What is put there is a copy of what
 * SQLite built: it knows files by inode, and this process has had the draft open under another name.
 */
export function replaceStore(path: string, draft: string, now: Instant): string {
  const copy = `${draft}-copy`;
  try {
    copyFileSync(draft, copy, constants.COPYFILE_EXCL);
    chmodSync(copy, 0o600);
    sync(copy);
    const aside = damagedName(path, now);
    const undo = moveAside(path, aside);
    try {
      link(copy, path);
    } catch (error) {
      if (existsSync(path)) throw keepBeside(copy, path, aside);
      undo();
      throw error;
    }
    syncFolder(dirname(path));
    return aside;
  } finally {
    rmSync(copy, { force: true });
  }
}
