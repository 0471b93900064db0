import type { DriftCommit, DriftPart, DriftUnknownReason, KnownDrift, Uncommitted } from './drift-facts.ts';
import { gitName, gitNames, shortHash } from './drift-names.ts';
import { type Entry, ownWords } from './section.ts';
import { shorten } from './shorten.ts';
import { countOf, formatCount, onOneLine } from './wording.ts';

const SUBJECT_CAP = 100;

/** Our line, then as many commits as there is room for, each behind ">": their subjects are somebody's words. */
function commitsEntry(line: string, commits: readonly DriftCommit[]): Entry {
  const lines = commits.map(quoted);
  const texts = [line, ...lines.map((_, index) => line + lines.slice(0, index + 1).join(''))];
  return {
    label: line.replace(/^- /, '').slice(0, 60),
    length: texts.at(-1)?.length ?? 0,
    render(cap) {
      const text = texts.findLast((each) => each.length <= cap) ?? line;
      return { text, kept: text.length, isShortened: text !== texts.at(-1) };
    },
  };
}

function quoted({ hash, subject }: DriftCommit): string {
  const line = onOneLine(subject);
  const { text, omitted } = shorten(line, line.length, SUBJECT_CAP);
  return `\n  > ${hash} ${text}${omitted > 0 ? '…' : ''}`;
}

const MAX_FILES = 5;

export const WHY_UNKNOWN: Readonly<Record<Exclude<DriftUnknownReason, 'no_repository'>, string>> = {
  git_missing: 'there is no git on the PATH',
  slow: 'git did not answer in time',
  refused: 'git refuses this repository, because it belongs to somebody else',
  failed: 'git could not read this repository',
};

export const WHAT_TO_DO: typeof WHY_UNKNOWN = {
  git_missing: 'install git, or look at the files the checkpoint names',
  slow: 'run git status and git log yourself',
  refused: 'a person who trusts it can add its folder to safe.directory in their git settings',
  failed: 'run git status to see why',
};

const PARTS: Readonly<Record<DriftPart, string>> = {
  commits: 'commits',
  checkpoint_branch: "the checkpoint's branch",
  files: 'the files it names',
  uncommitted: 'uncommitted work',
};

export const hasMoved = (drift: KnownDrift): boolean => wordsOf(drift).length > 0;

/** What moved, in the order in which the next session should hear of it. */
function wordsOf(drift: KnownDrift): readonly (string | Entry)[] {
  return [
    ...switched(drift),
    ...lostCommit(drift),
    ...commits(drift),
    ...left(drift),
    ...files('Gone', drift.vanishedFiles.map(gitName)),
    ...files('Changed', drift.changedFiles.map(changedName)),
    ...(drift.uncommitted === null ? [] : uncommitted(drift.uncommitted)),
    ...unread(drift),
  ];
}

export function knownEntries(drift: KnownDrift): Entry[] {
  const entries = wordsOf(drift).map((each) => (typeof each === 'string' ? ownWords(each) : each));
  return entries.length === 0 ? [ownWords(nothing(drift))] : entries;
}

const nothing = ({ checkpoint }: KnownDrift): string =>
  checkpoint.head === null
    ? '- Nothing seen: clean tree (the checkpoint names no commit)'
    : '- Nothing: same commit, clean tree';

const placeOf = (branch: string | null): string => (branch === null ? 'a detached HEAD' : gitName(branch));

function switched({ isBranchSwitched, checkpoint, checkpointBranch, branch }: KnownDrift): string[] {
  if (!isBranchSwitched) return [];
  const verb = checkpoint.isElsewhere
    ? ['The checkpoint was left on', 'here is']
    : ['Branch switched: was', 'now'];
  const { isGone, commitCount } = checkpointBranch ?? { isGone: false, commitCount: null };
  const fate = isGone ? ' (gone)' : commitCount ? ` (${countOf(commitCount, 'commit')} there since)` : '';
  return [`- ${verb[0]} ${placeOf(checkpoint.branch)}${fate}, ${verb[1]} ${placeOf(branch)}`];
}

function lostCommit({ checkpoint, checkpointCommit }: KnownDrift): string[] {
  if (checkpoint.head === null) return [];
  const hash = shortHash(checkpoint.head);
  if (checkpointCommit === 'missing')
    return [`- The checkpoint's commit ${hash} is no longer in this repository: history was rewritten`];
  if (checkpointCommit === 'cut_off')
    return [
      `- The checkpoint's commit ${hash} is not in this shallow clone: git fetch --unshallow brings it`,
    ];
  return [];
}

function commits({ commitsSince, checkpoint, branch, isBranchSwitched }: KnownDrift): Entry[] {
  if (commitsSince === null || commitsSince.count === 0 || checkpoint.head === null) return [];
  const count = `- ${countOf(commitsSince.count, 'commit')} on ${placeOf(branch)}`;
  const hash = shortHash(checkpoint.head);
  const since = isBranchSwitched ? `that the checkpoint (${hash}) has not` : `since the checkpoint (${hash})`;
  return [commitsEntry(`${count} ${since}`, commitsSince.newest)];
}

function left({ commitsLeft, branch, isBranchSwitched }: KnownDrift): string[] {
  if (commitsLeft === null || commitsLeft === 0) return [];
  const are = `- ${countOf(commitsLeft, 'commit of the checkpoint is', 'commits of the checkpoint are')} not in`;
  return [`${are} ${placeOf(branch)}${isBranchSwitched ? '' : ' any more: history was rewritten or reset'}`];
}

const changedName = ({ path, isUncommitted }: KnownDrift['changedFiles'][number]): string =>
  `${gitName(path)}${isUncommitted ? ' (uncommitted)' : ''}`;

const files = (word: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`- ${word}: ${gitNames(names, names.length, MAX_FILES)}`];

function uncommitted(work: Uncommitted): string[] {
  const counts = (['conflicted', 'staged', 'modified', 'untracked'] as const)
    .filter((kind) => work[kind] > 0)
    .map((kind) => `${formatCount(work[kind])} ${kind}`);
  if (work.unchecked > 0) counts.push(`${formatCount(work.unchecked)} touched but not compared`);
  if (counts.length === 0) return [];
  const names = work.names.slice(0, MAX_FILES).map(gitName).join(', ');
  const more = work.isAtLeast ? ' at least' : '';
  return [`- Uncommitted:${more} ${counts.join(', ')}${names === '' ? '' : ` (${names})`}`];
}

const unread = ({ unread: parts }: KnownDrift): string[] =>
  parts.length === 0
    ? []
    : [`- Not known, git was slow or failed: ${parts.map((part) => PARTS[part]).join(', ')}`];
