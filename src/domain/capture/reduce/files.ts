import { clipLine } from '../clip.ts';
import { lowered, matches } from '../patterns/pattern.ts';
import { REVERT_DONE } from '../patterns/problems.ts';
import type {
  AbandonedAttempt,
  FileWritten,
  Mark,
  TranscriptDigest,
  Utterance,
} from '../transcript-digest.ts';
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
  isBySubagent = false,
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

export function addRead(digest: TranscriptDigest, path: string, { line, at }: Mark): TranscriptDigest {
  const others = digest.filesRead.filter((file) => file.path !== path);
  return { ...digest, filesRead: keepLast([...others, { path, line, at }], BOUND.filesRead) };
}

const isNamed = (path: string, named: string) => path === named || path.endsWith(`/${named}`);

function addAbandoned(
  digest: TranscriptDigest,
  taken: readonly FileWritten[],
  words: Utterance | null,
  { line, at }: Mark,
): TranscriptDigest {
  if (taken.length === 0) return digest;
  const files = taken.slice(0, BOUND.attemptFiles).map(({ path }) => path);
  const attempt: AbandonedAttempt = { line, at, words, files };
  return {
    ...digest,
    filesWritten: digest.filesWritten.map((file) =>
      taken.includes(file) ? { ...file, isTakenBack: true } : file,
    ),
    attemptsGivenUp: keepLast([...digest.attemptsGivenUp, attempt], BOUND.attempts),
    doubts: digest.doubts.filter((doubt) => doubt !== words),
  };
}

/** The person's own words, otherwise the last doubt about the files. */
function revertReason(
  { takeBackAskedAt, lastWords: { person }, doubts }: TranscriptDigest,
  since: number,
): Utterance | null {
  const doubt = doubts.findLast(({ line }) => line > since) ?? null;
  if (takeBackAskedAt === null || person === null || doubt?.by === 'agent') return doubt;
  return { line: person.line, at: person.at, by: 'person', text: clipLine(person.text, 280) };
}

/** Files that were written and then reverted are an abandoned attempt. Committed changes stay. */
export function revertFiles(
  digest: TranscriptDigest,
  paths: readonly string[],
  mark: Mark,
): TranscriptDigest {
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const named = paths.map((path) => relativePath(digest.root, path));
  const taken = digest.filesWritten.filter(
    (file) =>
      !file.isTakenBack &&
      file.line > committedAt &&
      named.some((path) => path === '.' || path === '' || isNamed(file.path, path)),
  );
  const since = Math.min(...taken.map(({ firstLine }) => firstLine));
  return addAbandoned(digest, taken, revertReason(digest, since), mark);
}

/** The person asked to revert, the files were written again, and the agent reports that it is done. */
export function revertByHand(digest: TranscriptDigest, reply: string, mark: Mark): TranscriptDigest {
  const { takeBackAskedAt } = digest;
  const isDone = digest.attemptsGivenUp.some(({ line }) => line > (takeBackAskedAt ?? 0));
  if (takeBackAskedAt === null || isDone || !matches(REVERT_DONE, lowered(reply))) return digest;
  const taken = digest.filesWritten.filter(
    ({ firstLine, line, isTakenBack }) =>
      !isTakenBack && firstLine < takeBackAskedAt && line > takeBackAskedAt,
  );
  return addAbandoned(digest, taken, { ...mark, by: 'agent', text: clipLine(reply, 280) }, mark);
}

/** Removed files were temporary. */
export function forgetRemoved(digest: TranscriptDigest, paths: readonly string[]): TranscriptDigest {
  const named = paths.map((path) => relativePath(digest.root, path));
  const kept = digest.filesWritten.filter(({ path }) => !named.includes(path));
  if (kept.length === digest.filesWritten.length) return digest;
  const count = digest.counts.filesWritten - (digest.filesWritten.length - kept.length);
  return { ...digest, filesWritten: kept, counts: { ...digest.counts, filesWritten: count } };
}
