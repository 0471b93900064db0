import { clipLine } from '../clip.ts';
import type { StashStep } from '../command.ts';
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
    isBySubagent,
    isTakenBack: false,
    isNew: before?.isNew ?? isNew,
  };
  const others = digest.filesWritten.filter((one) => one !== before);
  return {
    ...digest,
    filesWritten: keepLast([...others, file], BOUND.filesWritten),
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

/** Removed files were temporary. */
export function forgetRemoved(digest: TranscriptDigest, paths: readonly string[]): TranscriptDigest {
  const named = paths.map((path) => relativePath(digest.root, path));
  const kept = digest.filesWritten.filter(({ path }) => !named.includes(path));
  if (kept.length === digest.filesWritten.length) return digest;
  const count = digest.counts.filesWritten - (digest.filesWritten.length - kept.length);
  return { ...digest, filesWritten: kept, counts: { ...digest.counts, filesWritten: count } };
}
