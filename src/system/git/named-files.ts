import { isAbsolute, posix, relative, sep } from 'node:path';

const MAX_NAMES = 200;
const MAX_LENGTH = 1024;

export interface NamedFile {
  readonly path: string;
  /** A whole path from the working tree, which nothing else may end like. */
  readonly isWhole: boolean;
}

/** What was named, relative to the working tree; what lies outside of it is left out. */
export function normaliseNames(names: readonly string[], worktrees: readonly string[]): NamedFile[] {
  const files = names
    .slice(0, MAX_NAMES)
    .filter((name) => name.length <= MAX_LENGTH && !name.includes('\0'))
    .flatMap((name) => (isAbsolute(name) ? insideOf(name, worktrees) : [{ path: name, isWhole: false }]))
    .map(({ path, isWhole }) => ({ path: tidy(path), isWhole }));
  return files.filter(({ path }) => path !== '' && path !== '.' && path !== '..' && !path.startsWith('../'));
}

const insideOf = (name: string, worktrees: readonly string[]): NamedFile[] =>
  worktrees
    .map((worktree) => relative(worktree, name))
    .filter((way) => way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way))
    .slice(0, 1)
    .map((path) => ({ path, isWhole: true }));

const tidy = (path: string): string => posix.normalize(path.split(sep).join('/')).replace(/\/$/, '');

/** Finds the named files among the paths there are: the whole path first, else the only one that ends so. */
export function findNamed(names: readonly NamedFile[], paths: Iterable<string>): Set<string> {
  const byBase = groupByBase(names);
  const exact = new Set<NamedFile>();
  const found = new Set<string>();
  const endings = new Map<NamedFile, Set<string>>();
  for (const path of paths) {
    for (const name of byBase.get(path.slice(path.lastIndexOf('/') + 1)) ?? []) {
      if (path === name.path) {
        exact.add(name);
        found.add(path);
      } else if (!name.isWhole && path.endsWith(`/${name.path}`)) {
        endings.set(name, (endings.get(name) ?? new Set()).add(path));
      }
    }
  }
  for (const [name, [first, ...others]] of endings)
    if (!exact.has(name) && first !== undefined && others.length === 0) found.add(first);
  return found;
}

export const groupByBase = (names: readonly NamedFile[]): ReadonlyMap<string, readonly NamedFile[]> => {
  const groups = new Map<string, NamedFile[]>();
  for (const name of names) {
    const base = posix.basename(name.path);
    groups.set(base, [...(groups.get(base) ?? []), name]);
  }
  return groups;
};
