import { clipLine } from '../clip.ts';
import { lowered, matches } from '../cues/pattern.ts';
import { TAKEN_BACK } from '../cues/troubles.ts';
import type { FileWritten, Gist, GivenUp, Mark, Said } from '../gist.ts';
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

function giveUp(gist: Gist, taken: readonly FileWritten[], words: Said | null, { line, at }: Mark): Gist {
  if (taken.length === 0) return gist;
  const files = taken.slice(0, BOUND.attemptFiles).map(({ path }) => path);
  const attempt: GivenUp = { line, at, words, files };
  return {
    ...gist,
    filesWritten: gist.filesWritten.map((file) =>
      taken.includes(file) ? { ...file, isTakenBack: true } : file,
    ),
    attemptsGivenUp: keepLast([...gist.attemptsGivenUp, attempt], BOUND.attempts),
    doubts: gist.doubts.filter((doubt) => doubt !== words),
  };
}

/** The person's own words, else the last doubt there was about it. */
function whyTakenBack({ takeBackAskedAt, lastWords: { person }, doubts }: Gist, since: number): Said | null {
  const doubt = doubts.findLast(({ line }) => line > since) ?? null;
  if (takeBackAskedAt === null || person === null || doubt?.by === 'agent') return doubt;
  return { line: person.line, at: person.at, by: 'person', text: clipLine(person.text, 280) };
}

/** Files that were written and are taken back to how they were: something was tried in vain. What was committed
 *  since stays. */
export function takeBack(gist: Gist, paths: readonly string[], mark: Mark): Gist {
  const committedAt = gist.commits.at(-1)?.line ?? -1;
  const named = paths.map((path) => relativePath(gist.root, path));
  const taken = gist.filesWritten.filter(
    (file) =>
      !file.isTakenBack &&
      file.line > committedAt &&
      named.some((path) => path === '.' || path === '' || isNamed(file.path, path)),
  );
  const since = Math.min(...taken.map(({ firstLine }) => firstLine));
  return giveUp(gist, taken, whyTakenBack(gist, since), mark);
}

/** The person asked for it, the files were written once more, and the agent says that it is done. */
export function takeBackByHand(gist: Gist, reply: string, mark: Mark): Gist {
  const { takeBackAskedAt } = gist;
  const isDone = gist.attemptsGivenUp.some(({ line }) => line > (takeBackAskedAt ?? 0));
  if (takeBackAskedAt === null || isDone || !matches(TAKEN_BACK, lowered(reply))) return gist;
  const taken = gist.filesWritten.filter(
    ({ firstLine, line, isTakenBack }) =>
      !isTakenBack && firstLine < takeBackAskedAt && line > takeBackAskedAt,
  );
  return giveUp(gist, taken, { ...mark, by: 'agent', text: clipLine(reply, 280) }, mark);
}

/** Scratch files come and go. */
export function forgetRemoved(gist: Gist, paths: readonly string[]): Gist {
  const named = paths.map((path) => relativePath(gist.root, path));
  const kept = gist.filesWritten.filter(({ path }) => !named.includes(path));
  if (kept.length === gist.filesWritten.length) return gist;
  const count = gist.counts.filesWritten - (gist.filesWritten.length - kept.length);
  return { ...gist, filesWritten: kept, counts: { ...gist.counts, filesWritten: count } };
}
