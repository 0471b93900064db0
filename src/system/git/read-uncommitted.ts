import type { Uncommitted } from '../../domain/orientation/drift-facts.ts';
import {
  type Compared,
  compareContent,
  LIST_BYTES,
  parsePaths,
  parseRawDiff,
  RAW,
  type RawChange,
} from './compare-content.ts';
import { type Asked, answerOf, type OpenRepository, type Repository } from './open-repository.ts';
import { isCut, outputOf, type RunGit } from './run-git.ts';

const MAX_FILTERS = 32;
const MAX_SUSPECTS = 256;
const PLAIN = /^[\w./ -]{1,100}$/;

/** Filters without their programs, which `diff-files` would run. Undefined for a name with `=`, which ends a key of `-c`. */
function withoutFilters(filters: readonly string[]): string[] | undefined {
  if (filters.length > MAX_FILTERS || !filters.every((name) => PLAIN.test(name))) return undefined;
  return filters.flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((rest) => ['-c', `filter.${name}.${rest}`]),
  );
}

async function listFiltered(run: RunGit, filters: readonly string[], paths: readonly string[]) {
  if (filters.length === 0 || paths.length === 0) return new Set();
  const input = paths
    .slice(0, MAX_SUSPECTS)
    .map((path) => `${path}\0`)
    .join('');
  const answer = outputOf(
    await run(['check-attr', '-z', '--stdin', 'filter'], { input, maxBytes: 1024 * 1024 }),
  );
  const fields = answer?.toString('utf8').split('\0') ?? [];
  const filtered = new Set<string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , filter = ''] = fields.slice(at, at + 3);
    if (filters.includes(filter)) filtered.add(path);
  }
  return filtered;
}

const MAX_NAMES = 5;

export const INDEX = ['diff-index', '--cached', ...RAW, 'HEAD', '--'];
export const FILES = ['diff-files', ...RAW];
export const OTHERS = [
  'ls-files',
  '--others',
  '--exclude-standard',
  '--directory',
  '--no-empty-directory',
  '-z',
];

interface AskedLists {
  readonly index?: Asked;
  /** Asked only if there is no filter. */
  readonly files?: Asked;
  readonly others?: Asked;
}

/** What git says about the index and the working tree, before anything is compared. */
export function listUncommitted(run: RunGit, { head, filters }: Repository, asked: AskedLists = {}) {
  const overrides = filters && withoutFilters(filters);
  const call = { maxBytes: LIST_BYTES };
  return Promise.all([
    overrides && answerOf(asked.files, () => run([...overrides, ...FILES], call)),
    head === null ? run(['ls-files', '-z'], call) : answerOf(asked.index, () => run(INDEX, call)),
    answerOf(asked.others, () => run(OTHERS, call)),
  ]);
}

export type UncommittedLists = ReturnType<typeof listUncommitted>;

/** Returns undefined when git answered none of the questions. */
export async function readUncommitted(
  place: OpenRepository,
  lists: UncommittedLists,
  isNamed: (path: string) => boolean,
) {
  const { run, repository } = place;
  const { head, filters } = repository;
  const runs = await lists;
  const [files, index, rest] = runs.map((each) => each && outputOf(each));
  if ((files ?? index ?? rest) === undefined) return undefined;
  const staged =
    index === undefined ? [] : head === null ? parsePaths(index).map(asAdded) : parseRawDiff(index);
  const touched = files === undefined ? [] : namedFirst(parseRawDiff(files), isNamed);
  const compared = await compareContent(place, touched);
  const settled = await separateFiltered(run, filters ?? [], compared);
  const isWhole = files !== undefined && index !== undefined && rest !== undefined;
  const isAtLeast = !isWhole || runs.some((each) => each && isCut(each));
  return {
    ...summarizeUncommitted(staged, settled, rest === undefined ? [] : parsePaths(rest), isAtLeast),
    isWhole,
  };
}

const asAdded = (path: string): RawChange => ({ oldMode: '', newMode: '', oldId: '', status: 'A', path });

const namedFirst = (changes: readonly RawChange[], isNamed: (path: string) => boolean): RawChange[] => [
  ...changes.filter(({ path }) => isNamed(path)),
  ...changes.filter(({ path }) => !isNamed(path)),
];

/** What a filter stands in front of never equals the index as it is. */
async function separateFiltered(run: RunGit, filters: readonly string[], { modified, unchecked }: Compared) {
  const suspects = modified.filter(({ status }) => status === 'M').map(({ path }) => path);
  const filtered = await listFiltered(run, filters, suspects);
  const isFiltered = ({ status, path }: RawChange) => status === 'M' && filtered.has(path);
  return {
    modified: modified.filter((change) => !isFiltered(change)),
    unchecked: [...unchecked, ...modified.filter(isFiltered)],
  };
}

function summarizeUncommitted(
  staged: readonly RawChange[],
  { modified, unchecked }: Compared,
  untracked: readonly string[],
  isAtLeast: boolean,
) {
  const isConflict = ({ status }: RawChange) => status === 'U';
  const conflicted = new Set([...modified, ...staged].filter(isConflict).map(({ path }) => path));
  const plain = (changes: readonly RawChange[]) => changes.filter(({ path }) => !conflicted.has(path));
  const [inIndex, onDisk] = [plain(staged), plain(modified)];
  const names = new Set([...conflicted, ...[...inIndex, ...onDisk].map(({ path }) => path), ...untracked]);
  const summary: Uncommitted = {
    staged: inIndex.length,
    modified: onDisk.length,
    unchecked: plain(unchecked).length,
    untracked: untracked.length,
    conflicted: conflicted.size,
    isAtLeast,
    names: [...names].slice(0, MAX_NAMES),
  };
  return { summary, changes: [...staged, ...modified] };
}
