import { clipLine } from '../clip.ts';
import { branchesPushed, hasPushed, pullRequestsOpened } from '../command.ts';
import {
  amendsCommit,
  amendsQuietly,
  type Commit,
  commitResetTo,
  commitsIn,
  commitsTakenBack,
  hasRebased,
  loggedIn,
  makesCommits,
  mayNotHaveReset,
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

type Choose = (commit: CommitMade) => boolean;

/** The commits of a branch in the repository of a command, or of any branch there if it is not known. */
const ofBranch =
  (branch: string, isAway: boolean): Choose =>
  (commit) =>
    (commit.isElsewhere ?? false) === isAway &&
    (!isBranch(branch) || !isBranch(commit.branch) || commit.branch === branch);

/** Git prints words for a detached HEAD. */
const isBranch = (name: string): boolean => name !== '' && !name.includes(' ');

/** After a reset to an older commit, which is not one of the session's, none is left of those that were not pushed. */
function commitsUpTo(commits: readonly CommitMade[], target: string, isOn: Choose): readonly CommitMade[] {
  const at = commits.findLastIndex((commit) => isOn(commit) && isSameHash(commit.hash, target));
  return commits.filter((commit, nth) => !isOn(commit) || (at < 0 ? commit.isPushed === true : nth <= at));
}

/** Without the last ones of a branch. */
function withoutLast(commits: readonly CommitMade[], count: number, isOn: Choose): readonly CommitMade[] {
  const dropped = count > 0 ? commits.filter(isOn).slice(-count) : [];
  return commits.filter((commit) => !dropped.includes(commit));
}

function commitsAfterReset(
  { commits }: TranscriptDigest,
  command: string,
  output: string,
  isOn: Choose,
): readonly CommitMade[] {
  if (resetsToRemote(command)) return commits.filter((one) => !isOn(one) || one.isPushed === true);
  const target = commitResetTo(command);
  if (target !== undefined && /^HEAD is now at /m.test(output)) return commitsUpTo(commits, target, isOn);
  return withoutLast(commits, commitsTakenBack(command), isOn);
}

const isHardReset = (command: string): boolean =>
  /(?<!\S)git\s(?:-C\s+\S+\s+)?reset\b[^|;&\n]*\s--hard(?!\S)/.test(command);

/** The files of commits that a hard reset took away are as they were before. */
function withoutDiscarded(
  { commits, filesWritten }: TranscriptDigest,
  left: readonly CommitMade[],
  line: number,
): TranscriptDigest['filesWritten'] {
  const until = commits.filter((commit) => !left.includes(commit)).at(-1)?.line ?? -1;
  const from = left.findLast((commit) => commit.line < until)?.line ?? -1;
  return filesWritten.map((file) =>
    file.line > from && file.line < Math.min(until, line) ? { ...file, isTakenBack: true } : file,
  );
}

/** What was only on a branch that was deleted by force is gone. */
function withoutDeleted(
  commits: readonly CommitMade[],
  command: string,
  output: string,
): readonly CommitMade[] {
  if (!/(?<!\S)git\s(?:-C\s+\S+\s+)?branch\s+(?:-D|--delete --force|-d -f)(?!\S)/.test(command))
    return commits;
  const deleted = new Set(
    [...output.matchAll(/^Deleted branch (\S{1,120}) \(was /gm)].map(([, name = '']) => name),
  );
  return commits.filter(({ branch, isPushed }) => isPushed === true || !deleted.has(branch));
}

/** An amended commit keeps its subject, and a fixup has that of the commit that it is for. */
function subjectOf(subject: string, command: string, before: readonly CommitMade[]): string {
  if (subject === '') return command.includes('--amend') ? (before.at(-1)?.subject ?? '') : '';
  const fixed = /^fixup! ([0-9a-f]{7,40})$/.exec(subject)?.[1];
  const known = fixed && before.find(({ hash }) => isSameHash(hash, fixed));
  return known ? `fixup! ${known.subject}` : subject;
}

interface Output extends Mark {
  readonly text: string;
  /** Null if the client does not say. */
  readonly isError: boolean | null;
}

/** The command amended a commit after git reported it, and then showed the log. */
function withLoggedHashes(reported: readonly Commit[], command: string, text: string): readonly Commit[] {
  if (!amendsQuietly(command)) return reported;
  const logged = loggedIn(text);
  return reported.map((commit) => ({
    ...commit,
    hash: logged.find(({ subject }) => subject === commit.subject)?.hash.slice(0, 8) ?? '',
  }));
}

/** Those that git reports; if it was quiet, those that the command names. A rebase that failed is not over. */
function commitsMade(command: string, { text, isError }: Output, branchNow: string): readonly Commit[] {
  const reported = makesCommits(command) ? commitsIn(text) : [];
  if (isError === true) return reported.filter(({ branch }) => isBranch(branch));
  if (reported.length > 0) return withLoggedHashes(reported, command, text);
  return quietCommitsIn(command, text).map((commit) => ({ ...commit, branch: branchNow }));
}

/**
 * Commits, pushes and pull requests that the output of a command shows. Of one that failed only what git reports: a commit is made also
 * if the push after it is rejected.
 */
export function addGitWork(digest: TranscriptDigest, command: string, output: Output): TranscriptDigest {
  const { line, at, text, isError } = output;
  const isAway = isElsewhere(command, digest.root);
  // Git does not name the branch of a quiet commit, nor that of a reset.
  const branchAt = (step: RegExp) => (isAway ? '' : (branchSwitchedTo(command, step) ?? digest.branch ?? ''));
  const made = commitsMade(command, output, branchAt(/^git commit\b/));
  const isOn = ofBranch(made[0]?.branch ?? '', isAway);
  const known = withoutDeleted(digest.commits, command, text);
  const left =
    made.length === 0 && mayNotHaveReset(text, isError)
      ? known
      : commitsAfterReset(
          { ...digest, commits: known },
          command,
          text,
          ofBranch(branchAt(/^git reset\b/), isAway),
        );
  // Only a commit replaces another. After a rebase their hashes are others.
  const kept = made.length > 0 && amendsCommit(command) ? withoutLast(left, 1, isOn) : left;
  const before = hasRebased(text) ? kept.map((commit) => ({ ...commit, hash: '' })) : kept;
  const commits = made.map(({ hash, branch, subject }) => ({
    line,
    at,
    hash,
    branch: clipLine(branch, 80),
    subject: clipLine(subjectOf(subject, command, digest.commits.filter(isOn)), 160),
    isPushed: false,
    ...(isAway ? { isElsewhere: true as const } : {}),
  }));
  const replaced = digest.commits
    .filter(({ hash }) => hash !== '' && !before.some((one) => one.hash === hash))
    .map(({ hash }) => hash);
  // A pull request has the commits of its branch, also if the push was quiet.
  const all = keepLast([...before, ...commits], BOUND.commits);
  const isRequest = pullRequestsOpened(command, text).length > 0;
  const isPush = hasPushed(command, text, isError) || isRequest;
  const named = branchesPushed(text);
  // That is the branch of the last commit.
  const branch = all.filter(({ isElsewhere: wasAway = false }) => wasAway === isAway).at(-1)?.branch ?? '';
  const pushed = named.length === 0 && isRequest && isBranch(branch) ? [branch] : named;
  const worked: TranscriptDigest = {
    ...digest,
    filesWritten: isHardReset(command) ? withoutDiscarded(digest, left, line) : digest.filesWritten,
    // A push from another folder does not take what was committed in this one with it.
    commits: isPush ? markPushed(all, pushed, ({ isElsewhere: wasAway = false }) => wasAway === isAway) : all,
    ...(replaced.length > 0
      ? { replacedCommits: keepLast([...(digest.replacedCommits ?? []), ...replaced], BOUND.commits) }
      : {}),
    pushedAt: isPush ? { line, at } : digest.pushedAt,
    counts: {
      ...digest.counts,
      commits: digest.counts.commits - digest.commits.length + before.length + commits.length,
    },
  };
  return isError === true ? worked : addPullRequests(worked, pullRequestsOpened(command, text), output);
}

/** A hash behind "since" or "on top of" is that of another commit. */
const NAMED_HASH =
  /(?<![\w./-])(?<!(?<!\p{L})(?:since|before|after|from|over|on(?: top of)?|desde|antes de|sobre|seit|vor|auf|depuis|avant) [*_`]*)(?=[0-9a-f]*\d)[0-9a-f]{7,12}(?![\w./-])/giu;

/** The hash of a quiet commit, if it is the only one that the report of its turn names. */
export function withNamedHash({ commits, requests }: TranscriptDigest, text: string): readonly CommitMade[] {
  const last = commits.at(-1);
  if (last === undefined || last.hash !== '' || last.line < (requests.at(-1)?.line ?? 0)) return commits;
  const [hash, ...others] = new Set(text.match(NAMED_HASH) ?? []);
  const isAnothers = commits.some((one) => one !== last && isSameHash(one.hash, hash ?? ''));
  return hash === undefined || others.length > 0 || isAnothers
    ? commits
    : [...commits.slice(0, -1), { ...last, hash }];
}
