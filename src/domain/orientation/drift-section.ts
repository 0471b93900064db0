import type { DriftCommit, DriftPart, DriftUnknownReason, KnownDrift, Uncommitted } from './drift-facts.ts';
import type { OrientationFacts } from './facts.ts';
import { findLeadCheckpoint } from './find-lead-checkpoint.ts';
import { type Entry, type Frame, ownWords, type Section } from './section.ts';
import { shorten } from './shorten.ts';
import { countOf, formatCount, onOneLine } from './wording.ts';

const MAX_LENGTH = 100;
const HASH_LENGTH = 10;
const PLAIN_ASCII = /^[A-Za-z0-9._/@+#~=-]+$/;
/** A function, because creating these classes takes longer than the rest of the section. */
const plain = () => /^[\p{L}\p{N}\p{M}._/@+#~=-]+$/u;

/** A path or branch on a line of ours. One that could be read as words stands in quotes it cannot end;
 *  brackets stay, for without them it is another file. Of a long one the end tells more. */
export function gitName(name: string): string {
  const points = [...onOneLine(name.slice(-MAX_LENGTH * 4).toWellFormed())];
  const text = points.length <= MAX_LENGTH ? points.join('') : `…${points.slice(1 - MAX_LENGTH).join('')}`;
  return PLAIN_ASCII.test(text) || plain().test(text) ? text : `"${text.replace(/["`]/g, "'")}"`;
}

/** The first few, and how many more there are. */
function gitNames(names: readonly string[], total: number, max: number): string {
  const shown = names.slice(0, max);
  const rest = total - shown.length;
  return shown.join(', ') + (rest > 0 ? `, and ${countOf(rest, 'more', 'more')}` : '');
}

export const shortHash = (hash: string): string => hash.slice(0, HASH_LENGTH);

const SUBJECT_CAP = 100;

/** The line, then as many commits as fit, each quoted because subjects are foreign text. */
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

type DriftSources = Pick<OrientationFacts, 'drift' | 'now' | 'checkpoints' | 'worktree'>;

const NAMES_UNCOMMITTED = /^Not committed[^:\n]*: /m;
const CLEAN_NOW =
  '- Clean tree: the files named as not committed are no longer modified (committed elsewhere, or discarded)';

const isClean = ({ uncommitted: work, unread: parts }: KnownDrift): boolean =>
  work !== null &&
  !parts.includes('uncommitted') &&
  !work.isAtLeast &&
  work.staged + work.modified + work.unchecked + work.untracked + work.conflicted === 0;

/** The derived checkpoint above names files as not committed, and none is modified any more on the same branch. */
function cleaned(facts: DriftSources, drift: KnownDrift): readonly string[] {
  const lead = findLeadCheckpoint(facts);
  const isNamed = lead?.source === 'derived' && NAMES_UNCOMMITTED.test(lead.text);
  return isNamed && !drift.isBranchSwitched && !drift.checkpoint.isElsewhere && isClean(drift)
    ? [CLEAN_NOW]
    : [];
}

const hasMoved = (facts: DriftSources, drift: KnownDrift): boolean =>
  wordsOf(drift).length + cleaned(facts, drift).length > 0;

/** What changed, in the order of the report. */
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

function knownEntries(facts: DriftSources, drift: KnownDrift): Entry[] {
  const words = [...wordsOf(drift), ...cleaned(facts, drift)];
  const entries = words.map((each) => (typeof each === 'string' ? ownWords(each) : each));
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

const LEAD_COUNT = 2;

/** What changed in the working tree since the checkpoint. Empty without a git repository. */
export function driftSection(facts: DriftSources, frame: Frame): Section {
  // Long reports also say that nothing changed.
  const entries = frame.isTerse && isStill(facts) ? [] : entriesOf(facts);
  return {
    name: 'drift',
    heading: '## What changed since',
    why: 'moved in the working tree since the checkpoint',
    entries,
    total: entries.length,
    leadCount: LEAD_COUNT,
    floor: () => countOf(entries.length, 'git change') + (frame.isTerse ? '' : ' (git log, git status)'),
    more: (count) =>
      `- ${formatCount(count)} more${frame.isTerse ? '' : count === 1 ? ' change' : ' changes'}: git log, git status`,
  };
}

function isStill(facts: DriftSources): boolean {
  return facts.drift?.kind === 'known' && !hasMoved(facts, facts.drift);
}

function entriesOf(facts: DriftSources): Entry[] {
  const { drift } = facts;
  if (drift === null) return [];
  if (drift.kind === 'known') return knownEntries(facts, drift);
  if (drift.reason === 'no_repository') return [];
  return [ownWords(`- Not known: ${WHY_UNKNOWN[drift.reason]}; ${WHAT_TO_DO[drift.reason]}`)];
}
