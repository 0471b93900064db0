import { isAbsolute } from 'node:path';
import type { Files, OpenFile } from '../../app/ports/files.ts';
import { findNewest } from './find-newest.ts';
import { FILE_LIMIT_MS, inTime } from './in-time.ts';
import { locateInside } from './locate-inside.ts';
import { openInside } from './open-inside.ts';
import { readText } from './read-text.ts';
import { writeText } from './write-text.ts';

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
