import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { attempt } from '../../../lib/attempt.ts';

/** As many as Linux follows. */
const MAX_LINKS = 40;

/**
 * The file that a path leads to, whether or not it exists yet. SQLite keeps its logs beside that file, not beside a
 * symbolic link to it. Of a path that cannot be followed it returns the path itself, and opening it reports why.
 */
export function followLinks(path: string): string {
  let target = path;
  for (let count = 0; count <= MAX_LINKS; count += 1) {
    const next = attempt(() => (lstatSync(target).isSymbolicLink() ? readlinkSync(target) : undefined));
    if (next === undefined) return target === path ? path : withRealFolder(target);
    // Not normalized: `..` after a link to a folder means the parent of the folder that it leads to.
    target = isAbsolute(next) ? next : `${dirname(target)}${sep}${next}`;
  }
  return path;
}

const withRealFolder = (path: string): string =>
  join(attempt(() => realpathSync.native(dirname(path))) ?? dirname(path), basename(path));
