import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Files, TextFile } from '../app/ports/files.ts';
import { denied, invalid, notFound, ThroughlineError, unavailable } from '../domain/error.ts';
import { findAllowedRoot } from '../lib/allowed-path.ts';

export function openFiles({ roots }: { readonly roots: readonly string[] }): Files {
  const relative = roots.find((root) => !isAbsolute(root));
  if (relative !== undefined) throw new TypeError(`A root must be an absolute path: ${relative}`);
  const locate = (path: string, field: string) => locateInside(roots, path, field);
  return {
    checkPath: async (path, { field }) => (await locate(path, field)).path,
    readTextFile: async (path, { field, maxBytes }) => readText(await locate(path, field), maxBytes),
    newestFile: async (dir, { field, extension }) => findNewest(await locate(dir, field), extension),
    writeFileAtomically: async (path, text, { field }) => writeText(await locate(path, field), text),
  };
}

/** A path that may be opened: no link is left in it, and `root` holds it. */
interface Place {
  readonly path: string;
  readonly root: string;
  readonly field: string;
  readonly refuse: (problem: string) => ThroughlineError;
}

const LONGEST_PATH = 4096;

async function locateInside(roots: readonly string[], path: string, field: string): Promise<Place> {
  checkShape(path, field);
  const refuse = (problem: string) =>
    denied(
      'path_outside_roots',
      `${field} ${problem}: ${path}`,
      'Use a path inside an allowed folder, or have the person add its folder to allowed_roots (in config.json or THROUGHLINE_ALLOWED_ROOTS).',
      { fields: [{ field, problem }], allowed: roots },
    );
  const real = await resolveLinks(resolve(path));
  const realRoots = await Promise.all(roots.map((root) => resolveLinks(resolve(root))));
  const root = findAllowedRoot(
    real ?? '',
    realRoots.filter((known) => known !== undefined),
  );
  if (real === undefined || root === undefined) throw refuse('is outside the allowed folders');
  return { path: real, root, field, refuse };
}

function checkShape(path: string, field: string): void {
  const refuse = (problem: string, hint: string) => {
    throw refusal(invalid, 'path_not_absolute', { path: path.slice(0, 200), field }, problem, hint);
  };
  if (path.startsWith('~'))
    refuse('begins with ~, which is not expanded', 'Write the home folder out in full.');
  if (!isAbsolute(path))
    refuse('must be an absolute path', 'Give the whole path, from the root of the disk.');
  if (path.length > LONGEST_PATH) refuse(`is longer than ${LONGEST_PATH} characters`, 'Give a shorter path.');
  if (path.includes('\0')) refuse('contains a NUL character', 'Remove U+0000 from the path.');
}

/**
 * The real path of the deepest ancestor there is, and the rest as it stands. Undefined for a link that leads
 * nowhere: whatever appeared at its end later would be followed, in or out of the roots.
 */
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

async function readText(place: Place, maxBytes: number): Promise<TextFile> {
  const handle = await openRegular(place);
  try {
    const bytes = await readUpTo(handle, maxBytes + 1);
    const decoded = decode(bytes.subarray(0, maxBytes), place);
    return { path: place.path, text: decoded.text, isCut: bytes.length > maxBytes || decoded.isTorn };
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  } finally {
    await handle.close();
  }
}

// Absent on Windows, whatever the types say.
const FOLLOW_NOTHING = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const ATTEMPTS = 3;

/** What is open is what was checked: neither a swapped link nor a swapped folder leads elsewhere. */
async function openRegular(place: Place): Promise<FileHandle> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const handle = await open(place.path, constants.O_RDONLY | FOLLOW_NOTHING).catch((error: unknown) => {
      throw describeFailure(error, place);
    });
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw notRegular(place);
      if (await isStillAt(place.path, stats)) return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
    // Whoever writes files atomically replaces them: look again before suspecting anything.
    await handle.close();
  }
  throw place.refuse('was changed while it was opened');
}

async function isStillAt(path: string, opened: BigIntStats): Promise<boolean> {
  try {
    const [real, now] = await Promise.all([realpath(path), lstat(path, { bigint: true })]);
    return real === path && now.ino === opened.ino && now.dev === opened.dev;
  } catch {
    return false;
  }
}

const CHUNK_BYTES = 65_536;

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let left = maxBytes; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, left));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(chunks);
}

/** Torn: the bytes end within a character, which is left out. */
function decode(bytes: Buffer, place: Place): { text: string; isTorn: boolean } {
  try {
    if (bytes.includes(0)) throw new TypeError('NUL');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text: text.replace(/^\uFEFF/, ''), isTorn: Buffer.byteLength(text) < bytes.length };
  } catch (cause) {
    const hint = 'Name a text file, or convert it to UTF-8 first.';
    throw refusal(invalid, 'file_not_text', place, 'is not a UTF-8 text file', hint, cause);
  }
}

async function findNewest(place: Place, extension: string): Promise<string | undefined> {
  const ending = extension.startsWith('.') ? extension : `.${extension}`;
  try {
    const entries = await readdir(place.path, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(({ name }) => name);
    const files = await Promise.all(names.sort().map((name) => changedAt(join(place.path, name))));
    return files.reduce((newest, file) => (file.at >= newest.at ? file : newest), NO_FILE).path;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw describeFailure(error, place);
  }
}

const NO_FILE: { path: string | undefined; at: bigint } = { path: undefined, at: -(2n ** 63n) };

/** A file that is gone by now is no file. */
const changedAt = (path: string): Promise<typeof NO_FILE> =>
  lstat(path, { bigint: true }).then(
    ({ mtimeNs }) => ({ path, at: mtimeNs }),
    () => NO_FILE,
  );

async function writeText(place: Place, text: string): Promise<string> {
  const parent = dirname(place.path);
  const temporary = join(parent, `.throughline-${randomUUID()}.tmp`);
  try {
    await checkTarget(place);
    const firstMade = await mkdir(parent, { recursive: true, mode: 0o700 });
    if ((await realpath(parent)) !== parent) throw place.refuse('was changed while it was written');
    await writeDurably(temporary, text);
    await rename(temporary, place.path);
    await syncFolders(parent, firstMade === undefined ? parent : dirname(firstMade));
    return place.path;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  }
}

async function checkTarget(place: Place): Promise<void> {
  const target = await lstat(place.path).catch(() => undefined);
  if (target !== undefined && !target.isFile()) throw notRegular(place);
  const hasRoot = await realpath(place.root).catch(() => undefined);
  if (hasRoot !== undefined) return;
  const problem = `is inside an allowed folder that does not exist (${place.root})`;
  throw refusal(notFound, 'folder_not_found', place, problem, 'Create that folder first.');
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** From the folder written to up to the one that holds the first that was made. */
async function syncFolders(folder: string, top: string): Promise<void> {
  await syncFolder(folder);
  if (folder !== top && folder !== dirname(folder)) await syncFolders(dirname(folder), top);
}

// Windows opens no folder, some file systems sync none; a disk that failed (EIO) is another matter.
const CANNOT_SYNC = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP'];

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

function refusal(
  kind: typeof invalid,
  code: string,
  { path, field }: Pick<Place, 'path' | 'field'>,
  problem: string,
  hint: string,
  cause?: unknown,
): ThroughlineError {
  return kind(code, `${field} ${problem}: ${path}`, hint, { fields: [{ field, problem }], cause });
}

const notRegular = (place: Place, cause?: unknown): ThroughlineError =>
  refusal(
    invalid,
    'not_a_regular_file',
    place,
    'is not a regular file',
    'Name a file, not a folder or device.',
    cause,
  );

function describeFailure(cause: unknown, place: Place): ThroughlineError {
  const check = 'Check the path, the permissions along it and the space on the disk.';
  switch (codeOf(cause)) {
    case 'ENOENT':
      return refusal(notFound, 'file_not_found', place, 'does not exist', check, cause);
    case 'ENOTDIR':
    case 'EEXIST':
      return refusal(invalid, 'not_a_folder', place, 'needs a folder where there is none', check, cause);
    case 'ELOOP':
      return place.refuse('was changed while it was opened');
    case 'ENXIO':
    case 'EISDIR':
      return notRegular(place, cause);
    default:
      return refusal(
        unavailable,
        'file_unavailable',
        place,
        `cannot be used (${codeOf(cause)})`,
        check,
        cause,
      );
  }
}
