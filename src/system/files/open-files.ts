import { isAbsolute } from 'node:path';
import type { Files } from '../../app/ports/files.ts';
import { findNewest } from './find-newest.ts';
import { locateInside } from './locate-inside.ts';
import { readText } from './read-text.ts';
import { writeText } from './write-text.ts';

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
