import type { ChangedFile } from '../../domain/orientation/drift-facts.ts';
import type { Deadline } from './deadline.ts';
import { statInside } from './inside-worktree.ts';
import { findNamed, type NamedFile } from './named-files.ts';
import { parsePaths, parseRawDiff, type RawChange } from './parse-raw-diff.ts';
import { LIST_BYTES, RAW } from './read-uncommitted.ts';
import { isCut, outputOf, type RunGit } from './run-git.ts';

export interface Since {
  readonly committed: readonly RawChange[];
  /** The paths of the index that end like something named; undefined when there are too many paths to know them all. */
  readonly tracked: readonly string[] | undefined;
}

export const NOTHING: Since = { committed: [], tracked: [] };

/** What commits changed between two of them, and what there is to be named; undefined when git did not say. */
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

export interface NamedDrift {
  readonly changed: readonly ChangedFile[];
  readonly vanished: readonly string[];
}

/** Which of the named files changed or went away. */
export async function judgeNamed(
  worktree: string,
  names: readonly NamedFile[],
  { committed, tracked }: Since,
  uncommitted: readonly RawChange[],
  deadline: Deadline,
): Promise<NamedDrift> {
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
