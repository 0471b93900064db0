import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { attempt } from '../lib/attempt.ts';

const slugOf = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

const foldersIn = (folder: string): readonly string[] =>
  (attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [])
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name);

/** Several names may start the same slug: `a-b` is `a-b`, `a.b` or `a/b`. */
function matchesIn(folder: string, slug: string): readonly string[] {
  return foldersIn(folder).flatMap((name) => {
    const own = slugOf(name);
    if (own === '') return [];
    const path = join(folder, name);
    if (slug === own) return [path];
    return slug.startsWith(`${own}-`) ? matchesIn(path, slug.slice(own.length + 1)) : [];
  });
}

/** See `Folders.findBySlug`. Only names of folders are compared; nothing in them is opened. */
export function findFolderBySlug(given: string): string | undefined {
  const slug = slugOf(given);
  const [drive = ''] = slug.split('-');
  const found =
    sep === '/' ? matchesIn('/', slug) : matchesIn(`${drive}:${sep}`, slug.slice(drive.length + 1));
  const real = new Set(found.flatMap((path) => attempt(() => realpathSync.native(path)) ?? []));
  return real.size === 1 ? [...real][0] : undefined;
}
