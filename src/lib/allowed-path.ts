import { isAbsolute, relative, sep } from 'node:path';

/**
 * The root that contains `path`. Of what is in the `closed` folder, only roots inside it contain anything. Compares names only: all
 * must be absolute, with links resolved.
 */
export const findAllowedRoot = (
  path: string,
  roots: readonly string[],
  closed?: string,
): string | undefined => {
  const isClosed = closed !== undefined && isInside(closed, path);
  return roots.find((root) => isInside(root, path) && !(isClosed && isInside(root, closed)));
};

/** A root is inside itself; `/home/ab` is not inside `/home/a`. */
export function isInside(root: string, path: string): boolean {
  if (!isAbsolute(root) || !isAbsolute(path)) return false;
  const way = relative(root, path);
  const leadsOut = way === '..' || way.startsWith(`..${sep}`);
  return !leadsOut && !isAbsolute(way);
}
