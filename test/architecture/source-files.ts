import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** A file below src/, by its path from there. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export const FILES: readonly SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

export const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The path from src/ of what a file imports by a relative name. */
export const insideSrc = (path: string, name: string) =>
  relative(SRC, join(SRC, dirname(path), name))
    .split(sep)
    .join('/');
