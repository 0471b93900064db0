import type { FileWritten, Gist, GivenUp, Mark } from '../gist.ts';
import { BOUND, keepLast } from './bounds.ts';
import { relativePath } from './relative-path.ts';

export function addWritten(gist: Gist, path: string, { line, at }: Mark, isBySubagent = false): Gist {
  const before = gist.filesWritten.find((file) => file.path === path);
  const file: FileWritten = {
    path,
    line,
    at,
    firstLine: before?.firstLine ?? line,
    times: (before?.times ?? 0) + 1,
    isBySubagent,
    isTakenBack: false,
  };
  const others = gist.filesWritten.filter((one) => one !== before);
  return {
    ...gist,
    filesWritten: keepLast([...others, file], BOUND.filesWritten),
    counts:
      before === undefined ? { ...gist.counts, filesWritten: gist.counts.filesWritten + 1 } : gist.counts,
  };
}

export function addRead(gist: Gist, path: string, { line, at }: Mark): Gist {
  const others = gist.filesRead.filter((file) => file.path !== path);
  return { ...gist, filesRead: keepLast([...others, { path, line, at }], BOUND.filesRead) };
}

const isNamed = (path: string, named: string) => path === named || path.endsWith(`/${named}`);

/** Files that were written and are taken back to how they were: something was tried in vain. What was committed
 *  since stays. */
export function takeBack(gist: Gist, paths: readonly string[], { line, at }: Mark): Gist {
  const committedAt = gist.commits.at(-1)?.line ?? -1;
  const named = paths.map((path) => relativePath(gist.root, path));
  const isTaken = (file: FileWritten) =>
    !file.isTakenBack &&
    file.line > committedAt &&
    named.some((path) => path === '.' || path === '' || isNamed(file.path, path));
  const taken = gist.filesWritten.filter(isTaken);
  if (taken.length === 0) return gist;
  const since = Math.min(...taken.map(({ firstLine }) => firstLine));
  const words = gist.doubts.findLast((doubt) => doubt.line > since) ?? null;
  const attempt: GivenUp = {
    line,
    at,
    words,
    files: taken.slice(0, BOUND.attemptFiles).map(({ path }) => path),
  };
  return {
    ...gist,
    filesWritten: gist.filesWritten.map((file) => (isTaken(file) ? { ...file, isTakenBack: true } : file)),
    attemptsGivenUp: keepLast([...gist.attemptsGivenUp, attempt], BOUND.attempts),
    doubts: gist.doubts.filter((doubt) => doubt !== words),
  };
}

/** Scratch files come and go. */
export function forgetRemoved(gist: Gist, paths: readonly string[]): Gist {
  const named = paths.map((path) => relativePath(gist.root, path));
  const kept = gist.filesWritten.filter(({ path }) => !named.includes(path));
  if (kept.length === gist.filesWritten.length) return gist;
  const count = gist.counts.filesWritten - (gist.filesWritten.length - kept.length);
  return { ...gist, filesWritten: kept, counts: { ...gist.counts, filesWritten: count } };
}
