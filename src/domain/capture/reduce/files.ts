import { clipLine } from '../clip.ts';
import type { Move, Removal, StashStep } from '../command.ts';
import type { FileWritten, Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND, keepLast } from './bounds.ts';

/** Relative to the session's folder, if the path is inside it. */
export function relativePath(root: string | null, path: string): string {
  const base = root === null ? '' : root.replace(/[\\/]+$/, '');
  const isInside = base !== '' && path.startsWith(base) && /^[\\/]/.test(path.slice(base.length));
  const inner = isInside ? path.slice(base.length).replace(/^[\\/]+/, '') : path.replace(/^\.\//, '');
  return clipLine(inner, BOUND.path);
}

export function addWritten(
  digest: TranscriptDigest,
  path: string,
  { line, at }: Mark,
  { isBySubagent = false, isNew = false } = {},
): TranscriptDigest {
  const before = digest.filesWritten.find((file) => file.path === path);
  const file: FileWritten = {
    path,
    line,
    at,
    firstLine: before?.firstLine ?? line,
    times: (before?.times ?? 0) + 1,
    turns: keepLast([...new Set([...(before?.turns ?? []), digest.counts.requests])], BOUND.turnsOfFile),
    isBySubagent,
    isTakenBack: false,
    isNew: before?.isNew ?? isNew,
  };
  const others = digest.filesWritten.filter((one) => one !== before);
  return {
    ...digest,
    filesWritten: keepLast([...others, file], BOUND.filesWritten),
    ...(digest.filesRemoved === undefined
      ? {}
      : { filesRemoved: digest.filesRemoved.filter((one) => one.path !== path) }),
    counts:
      before === undefined
        ? { ...digest.counts, filesWritten: digest.counts.filesWritten + 1 }
        : digest.counts,
  };
}

const isNamed = ({ path, isNew }: FileWritten, named: string) =>
  named === '.' || named === '' ? isNew !== true : path === named || path.endsWith(`/${named}`);

/** Files that were written and then restored to an earlier state. Committed changes stay. */
export function revertFiles(digest: TranscriptDigest, paths: readonly string[]): TranscriptDigest {
  if (paths.length === 0) return digest;
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const named = paths.map((path) => relativePath(digest.root, path));
  const filesWritten = digest.filesWritten.map((file) =>
    file.line > committedAt && named.some((path) => isNamed(file, path))
      ? { ...file, isTakenBack: true }
      : file,
  );
  return { ...digest, filesWritten };
}

const changeOpenFiles = (
  digest: TranscriptDigest,
  change: (file: FileWritten) => FileWritten,
): TranscriptDigest => {
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  return {
    ...digest,
    filesWritten: digest.filesWritten.map((file) => (file.line > committedAt ? change(file) : file)),
  };
};

/** What git's stash takes away, brings back and drops. */
export function reduceStash(digest: TranscriptDigest, step: StashStep): TranscriptDigest {
  switch (step) {
    case 'stash':
    case 'stash_all':
      return changeOpenFiles(digest, (file) =>
        file.isTakenBack || (file.isNew === true && step === 'stash') ? file : { ...file, isStashed: true },
      );
    case 'restore':
      return changeOpenFiles(digest, (file) => ({ ...file, isStashed: false }));
    case 'drop':
      return changeOpenFiles(digest, (file) =>
        file.isStashed === true ? { ...file, isTakenBack: true } : file,
      );
  }
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const isKnownToGit = ({ firstLine, isNew }: FileWritten, isTracked: boolean, committedAt: number): boolean =>
  firstLine < committedAt || (isTracked && isNew !== true);

const putFiles = (digest: TranscriptDigest, filesWritten: readonly FileWritten[]): TranscriptDigest => ({
  ...digest,
  filesWritten: keepLast(filesWritten, BOUND.filesWritten),
  counts: {
    ...digest.counts,
    filesWritten: digest.counts.filesWritten + filesWritten.length - digest.filesWritten.length,
  },
});

const newFile = (path: string, { line, at }: Mark): FileWritten => ({
  path,
  line,
  at,
  firstLine: line,
  times: 1,
  isBySubagent: false,
  isTakenBack: false,
});

/** A removed file that was never committed was temporary; one that git knows is a change. */
export function removeFile(
  digest: TranscriptDigest,
  { path, isTracked }: Removal,
  mark: Mark,
): TranscriptDigest {
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const named = relativePath(digest.root, path).replace(/\/+$/, '');
  const { line, at } = mark;
  const files = digest.filesWritten.flatMap((file): FileWritten[] => {
    if (!isInside(file.path, named)) return [file];
    return isKnownToGit(file, isTracked, committedAt) ? [{ ...file, line, at, isDeleted: true }] : [];
  });
  const gone = digest.filesWritten.filter((file) => isInside(file.path, named));
  const filesRemoved = keepLast(
    [
      ...(digest.filesRemoved ?? []),
      ...gone.map(({ path: name, turns = [] }) => ({ path: name, turns, line, at })),
    ],
    BOUND.filesRemoved,
  );
  return putFiles(
    gone.length === 0 ? digest : { ...digest, filesRemoved },
    isTracked && gone.length === 0 ? [...files, { ...newFile(named, mark), isDeleted: true }] : files,
  );
}

/** Written files go by their new path; a file that git moved is a change by itself. */
export function moveFile(
  digest: TranscriptDigest,
  { from, to, isTracked }: Move,
  mark: Mark,
): TranscriptDigest {
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const [source, target] = [from, to].map((path) => relativePath(digest.root, path).replace(/\/+$/, '')) as [
    string,
    string,
  ];
  const { line, at } = mark;
  const moved = digest.filesWritten
    .filter((file) => isInside(file.path, source))
    .map((file): FileWritten => {
      const wasCommitted = isKnownToGit(file, isTracked, committedAt);
      const before = file.line > committedAt ? file.movedFrom : undefined;
      const origin = before ?? (wasCommitted ? file.path : undefined);
      return {
        ...file,
        path: clipLine(`${target}${file.path.slice(source.length)}`, BOUND.path),
        line,
        at,
        ...(origin === undefined ? {} : { movedFrom: origin }),
      };
    });
  const added = moved.length === 0 && isTracked ? [{ ...newFile(target, mark), movedFrom: source }] : moved;
  const others = digest.filesWritten.filter(
    ({ path }) => !isInside(path, source) && !added.some((file) => file.path === path),
  );
  return added.length === 0 ? digest : putFiles(digest, [...others, ...added]);
}
