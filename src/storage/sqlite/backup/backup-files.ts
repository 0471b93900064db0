import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BACKUP_REASONS, type BackupFile, type BackupReason } from '../../../app/ports/backups.ts';
import type { Leftover } from '../../../app/ports/doctor.ts';
import { type Instant, instantFromMs } from '../../../domain/instant.ts';
import { attempt } from '../../../lib/attempt.ts';

/** Beside the store, so that two stores never share one, and a backup can be linked instead of copied. */
export const backupFolder = (store: string): string => join(dirname(store), 'backups');

const EXTENSION = '.db';

const stemOf = (store: string): string => basename(store, EXTENSION);

/** A moment as a part of a file name, and back. */
const stampFor = (now: Instant): string => now.replaceAll(/[:.]/g, '-');
const momentIn = (stamp: string): Instant =>
  stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');

const NAME = new RegExp(
  `^(.+)-(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z)(?:-\\d+)?-(${BACKUP_REASONS.join('|')})\\${EXTENSION}$`,
);

/** A free name. */
export function backupName(store: string, reason: BackupReason, now: Instant, folder: string): string {
  for (let count = 1; ; count += 1) {
    const stamp = `${stampFor(now)}${count === 1 ? '' : `-${count}`}`;
    const path = join(folder, `${stemOf(store)}-${stamp}-${reason}${EXTENSION}`);
    if (!existsSync(path)) return path;
  }
}

function fileNamed(store: string, name: string): BackupFile | undefined {
  const [, stem, stamp, found] = NAME.exec(name) ?? [];
  const reason = BACKUP_REASONS.find((one) => one === found);
  if (stem !== stemOf(store) || stamp === undefined || reason === undefined) return undefined;
  const path = join(backupFolder(store), name);
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? { path, reason, bytes: stats.size, madeAt: momentIn(stamp) } : undefined;
}

/** The backups of a store, newest first. */
export const listBackups = (store: string): readonly BackupFile[] =>
  (attempt(() => readdirSync(backupFolder(store))) ?? [])
    .flatMap((name) => attempt(() => fileNamed(store, name)) ?? [])
    .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));

export function makeBackupFolder(store: string): void {
  mkdirSync(backupFolder(store), { recursive: true, mode: 0o700 });
}

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
