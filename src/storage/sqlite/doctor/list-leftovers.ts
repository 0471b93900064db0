import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Leftover } from '../../../app/ports/doctor.ts';
import { instantFromMs } from '../../../domain/instant.ts';
import { attempt } from '../../../lib/attempt.ts';
import { backupFolder } from '../backup/backup-files.ts';

/** In order: the draft of a copy is a draft. The note of an interrupted restore is not: who opens the store needs it. */
const KINDS: readonly (readonly [RegExp, Leftover['kind']])[] = [
  [/\.new-[0-9a-f]+/, 'draft'],
  [/\.damaged-/, 'damaged'],
  [/\.bak$/, 'copy'],
  [/\.restoring$/, 'restore'],
];

function leftoverAt(path: string, kind: Leftover['kind'] | undefined): readonly Leftover[] {
  const stats = kind === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (kind === undefined || !stats?.isFile()) return [];
  return [{ path, kind, bytes: stats.size, changedAt: instantFromMs(stats.mtimeMs) }];
}

const namesIn = (folder: string) => (attempt(() => readdirSync(folder)) ?? []).sort();

/** What lies beside a store and is not part of it, and unfinished backups. */
export function listLeftovers(store: string): readonly Leftover[] {
  const own = basename(store);
  const kindOf = (name: string) => KINDS.find(([pattern]) => pattern.test(name))?.[1];
  const beside = namesIn(dirname(store))
    .filter((name) => name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
    .flatMap((name) => leftoverAt(join(dirname(store), name), kindOf(name.slice(own.length))));
  const folder = backupFolder(store);
  const drafts = namesIn(folder)
    .filter((name) => kindOf(name) === 'draft')
    .flatMap((name) => leftoverAt(join(folder, name), 'draft'));
  return [...beside, ...drafts];
}
