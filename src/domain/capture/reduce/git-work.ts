import { clipLine } from '../clip.ts';
import { branchesPushed, hasPushed, pullRequestsOpened } from '../command.ts';
import {
  commitResetTo,
  commitsIn,
  commitsTakenBack,
  hasRebased,
  makesCommits,
  quietCommitsIn,
  resetsToRemote,
} from '../commits-made.ts';
import { branchSwitchedTo, isElsewhere } from '../git-output.ts';
import type { CommitMade, Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND, keepLast } from './bounds.ts';

export function addPullRequests(
  digest: TranscriptDigest,
  urls: readonly string[],
  mark: Mark,
): TranscriptDigest {
  const { line, at } = mark;
  const added = urls.map((url) => ({ line, at, url: clipLine(url, BOUND.url) }));
  const others = digest.pullRequests.filter(({ url }) => !added.some((one) => one.url === url));
  return { ...digest, pullRequests: keepLast([...others, ...added], BOUND.pullRequests) };
}

/** A push without names takes every commit of its repository with it. */
const markPushed = (
  commits: readonly CommitMade[],
  branches: readonly string[],
  isInRepository: (commit: CommitMade) => boolean,
): readonly CommitMade[] =>
  commits.map((commit) =>
    isInRepository(commit) &&
    (branches.length === 0 || commit.branch === '' || branches.includes(commit.branch))
      ? { ...commit, isPushed: true }
      : commit,
  );

const isSameHash = (one: string, other: string): boolean =>
  one !== '' && (one.startsWith(other) || other.startsWith(one));

/** After a reset to an older commit, which is not one of the session's, none is left of those that were not pushed. */
function commitsUpTo({ commits }: TranscriptDigest, target: string): readonly CommitMade[] {
  const at = commits.findLastIndex(({ hash }) => isSameHash(hash, target));
  return at < 0 ? commits.filter(({ isPushed }) => isPushed === true) : commits.slice(0, at + 1);
}

/** The commits that a command leaves of those before it. After a rebase their hashes are others. */
function commitsLeft(digest: TranscriptDigest, command: string, output: string): readonly CommitMade[] {
  if (resetsToRemote(command)) return digest.commits.filter(({ isPushed }) => isPushed === true);
  const target = commitResetTo(command);
  if (target !== undefined && /^HEAD is now at /m.test(output)) return commitsUpTo(digest, target);
  const left = digest.commits.slice(0, Math.max(0, digest.commits.length - commitsTakenBack(command)));
  return hasRebased(output) ? left.map((commit) => ({ ...commit, hash: '' })) : left;
}

/** An amended commit keeps its subject, and a fixup has that of the commit that it is for. */
function subjectOf(subject: string, command: string, before: readonly CommitMade[]): string {
  if (subject === '') return command.includes('--amend') ? (before.at(-1)?.subject ?? '') : '';
  const fixed = /^fixup! ([0-9a-f]{7,40})$/.exec(subject)?.[1];
  const known = fixed && before.find(({ hash }) => isSameHash(hash, fixed));
  return known ? `fixup! ${known.subject}` : subject;
}

/** Commits, pushes and pull requests that the output of a command shows. */
export function addGitWork(
  digest: TranscriptDigest,
  command: string,
  output: string,
  mark: Mark,
): TranscriptDigest {
  const { line, at } = mark;
  const reported = makesCommits(command) ? commitsIn(output) : [];
  // Git does not name the branch of a quiet commit.
  const isAway = isElsewhere(command, digest.root);
  const branchNow = isAway ? '' : (branchSwitchedTo(command, /^git commit\b/) ?? digest.branch ?? '');
  const quiet = reported.length > 0 ? [] : quietCommitsIn(command, output);
  const made = [...reported, ...quiet.map((commit) => ({ ...commit, branch: branchNow }))];
  const before = commitsLeft(digest, command, output);
  const commits = made.map(({ hash, branch, subject }) => ({
    line,
    at,
    hash,
    branch: clipLine(branch, 80),
    subject: clipLine(subjectOf(subject, command, digest.commits), 160),
    isPushed: false,
    ...(isAway ? { isElsewhere: true as const } : {}),
  }));
  const replaced = digest.commits
    .filter(({ hash }) => hash !== '' && !before.some((one) => one.hash === hash))
    .map(({ hash }) => hash);
  const isPush = hasPushed(command, output);
  const all = keepLast([...before, ...commits], BOUND.commits);
  const worked: TranscriptDigest = {
    ...digest,
    // A push from another folder does not take what was committed in this one with it.
    commits: isPush
      ? markPushed(all, branchesPushed(output), ({ isElsewhere: wasAway = false }) => wasAway === isAway)
      : all,
    ...(replaced.length > 0
      ? { replacedCommits: keepLast([...(digest.replacedCommits ?? []), ...replaced], BOUND.commits) }
      : {}),
    pushedAt: isPush ? { line, at } : digest.pushedAt,
    counts: {
      ...digest.counts,
      commits: digest.counts.commits - digest.commits.length + before.length + commits.length,
    },
  };
  return addPullRequests(worked, pullRequestsOpened(command, output), mark);
}

const NAMED_HASH = /(?<![\w./-])(?=[0-9a-f]*\d)[0-9a-f]{7,12}(?![\w./-])/g;

/** The hash of a quiet commit, if it is the only one that the report of its turn names. */
export function withNamedHash({ commits, requests }: TranscriptDigest, text: string): readonly CommitMade[] {
  const last = commits.at(-1);
  if (last === undefined || last.hash !== '' || last.line < (requests.at(-1)?.line ?? 0)) return commits;
  const [hash, ...others] = new Set(text.match(NAMED_HASH) ?? []);
  return hash === undefined || others.length > 0 ? commits : [...commits.slice(0, -1), { ...last, hash }];
}
