import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from '../../../domain/error.ts';
import type { Instant } from '../../../domain/instant.ts';
import { copyDurably, linkIntoPlace, SUFFIXES, syncFolder } from '../file/store-files.ts';

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
