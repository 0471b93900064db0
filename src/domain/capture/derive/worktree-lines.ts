import type { FileWritten, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, isTemporary, listed, type QuotedLine, quoted } from './wording.ts';

const MAX_FILES = 8;
const MAX_UNTRACKED = 5;

/** One of two paths ends with the other: git names files from the folder in which it runs. */
const isSameFile = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/** A file, or the folder that contains it. */
const isNamedBy = (path: string, named: string): boolean =>
  isSameFile(path, named) || (named.endsWith('/') && `/${path}`.includes(`/${named}`));

/** Whether git showed the worktree after the file was written, and the file had no changes: somebody committed it. */
const isCommittedByOthers = ({ gitStatus }: TranscriptDigest, { path, line }: FileWritten): boolean =>
  gitStatus?.isWhole === true &&
  gitStatus.line > line &&
  (gitStatus.more ?? 0) + (gitStatus.moreUntracked ?? 0) === 0 &&
  ![...gitStatus.paths, ...(gitStatus.untracked ?? [])].some((named) => isNamedBy(path, named));

/** Written and not committed since, newest first. A commit may leave some of what was written before it. */
export function openFilesOf(digest: TranscriptDigest): readonly FileWritten[] {
  const { filesWritten, commits, gitStatus } = digest;
  const committedAt = commits.at(-1)?.line ?? -1;
  const left = [...(gitStatus?.paths ?? []), ...(gitStatus?.untracked ?? []), ...(digest.leftBehind ?? [])];
  return filesWritten
    .filter((file) => !isTemporary(file.path) && !isCommittedByOthers(digest, file))
    .filter(({ path, line }) => line > committedAt || left.some((named) => isSameFile(path, named)))
    .sort((a, b) => b.line - a.line);
}

/** Whether something that a turn wrote is not committed. If a later turn wrote it again, a commit since the turn began took it. */
export function hasOpenFiles(digest: TranscriptDigest, turn: number): boolean {
  const ofTurn = (one: { readonly turn: number }) => one.turn === turn;
  const beginsAt = digest.requests.find(ofTurn)?.line ?? -1;
  const endsAt = digest.closings.findLast(ofTurn)?.line ?? beginsAt;
  const isCommitted = digest.commits.some(({ line }) => line > beginsAt);
  return openFilesOf(digest).some(
    ({ turns = [turn], line }) => turns.includes(turn) && (line <= endsAt || !isCommitted),
  );
}

const nameOf = ({ path, isDeleted, movedFrom }: FileWritten): string => {
  if (isDeleted) return `${path} (deleted)`;
  return movedFrom === undefined ? path : `${path} (renamed from ${movedFrom})`;
};

function fileLine(label: string, files: readonly FileWritten[], ending = '.'): QuotedLine[] {
  const names = files.map(nameOf);
  const [first] = files;
  return first === undefined
    ? []
    : [{ line: first.line, text: `${label}: ${listed(names, MAX_FILES)}${ending}` }];
}

/** Changes that git named and the agent did not make with its file tools; a command of it may have made them. */
function changedByOthers(
  { gitStatus, filesWritten, branch }: TranscriptDigest,
  isOwn: boolean,
): QuotedLine[] {
  if (gitStatus === null) return [];
  const { paths, untracked = [], more = 0, moreUntracked = 0, line } = gitStatus;
  const isOther = (named: string) => !filesWritten.some(({ path }) => isNamedBy(path, named));
  const [changed, unknown] = [paths.filter(isOther), untracked.filter(isOther)];
  const parts = [
    changed.length + more === 0 ? '' : listed(changed, MAX_FILES, changed.length + more),
    unknown.length + moreUntracked === 0
      ? ''
      : `${listed(unknown, MAX_UNTRACKED, unknown.length + moreUntracked)} (untracked)`,
  ].filter((part) => part !== '');
  const place = branch === null || isOwn ? '' : ` (on branch ${branch})`;
  const label = isOwn ? 'Also not committed' : `The last \`git status\`${place} shows as not committed`;
  return parts.length === 0
    ? []
    : [{ line, text: `${label}, changed by a command or by somebody else: ${parts.join('; ')}.` }];
}

const HASH = /[0-9a-f]{40}/;

/** What git said when the stash was dropped, and how to bring it back. */
function recovery({ droppedStash }: TranscriptDigest): string {
  if (droppedStash === null) return '.';
  const hash = HASH.exec(droppedStash.text)?.[0];
  return hash === undefined
    ? `; git said ${quoted(droppedStash.text, 160)}.`
    : `, and whatever else was not committed then. \`git show ${hash}\` shows it while git keeps it.`;
}

/** What is not committed, and where it is now. */
export const openFiles: CheckpointPart = (digest) => {
  const files = openFilesOf(digest);
  const kept = files.filter(({ isTakenBack }) => !isTakenBack);
  const { branch } = digest;
  const lost = files.filter(({ isTakenBack, isStashed }) => isTakenBack && isStashed === true);
  const own = fileLine(
    branch === null ? 'Not committed' : `Not committed (on branch ${branch})`,
    kept.filter(({ isStashed }) => isStashed !== true),
  );
  return [
    ...own,
    ...fileLine(
      'In a git stash',
      kept.filter(({ isStashed }) => isStashed === true),
    ),
    ...changedByOthers(digest, own.length > 0),
    ...fileLine('Lost: the changes were in a stash that was dropped', lost, recovery(digest)),
  ];
};

const SHORT_HASH = 8;

/** Whose session it is, where it worked if no commit tells, and that it changed nothing. */
export const started: CheckpointPart = (digest) => {
  const { origin, branch, commits, filesWritten, gitStatus, hasActed, counts } = digest;
  const written = filesWritten.filter(({ path }) => !isTemporary(path));
  const isOnlyRead = written.length + commits.length === 0 && !hasActed && counts.calls > 0;
  const isShown = commits.length > 0 || openFilesOf(digest).length > 0 || (gitStatus?.paths.length ?? 0) > 0;
  const isByAgent = digest.requests.some((request) => request.isByAgent);
  const commit =
    origin?.commit && origin.branch === branch ? ` at ${origin.commit.slice(0, SHORT_HASH)}` : '';
  const sentences = [
    origin?.role
      ? `The session was a ${origin.role}${isByAgent ? '; its requests are those of the parent agent' : ''}.`
      : '',
    branch === null || isShown || (!isOnlyRead && commit === '') ? '' : `On branch ${branch}${commit}.`,
    isOnlyRead ? 'No file was changed.' : '',
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? [] : [{ line: digest.requests[0]?.line ?? 1, text: sentences.join(' ') }];
};
