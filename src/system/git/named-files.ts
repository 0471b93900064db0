import { isAbsolute, posix, relative, sep } from 'node:path';
import { LIST_BYTES, parsePaths, parseRawDiff, RAW, type RawChange, statInside } from './compare-content.ts';
import type { OpenRepository } from './open-repository.ts';
import { isCut, outputOf, type RunGit } from './run-git.ts';

const MAX_NAMES = 200;
const MAX_LENGTH = 1024;

export interface NamedFile {
  readonly path: string;
  /** A whole path from the working tree, which nothing else may end like. */
  readonly isWhole: boolean;
}

/** What was named, relative to the working tree; what lies outside of it is left out. */
export function normalizeNames(names: readonly string[], worktrees: readonly string[]): NamedFile[] {
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

interface Since {
  readonly committed: readonly RawChange[];
  /** The paths of the index that end like something named; undefined when there are too many paths to know them all. */
  readonly tracked: readonly string[] | undefined;
}

export const NO_CHANGES: Since = { committed: [], tracked: [] };

/** What changed between two commits, and which tracked files have a name that was given; undefined when git did not answer. */
export async function readSince(
  run: RunGit,
  isNamed: (path: string) => boolean,
  from: string | undefined,
  to: string | null,
): Promise<Since | undefined> {
  const hasMoved = from !== undefined && to !== null && from !== to;
  const [changes, tracked] = await Promise.all([
    hasMoved ? run(['diff-tree', '-r', ...RAW, from, to, '--'], { maxBytes: LIST_BYTES }) : undefined,
    run(['ls-files', '-z'], { maxBytes: 2 * LIST_BYTES }),
  ]);
  const committed = changes && outputOf(changes);
  const paths = outputOf(tracked);
  if (paths === undefined || (changes !== undefined && committed === undefined)) return undefined;
  return {
    committed: committed === undefined ? [] : parseRawDiff(committed).filter(({ path }) => isNamed(path)),
    tracked: isCut(tracked) ? undefined : parsePaths(paths).filter(isNamed),
  };
}

export async function compareNamed(
  { worktree, deadline }: OpenRepository,
  names: readonly NamedFile[],
  { committed, tracked }: Since,
  uncommitted: readonly RawChange[],
) {
  const changes = [...committed, ...uncommitted];
  const known = tracked === undefined ? names.map(({ path }) => ({ path, isWhole: true })) : names;
  const found = findNamed(known, [...changes.map(({ path }) => path), ...(tracked ?? [])]);
  const isFound = ({ path }: RawChange) => found.has(path);
  const own = new Set(uncommitted.filter(isFound).map(({ path }) => path));
  const deleted = new Set(
    changes.filter((each) => each.status === 'D' && isFound(each)).map((each) => each.path),
  );
  const gone = await deadline.within(listAbsent(worktree, [...deleted]));
  const touched = [...new Set(changes.filter(isFound).map(({ path }) => path))].sort();
  return {
    changed: touched
      .filter((path) => !(gone ?? deleted).has(path))
      .map((path) => ({ path, isUncommitted: own.has(path) })),
    vanished: touched.filter((path) => (gone ?? deleted).has(path)),
  };
}

async function listAbsent(worktree: string, paths: readonly string[]): Promise<Set<string>> {
  const stats = await Promise.all(paths.map((path) => statInside(worktree, path)));
  return new Set(paths.filter((_, index) => stats[index] === undefined));
}
