import { lstat, readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Files, OpenFile, TextFile } from '../../app/ports/files.ts';
import { invalid, ThroughlineError, unavailable } from '../../domain/error.ts';
import { codeOf, describeFailure, type Place, refusal } from './failure.ts';
import { locateInside } from './locate-inside.ts';
import { openInside } from './open-inside.ts';
import { writeText } from './write-text.ts';

async function readText(place: Place, maxBytes: number): Promise<TextFile> {
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

/** A file system that does not answer, such as a dead network mount, must not hold up its caller for ever. */
const FILE_LIMIT_MS = 10_000;

/** `late` gets what comes in after the limit, so that it can be closed. */
async function inTime<Result>(
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

interface Named {
  readonly path: string;
  readonly field: string;
}

const closeLate = (file: OpenFile) => file.close();

/** Each step within the limit. That a file which was read cannot be closed is nothing to its reader. */
const timed = (file: OpenFile, named: Named, limitMs: number): OpenFile => ({
  ...file,
  read: (...into) => inTime(file.read(...into), named, limitMs),
  close: () => inTime(file.close(), named, limitMs).catch(() => undefined),
});

export function openFiles({
  roots,
  limitMs = FILE_LIMIT_MS,
}: {
  readonly roots: readonly string[];
  readonly limitMs?: number;
}): Files {
  const relative = roots.find((root) => !isAbsolute(root));
  if (relative !== undefined) throw new TypeError(`A root must be an absolute path: ${relative}`);
  const locate = ({ path, field }: Named) => locateInside(roots, path, field);
  const openNamed = async (named: Named) => openInside(await locate(named));
  const readNamed = async (named: Named, maxBytes: number) => readText(await locate(named), maxBytes);
  const findNamed = async (named: Named, extension: string) => findNewest(await locate(named), extension);
  return {
    checkPath: async (path, { field }) =>
      (await inTime(locate({ path, field }), { path, field }, limitMs)).path,
    readTextFile: (path, { field, maxBytes }) =>
      inTime(readNamed({ path, field }, maxBytes), { path, field }, limitMs),
    openFile: async (path, { field }) => {
      const named = { path, field };
      return timed(await inTime(openNamed(named), named, limitMs, closeLate), named, limitMs);
    },
    newestFile: (path, { field, extension }) =>
      inTime(findNamed({ path, field }, extension), { path, field }, limitMs),
    // What is written is either there or not: giving up half-way would leave the caller in doubt.
    writeFileAtomically: async (path, text, { field }) => writeText(await locate({ path, field }), text),
  };
}
