import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Instant } from '../../../domain/instant.ts';
import { attempt } from '../../../lib/attempt.ts';
import { storeBusy } from '../errors.ts';
import { inodeOf, SUFFIXES, syncFile, syncFolder } from '../file/store-files.ts';
import { whileLocked } from '../file/wait-for-lock.ts';
import { backupFolder } from './backup-files.ts';

/** What a restore is about to do. It exists from just before the store is replaced until nothing of the old one is left beside it. */
interface RestoreIntent {
  readonly backup: string;
  readonly startedAt: Instant;
  readonly draft: string;
  readonly draftInode: string;
}

const intentPath = (store: string): string => `${store}.restoring`;

/** Whether the store is being replaced now, or was when a process died. */
export const isRestoring = (store: string): boolean => existsSync(intentPath(store));

/** Held by a process that replaces the store, and by one that finishes what such a process left. */
export const whileRestoring = <Result>(store: string, waitMs: number, work: () => Result) =>
  whileLocked(join(backupFolder(store), '.restore.lock'), waitMs, work);

export function writeIntent(store: string, intent: Omit<RestoreIntent, 'draftInode'>): void {
  const draft = `${intent.draft}-intent`;
  writeFileSync(draft, JSON.stringify({ ...intent, draftInode: inodeOf(intent.draft) }), { mode: 0o600 });
  syncFile(draft);
  renameSync(draft, intentPath(store));
  syncFolder(dirname(store));
}

/** Nobody has opened the new store yet, so its logs are those of the old one. SQLite would replay them into the new one. */
export function removeOldLogs(store: string): void {
  for (const suffix of SUFFIXES.slice(1)) rmSync(`${store}${suffix}`, { force: true });
}

export function removeIntent(store: string): void {
  syncFolder(dirname(store));
  rmSync(intentPath(store), { force: true });
}

/** Renaming the draft over the store is the one step that decides: before it the old store is whole, after it the new one. */
export function finishRestore(store: string) {
  const text = attempt(() => readFileSync(intentPath(store), 'utf8'));
  if (text === undefined) return null;
  const { backup, startedAt, draft, draftInode } = JSON.parse(text) as RestoreIntent;
  const isReplaced = inodeOf(store) === draftInode;
  if (isReplaced) removeOldLogs(store);
  else rmSync(draft, { force: true });
  removeIntent(store);
  return { backup, startedAt, isReplaced };
}

const WAIT_MS = 2_000;

/** Call it before the store is opened. Answers what a process that died in the middle of a restore has left. */
export function settleRestore(store: string): string | undefined {
  if (!isRestoring(store)) return undefined;
  const finished = whileRestoring(store, WAIT_MS, () => finishRestore(store));
  if (finished === undefined) throw storeBusy(store);
  if (finished === null) return undefined;
  const { backup, startedAt, isReplaced } = finished;
  const outcome = isReplaced
    ? 'The store was already replaced and contains the backup.'
    : 'The store was not changed.';
  return `The restore of ${backup} that began at ${startedAt} was interrupted. ${outcome}`;
}
