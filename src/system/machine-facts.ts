import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { platform, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { AttachedProcess, Leftover, MachineFacts, PathFacts, Unwritable } from '../app/ports/doctor.ts';
import { instantFromMs } from '../domain/instant.ts';
import { attempt } from '../lib/attempt.ts';

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
const listTemporaries = (folders: readonly string[]): readonly Leftover[] =>
  folders.flatMap((folder) => attempt(() => temporariesIn(folder)) ?? []);

const PERMISSIONS = 0o777;

function freeBytes(path: string): number | undefined {
  const parent = dirname(path);
  if (!existsSync(path) && parent !== path) return freeBytes(parent);
  return attempt(() => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  });
}

/** A user whom the system's list does not name has a number all the same. */
const ownUid = (): number => attempt(() => userInfo().uid) ?? attempt(() => statSync('/proc/self').uid) ?? -1;

const may = (path: string, mode: number): boolean => attempt(() => accessSync(path, mode) ?? true) ?? false;

function look(path: string): PathFacts | undefined {
  const uid = ownUid();
  const stats = attempt(() => lstatSync(path));
  if (uid < 0 || stats === undefined || stats.isSymbolicLink()) return undefined;
  return {
    path,
    isFolder: stats.isDirectory(),
    mode: stats.mode & PERMISSIONS,
    owner: stats.uid,
    isOwn: stats.uid === uid,
    isWritable: may(path, constants.W_OK),
    isEnterable: !stats.isDirectory() || may(path, constants.X_OK),
    mayChangeMode: stats.uid === uid || uid === 0,
  };
}

function unwritable(path: string): Unwritable | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return dirname(path) === path ? undefined : unwritable(dirname(path));
    return { path, why: code === 'EROFS' ? 'read_only_disk' : 'not_permitted' };
  }
}

const findUnwritable = (paths: readonly string[]): Unwritable | undefined =>
  paths.map(unwritable).find((found) => found !== undefined);

/** What cannot be looked at is not there, or lies behind a folder that may not be entered. */
function findBarrier(path: string): PathFacts | undefined {
  const real = attempt(() => realpathSync(path));
  if (real === undefined) return dirname(path) === path ? undefined : findBarrier(dirname(path));
  const facts = look(real);
  return facts?.isEnterable === false ? facts : undefined;
}

/** A file by what it is, not by its path: other processes may have it under another name. */
const identityOf = (path: string): string | undefined =>
  attempt(() => {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  });

const openFilesOf = (pid: string): readonly string[] =>
  (attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []).map((name) => `/proc/${pid}/fd/${name}`);

/** Pipes, sockets and devices are most of what a process has open, and need no second look. */
const isOnDisk = (link: string): boolean => attempt(() => readlinkSync(link).startsWith('/')) ?? false;

function attachedTo(paths: readonly string[]): readonly AttachedProcess[] | undefined {
  if (platform() !== 'linux') return undefined;
  const own = attempt(() => readlinkSync('/proc/self'));
  if (own === undefined) return undefined;
  const wanted = new Set(paths.map(identityOf).filter((identity) => identity !== undefined));
  if (wanted.size === 0) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== own)
    .filter((pid) => openFilesOf(pid).some((link) => isOnDisk(link) && wanted.has(identityOf(link) ?? '')))
    .map((pid) => ({
      pid: Number(pid),
      name: attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? '?',
    }));
}

export const machineFacts: MachineFacts = {
  freeBytes,
  look,
  exists: existsSync,
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  findUnwritable,
  findBarrier,
  attachedTo,
  listTemporaries,
  setMode: (path, mode) => chmodSync(path, mode),
};
