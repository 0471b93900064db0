import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The digest of every file under a folder that has any bytes; SQLite's shared memory, rebuilt at will, apart. */
export function digestsIn(folder: string): Record<string, string> {
  const found: [string, string][] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stats = statSync(path);
    if (stats.isDirectory()) found.push([name, 'folder']);
    else if (!name.endsWith('-shm') && (stats.size > 0 || !name.endsWith('-wal')))
      found.push([name, createHash('sha256').update(readFileSync(path)).digest('hex')]);
  }
  return Object.fromEntries(found.sort());
}

/** All the bytes of all files in a folder. */
export const bytesIn = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );
