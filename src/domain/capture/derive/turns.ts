import type { Closing, FileWritten, Request, TranscriptDigest } from '../transcript-digest.ts';
import { listedCommits } from './commit-lines.ts';
import { isTemporary } from './wording.ts';
import { hasOpenFiles } from './worktree-lines.ts';

/** All messages, those included that the client recorded only when they were queued. */
export const messagesOf = ({ requests, queued }: TranscriptDigest): readonly Request[] =>
  [...requests, ...queued].sort((a, b) => a.line - b.line);

/** Documents. What they say about the code is not done by writing it down, and no test is about them. */
export const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i;
export const isOfWork = ({ path }: Pick<FileWritten, 'path'>): boolean =>
  !isTemporary(path) && !PROSE.test(path);

export const TEST_FILE = /(?:^|[/\\_.-])(?:tests?|specs?|__tests__)(?=[/\\_.-])|(?:Tests?|Spec)\.\w+$/i;

/** Whether the turn of a message of the agent wrote files of the project. */
export const hasFiles = ({ filesWritten }: TranscriptDigest, { turn }: Closing): boolean =>
  filesWritten.some(({ path, turns }) => !isTemporary(path) && turns?.includes(turn));

/** Whether any file was written in the turn of a message, temporary ones included. */
export const hasWritten = ({ filesWritten }: TranscriptDigest, { turn }: Pick<Request, 'turn'>): boolean =>
  filesWritten.some(({ turns }) => turns?.includes(turn));

/** Whether a file was written or something committed in the turn of a report. */
export const hasOwnWork = (digest: TranscriptDigest, closing: Closing): boolean =>
  (closing.commits ?? 0) > 0 || hasFiles(digest, closing);

/** Whether a commit that is listed has the work of this turn and of no other. */
export function isNamedByCommit(digest: TranscriptDigest, closing: Closing): boolean {
  const from = requestOf(digest, closing)?.line ?? closing.line;
  const at = digest.commits.findIndex(({ line }) => line > from);
  const commit = digest.commits[at];
  if (commit === undefined || commit.subject === '' || !listedCommits(digest).includes(commit)) return false;
  const before = digest.commits[at - 1]?.line ?? -1;
  return !digest.closings.some(
    (other) =>
      other.turn !== closing.turn &&
      other.line > before &&
      other.line < commit.line &&
      !(other.commits ?? 0) &&
      hasFiles(digest, other),
  );
}

/** Whether later turns wrote every file of a turn again before it was committed, so that its report may be overtaken. */
export function isRewritten(
  { filesWritten, commits, requests }: TranscriptDigest,
  closing: Closing,
): boolean {
  const { turn, line } = closing;
  const committedAt = commits.find((commit) => commit.line > line)?.line ?? Number.POSITIVE_INFINITY;
  const until = requests.findLast((request) => request.line < committedAt)?.turn ?? turn;
  const own = filesWritten.filter(({ path, turns }) => !isTemporary(path) && turns?.includes(turn));
  return own.length > 0 && own.every(({ turns = [] }) => turns.some((one) => one > turn && one <= until));
}

const IS_OUTSIDE = /^(?:[/~]|\w:[\\/])/;
/** No commit takes what is not in the repository. */
const wroteOutside = ({ filesWritten }: TranscriptDigest, { turn }: Closing): boolean =>
  filesWritten.some(
    ({ path, turns }) => turns?.includes(turn) && IS_OUTSIDE.test(path) && !isTemporary(path),
  );

/** Whether a turn changed something, and all of it is committed: the commits say what it did. */
export const isTurnDone = (digest: TranscriptDigest, closing: Closing): boolean =>
  hasOwnWork(digest, closing) &&
  !wroteOutside(digest, closing) &&
  ((closing.commits ?? 0) > 0 || digest.commits.some(({ line }) => line > closing.line)) &&
  !hasOpenFiles(digest, closing.turn);

export const requestOf = (digest: TranscriptDigest, { line }: Closing): Request | undefined =>
  messagesOf(digest).findLast((one) => one.kind === 'said' && one.line < line);
