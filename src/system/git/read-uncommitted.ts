import type { Uncommitted } from '../../domain/orientation/drift-facts.ts';
import { type Compared, compareContent } from './compare-content.ts';
import type { Deadline } from './deadline.ts';
import { listFiltered, withoutFilters } from './filters.ts';
import type { Repository } from './open-repository.ts';
import { parsePaths, parseRawDiff, type RawChange } from './parse-raw-diff.ts';
import { isCut, outputOf, type RunGit } from './run-git.ts';

/** Only times and hashes are compared: no content, and so no external diff, no text conversion, no submodule. */
export const RAW = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
];
export const LIST_BYTES = 4 * 1024 * 1024;
const MAX_NAMES = 5;

export interface Work {
  readonly told: Uncommitted;
  /** Everything of it that is tracked, for finding the files that were named. */
  readonly changes: readonly RawChange[];
  /** Git answered everything. */
  readonly isWhole: boolean;
}

/** What git told of it; undefined when that is nothing. */
export async function readUncommitted(
  run: RunGit,
  worktree: string,
  { head, filters }: Repository,
  isNamed: (path: string) => boolean,
  deadline: Deadline,
): Promise<Work | undefined> {
  const overrides = filters && withoutFilters(filters);
  const call = { maxBytes: LIST_BYTES };
  const others = ['ls-files', '--others', '--exclude-standard', '--directory', '--no-empty-directory', '-z'];
  const runs = await Promise.all([
    overrides && run([...overrides, 'diff-files', ...RAW], call),
    head === null ? run(['ls-files', '-z'], call) : run(['diff-index', '--cached', ...RAW, head, '--'], call),
    run(others, call),
  ]);
  const [files, index, rest] = runs.map((each) => each && outputOf(each));
  if ((files ?? index ?? rest) === undefined) return undefined;
  const staged =
    index === undefined ? [] : head === null ? parsePaths(index).map(asAdded) : parseRawDiff(index);
  const touched = files === undefined ? [] : namedFirst(parseRawDiff(files), isNamed);
  const compared = await compareContent(worktree, touched, deadline);
  const settled = await setFilteredAside(run, filters ?? [], compared);
  const isWhole = files !== undefined && index !== undefined && rest !== undefined;
  const isAtLeast = !isWhole || runs.some((each) => each && isCut(each));
  return { ...summarise(staged, settled, rest === undefined ? [] : parsePaths(rest), isAtLeast), isWhole };
}

const asAdded = (path: string): RawChange => ({ oldMode: '', newMode: '', oldId: '', status: 'A', path });

const namedFirst = (changes: readonly RawChange[], isNamed: (path: string) => boolean): RawChange[] => [
  ...changes.filter(({ path }) => isNamed(path)),
  ...changes.filter(({ path }) => !isNamed(path)),
];

/** What a filter stands in front of never equals the index as it is. */
async function setFilteredAside(
  run: RunGit,
  filters: readonly string[],
  { modified, unchecked }: Compared,
): Promise<Compared> {
  const suspects = modified.filter(({ status }) => status === 'M').map(({ path }) => path);
  const filtered = await listFiltered(run, filters, suspects);
  const isFiltered = ({ status, path }: RawChange) => status === 'M' && filtered.has(path);
  return {
    modified: modified.filter((change) => !isFiltered(change)),
    unchecked: [...unchecked, ...modified.filter(isFiltered)],
  };
}

function summarise(
  staged: readonly RawChange[],
  { modified, unchecked }: Compared,
  untracked: readonly string[],
  isAtLeast: boolean,
): Omit<Work, 'isWhole'> {
  const isConflict = ({ status }: RawChange) => status === 'U';
  const conflicted = new Set([...modified, ...staged].filter(isConflict).map(({ path }) => path));
  const plain = (changes: readonly RawChange[]) => changes.filter(({ path }) => !conflicted.has(path));
  const [inIndex, onDisk] = [plain(staged), plain(modified)];
  const names = new Set([...conflicted, ...[...inIndex, ...onDisk].map(({ path }) => path), ...untracked]);
  const told: Uncommitted = {
    staged: inIndex.length,
    modified: onDisk.length,
    unchecked: plain(unchecked).length,
    untracked: untracked.length,
    conflicted: conflicted.size,
    isAtLeast,
    names: [...names].slice(0, MAX_NAMES),
  };
  return { told, changes: [...staged, ...modified] };
}
