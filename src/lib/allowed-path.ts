import { isAbsolute, relative, sep } from 'node:path';

/** The root that contains `path`. Compares names only: both must be absolute, with links resolved. */
export const findAllowedRoot = (path: string, roots: readonly string[]): string | undefined =>
  roots.find((root) => isInside(root, path));

/** A root is inside itself; `/home/ab` is not inside `/home/a`. */
export function isInside(root: string, path: string): boolean {
  if (!isAbsolute(root) || !isAbsolute(path)) return false;
  const way = relative(root, path);
  const leadsOut = way === '..' || way.startsWith(`..${sep}`);
  return !leadsOut && !isAbsolute(way);
}
