import { clipLine } from '../clip.ts';
import { makesCommits } from '../commits-made.ts';
import {
  aheadIn,
  branchIn,
  findsNoPullRequest,
  issueCreated,
  pathsStaged,
  pullRequestNamed,
  replacesWorktree,
  type StatusShown,
  statusIn,
} from '../git-output.ts';
import type { GitStatus, Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addStaging } from './staging.ts';

const clipped = (paths: readonly string[]): readonly string[] =>
  paths.slice(0, BOUND.statusPaths).map((path) => clipLine(path, BOUND.path));

function statusOf(
  { paths, staged, untracked, isWhole }: StatusShown,
  { line, at }: Mark,
  before: GitStatus | null,
): GitStatus {
  // What is staged, and so in no diff, is still not committed.
  const left = staged ?? before?.staged ?? [];
  const known = before?.paths.filter((path) => left.includes(path)) ?? [];
  const all = staged === null ? [...new Set([...known, ...paths])] : paths;
  return {
    line,
    at,
    paths: clipped(all),
    more: Math.max(0, all.length - BOUND.statusPaths),
    staged: clipped(left),
    untracked: clipped(untracked ?? before?.untracked ?? []),
    moreUntracked:
      untracked === null ? (before?.moreUntracked ?? 0) : Math.max(0, untracked.length - BOUND.statusPaths),
    ...(isWhole ? { isWhole } : {}),
  };
}

const isAt = (path: string, named: string): boolean =>
  path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`) || path.startsWith(`${named}/`);

/** The files that `git add` takes join those that the next commit takes. */
function stage(status: GitStatus, command: string): GitStatus {
  const named = pathsStaged(command).map((path) => path.replace(/\/+$/, ''));
  if (named.length === 0) return status;
  const { paths, untracked = [], staged = [] } = status;
  const isTaken = (path: string) => named.some((one) => one === '.' || isAt(path, one));
  const taken = [
    ...paths.filter((path) => named.includes('*') || isTaken(path)),
    ...untracked.filter((path) => isTaken(path.replace(/\/+$/, ''))),
  ];
  return { ...status, staged: [...new Set([...staged, ...taken])].slice(0, BOUND.statusPaths * 2) };
}

/** What a commit leaves behind; nothing is known if it is not known what it took. */
function afterCommit(status: GitStatus, { line, at }: Mark, isAll: boolean): GitStatus | null {
  const { paths, untracked = [], staged = [], more = 0 } = status;
  if (staged.length === 0 || (more > 0 && !isAll)) return null;
  const left = (names: readonly string[]) => names.filter((path) => !staged.includes(path));
  return {
    line,
    at,
    paths: left(paths),
    more: 0,
    staged: [],
    untracked: left(untracked),
    moreUntracked: isAll ? 0 : (status.moreUntracked ?? 0),
  };
}

function nextStatus(
  digest: TranscriptDigest,
  command: string,
  result: Mark & { readonly text: string },
  hasCommitted: boolean,
): GitStatus | null {
  const { gitStatus, root } = digest;
  const shown = statusIn(command, result.text, root);
  if (shown !== null) return statusOf(shown, result, gitStatus);
  if (gitStatus === null) return null;
  const staged = stage(gitStatus, command);
  if (hasCommitted) return afterCommit(staged, result, pathsStaged(command).includes('.'));
  return replacesWorktree(command) || makesCommits(command) ? null : staged;
}

/** An issue that a tool, or a command if one is given, created. */
export function addIssue(
  digest: TranscriptDigest,
  tool: string,
  command: string | null,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const created = issueCreated(tool, command, text);
  return created === null
    ? digest
    : {
        ...digest,
        issues: keepLast([...digest.issues, { line, at, text: clipLine(created, BOUND.url) }], BOUND.issues),
      };
}

/** That the branch has no pull request; also a command that failed says so. */
export const addMissingPullRequest = (
  digest: TranscriptDigest,
  command: string,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest =>
  findsNoPullRequest(command, text) ? { ...digest, noPullRequest: { line, at } } : digest;

/** What a command shows about the worktree, the branch, and the pull request that it belongs to. */
export function addGitState(
  digest: TranscriptDigest,
  command: string,
  result: Mark & { readonly text: string },
  hasCommitted: boolean,
): TranscriptDigest {
  const { line, at, text } = result;
  const ahead = aheadIn(text);
  const named = pullRequestNamed(command, digest.root);
  const branch =
    branchIn(command, text, digest.root) ?? (hasCommitted ? digest.commits.at(-1)?.branch : undefined);
  const isNewlyNamed = named !== null && (named.isWorkedOn || digest.namedPullRequest?.isWorkedOn !== true);
  const shown: TranscriptDigest = {
    ...digest,
    branch: branch && !branch.includes(' ') ? clipLine(branch, BOUND.branch) : digest.branch,
    gitStatus: nextStatus(digest, command, result, hasCommitted),
    ahead:
      ahead === null
        ? digest.ahead
        : { line, at, upstream: clipLine(ahead.upstream, BOUND.branch), count: ahead.count },
    namedPullRequest: isNewlyNamed
      ? { line, at, text: clipLine(named.name, BOUND.url), isWorkedOn: named.isWorkedOn }
      : digest.namedPullRequest,
  };
  return addStaging(shown, command, result, hasCommitted);
}
