import { statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Files, ListedFile, OpenFile, TextFile } from '../../app/ports/system.ts';
import { invalid, ThroughlineError, unavailable } from '../../domain/error.ts';
import { findAllowedRoot } from '../../lib/allowed-path.ts';
import { attempt } from '../../lib/attempt.ts';
import { type AllowedPath, codeOf, describeFailure, refusal } from './file-errors.ts';
import { type Allowed, locateInside, openInside } from './open-inside.ts';
import { writeText } from './write-text.ts';

const NO_SUCH_FOLDER = ['ENOENT', 'ENOTDIR'];

/** What is removed while it is being listed is left out. */
async function orNone<Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await found;
  } catch (error) {
    if (NO_SUCH_FOLDER.includes(String(codeOf(error)))) return [];
    throw error;
  }
}

const described = async (path: string): Promise<readonly ListedFile[]> => {
  const { size, mtime } = await lstat(path);
  return [{ path, size, changedAt: mtime.toISOString() }];
};

/** The regular files in the folder and below, by path. Links are not followed. */
export async function listFiles(folder: string, maxDepth: number): Promise<readonly ListedFile[]> {
  const entries = await orNone(readdir(folder, { withFileTypes: true }));
  const found: ListedFile[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(...(await orNone(described(path))));
    else if (entry.isDirectory() && maxDepth > 0) found.push(...(await listFiles(path, maxDepth - 1)));
  }
  return found;
}

async function readText(place: AllowedPath, maxBytes: number): Promise<TextFile> {
  const file = await openInside(place);
  try {
    const bytes = await readUpTo(file, maxBytes + 1);
    const decoded = decode(bytes.subarray(0, maxBytes), place);
    return { path: place.path, text: decoded.text, isCut: bytes.length > maxBytes || decoded.isTorn };
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 65_536;

async function readUpTo(file: OpenFile, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < maxBytes; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, maxBytes - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return Buffer.concat(chunks);
}

/** Torn: the bytes end within a character, which is left out. */
function decode(bytes: Buffer, place: AllowedPath): { text: string; isTorn: boolean } {
  try {
    if (bytes.includes(0)) throw new TypeError('NUL');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text: text.replace(/^\uFEFF/, ''), isTorn: Buffer.byteLength(text) < bytes.length };
  } catch (cause) {
    const hint = 'Pass a text file, or convert it to UTF-8 first.';
    throw refusal(invalid, 'file_not_text', place, 'is not a UTF-8 text file', hint, cause);
  }
}

/** A file system that does not answer, such as a dead network mount, must not block its caller without a limit. */
const FILE_LIMIT_MS = 10_000;

/** `late` gets what comes in after the limit, so that it can be closed. */
async function withTimeLimit<Result>(
  work: Promise<Result>,
  named: { readonly path: string; readonly field: string },
  limitMs: number,
  late: (result: Result) => unknown = () => undefined,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.then(late).catch(() => undefined);
      const problem = `did not answer within ${limitMs} ms`;
      const hint = 'Check the disk or network mount that holds it, then try again.';
      reject(refusal(unavailable, 'file_unavailable', named, problem, hint));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function findNewest(place: AllowedPath, extension: string): Promise<string | undefined> {
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

const regularSize = (path: string): number | undefined => {
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }));
  return found?.isFile() ? found.size : undefined;
};

interface NamedPath {
  readonly path: string;
  readonly field: string;
}

const closeLate = (file: OpenFile) => file.close();

/** Each step within the limit. A failure to close a file that was read is ignored. */
const withTimeLimits = (file: OpenFile, named: NamedPath, limitMs: number): OpenFile => ({
  ...file,
  read: (...into) => withTimeLimit(file.read(...into), named, limitMs),
  close: () => withTimeLimit(file.close(), named, limitMs).catch(() => undefined),
});

export function openFiles({
  roots,
  closed,
  limitMs = FILE_LIMIT_MS,
}: Allowed & { readonly limitMs?: number }): Files {
  const relative = roots.find((root) => !isAbsolute(root));
  if (relative !== undefined) throw new TypeError(`A root must be an absolute path: ${relative}`);
  const locate = ({ path, field }: NamedPath) => locateInside({ roots, closed }, path, field);
  const openNamed = async (named: NamedPath) => openInside(await locate(named));
  const readNamed = async (named: NamedPath, maxBytes: number) => readText(await locate(named), maxBytes);
  const findNamed = async (named: NamedPath, extension: string) => findNewest(await locate(named), extension);
  return {
    checkPath: async (path, { field }) =>
      (await withTimeLimit(locate({ path, field }), { path, field }, limitMs)).path,
    readTextFile: (path, { field, maxBytes }) =>
      withTimeLimit(readNamed({ path, field }, maxBytes), { path, field }, limitMs),
    openFile: async (path, { field }) => {
      const named = { path, field };
      return withTimeLimits(await withTimeLimit(openNamed(named), named, limitMs, closeLate), named, limitMs);
    },
    sizeOf: (path) => (findAllowedRoot(path, roots, closed) === undefined ? undefined : regularSize(path)),
    newestFile: (path, { field, extension }) =>
      withTimeLimit(findNamed({ path, field }, extension), { path, field }, limitMs),
    // Without a limit: a folder may hold very many files.
    listFiles: async (path, { field, maxDepth }) => {
      const place = await locate({ path, field });
      return listFiles(place.path, maxDepth).catch((error: unknown) => {
        throw describeFailure(error, place);
      });
    },
    // Without a limit: if it gave up half-way, the caller would not know whether the file was written.
    writeFileAtomically: async (path, text, { field }) => writeText(await locate({ path, field }), text),
  };
}
