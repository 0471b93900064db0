import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Leftover } from '../app/ports/doctor.ts';
import { instantFromMs } from '../domain/instant.ts';

/** As `write-text.ts` and `write-settings.ts` name a file until it is whole. */
const TEMPORARY = /^\.throughline-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

function temporariesIn(folder: string): readonly Leftover[] {
  return readdirSync(folder)
    .filter((name) => TEMPORARY.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats?.isFile()) return [];
      return [{ path, kind: 'draft' as const, bytes: stats.size, changedAt: instantFromMs(stats.mtimeMs) }];
    });
}

/** A folder that is not there, or may not be read, holds none that could be removed. */
export const listTemporaries = (folders: readonly string[]): readonly Leftover[] =>
  folders.flatMap((folder) => {
    try {
      return temporariesIn(folder);
    } catch {
      return [];
    }
  });
