import { type FileHandle, lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { OpenFile } from '../../app/ports/system.ts';
import { denied, invalid } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { findAllowedRoot } from '../../lib/allowed-path.ts';
import { type AllowedPath, describeFailure, refusal } from './file-errors.ts';
import { openRegular } from './regular-file.ts';

const MAX_PATH_LENGTH = 4096;

export interface Allowed {
  readonly roots: readonly string[];
  /** A folder of which only roots inside it may be opened, even if a root contains it. */
  readonly closed?: string | undefined;
}

export async function locateInside({ roots, closed: named }: Allowed, path: string, field: string) {
  checkShape(path, field);
  const refuse = (problem: string) =>
    denied(
      'path_outside_roots',
      `${field} ${problem}: ${path}`,
      'Pass a path inside an allowed folder, or add its folder to those that the setting allowed_roots lists.',
      {
        fields: [{ field, problem }],
        allowed: roots,
        next: [nextStep('config.set', { key: 'allowed_roots' })],
      },
    );
  const real = await resolveLinks(resolve(path));
  const realRoots = await Promise.all(roots.map((root) => resolveLinks(resolve(root))));
  const closed = named === undefined ? undefined : await resolveLinks(resolve(named));
  const root = findAllowedRoot(
    real ?? '',
    realRoots.filter((known) => known !== undefined),
    closed,
  );
  if (real === undefined || root === undefined) throw refuse('is outside the allowed folders');
  return { path: real, root, closed, field, refuse };
}

function checkShape(path: string, field: string): void {
  const refuse = (problem: string, hint: string) => {
    throw refusal(invalid, 'path_not_absolute', { path: path.slice(0, 200), field }, problem, hint);
  };
  if (path.startsWith('~'))
    refuse('begins with ~, which is not expanded', 'Pass the full path of the home folder.');
  if (!isAbsolute(path)) refuse('must be an absolute path', 'Pass an absolute path.');
  if (path.length > MAX_PATH_LENGTH)
    refuse(`is longer than ${MAX_PATH_LENGTH} characters`, 'Pass a shorter path.');
  if (path.includes('\0')) refuse('contains a NUL character', 'Remove U+0000 from the path.');
}

/** The real path of the deepest existing ancestor, and the rest. Undefined for a dangling link, which could be filled later. */
async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    const isLink = await lstat(path).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    const parent = dirname(path);
    if (isLink || parent === path) return undefined;
    const realParent = await resolveLinks(parent);
    return realParent === undefined ? undefined : join(realParent, basename(path));
  }
}

const MAX_ATTEMPTS = 3;
/** How often the path is compared with what was opened on systems that do not expose the path of a descriptor. */
const MAX_COMPARISONS = 8;

/** The current path of the open file; undefined on systems that do not expose it, such as macOS and Windows. */
async function descriptorPath({ fd }: FileHandle): Promise<string | undefined> {
  const path = await readlink(`/proc/self/fd/${fd}`).catch(() => undefined);
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

async function isStillAt(path: string, handle: FileHandle): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  const real = await realpath(path).catch(() => undefined);
  const now = await lstat(path, { bigint: true }).catch(() => undefined);
  return real === path && now?.ino === opened.ino && now.dev === opened.dev;
}

/** The path alone is not enough: a folder on it may have been a link while the file was opened. */
async function isOpenedInside(handle: FileHandle, { path, root, closed }: AllowedPath): Promise<boolean> {
  const actual = await descriptorPath(handle);
  // A deleted file has no path. It was replaced by a newer one.
  if (actual !== undefined)
    return (await handle.stat()).nlink > 0 && findAllowedRoot(actual, [root], closed) !== undefined;
  for (let round = 0; round < MAX_COMPARISONS; round += 1) if (!(await isStillAt(path, handle))) return false;
  return true;
}

async function openChecked(place: AllowedPath): Promise<FileHandle | undefined> {
  const handle = await openRegular(place.path);
  try {
    if (await isOpenedInside(handle, place)) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** The one way to read a file that a caller named: what is open is a regular file inside the allowed roots. */
export async function openInside(place: AllowedPath): Promise<OpenFile> {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      // A file that is written atomically is replaced. Look again before reporting a change.
      const handle = await openChecked(place);
      if (handle === undefined) continue;
      const { size } = await handle.stat();
      return {
        path: place.path,
        size,
        read: (...into) => handle.read(...into),
        close: () => handle.close(),
      };
    }
  } catch (error) {
    throw describeFailure(error, place);
  }
  throw place.refuse('was changed while it was opened');
}
