import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readOff } from '../config/read-off.ts';
import type { Config } from '../config/schema.ts';

/** Changes whenever the file is written or replaced; '' while there is none. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/**
 * The list of projects that are switched off, as config.json has it now: servers run for days, and throughline off must
 * hold from its answer on. One look at the file per call; it is read only when it is another one than before.
 */
export function watchOff(
  { home, off }: Pick<Config, 'home' | 'off'>,
  homeDir: string,
): () => readonly string[] {
  const path = join(home, 'config.json');
  let known = off;
  let stamp: string | undefined;
  return () => {
    try {
      const present = stampOf(path);
      if (present !== stamp) {
        known = readOff(home, homeDir, (file) => (present === '' ? undefined : readFileSync(file, 'utf8')));
        stamp = present;
      }
    } catch {
      // A file that cannot be read now switches nothing on.
    }
    return known;
  };
}
