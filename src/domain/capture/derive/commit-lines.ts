import { statementsOf } from '../question.ts';
import type { CommitMade, TranscriptDigest } from '../transcript-digest.ts';
import { type CheckpointPart, isTemporary, type QuotedLine, quoted } from './wording.ts';
import { openFiles } from './worktree-lines.ts';

const MAX_COMMITS = 8;

interface BranchWork {
  readonly branch: string;
  readonly commits: readonly CommitMade[];
}

/** Consecutive commits on one branch. */
function byBranch(commits: readonly CommitMade[]): readonly BranchWork[] {
  const groups: BranchWork[] = [];
  for (const commit of commits) {
    const { branch } = commit;
    const last = groups.at(-1);
    if (last?.branch !== branch) groups.push({ branch, commits: [commit] });
    else groups[groups.length - 1] = { branch, commits: [...last.commits, commit] };
  }
  return groups;
}

const nameOf = ({ hash, subject }: CommitMade): string => hash || quoted(subject, 60);

const PUSHED_BY_PERSON =
  /^\W*(?:ok(?:ay)?[\s,]+)?(?:committed and )?pushed(?=\s*(?:[,.;!]|$))|(?<!\p{L})i(?:['’]ve| have)? (?:just |already )?pushed(?! (?:back|for|ahead|through|on|them|him|her|us)(?!\p{L}))(?!\p{L})|(?<!\p{L})(?:hab(?:e)?|bereits|schon) (?:\p{L}+ ){0,3}gepusht|(?<!\p{L})(?:ya )?(?:hice|he hecho|lo he) push|(?<!\p{L})(?:já )?(?:fiz|dei) (?:o )?push|(?<!\p{L})j['’]ai (?:déjà )?(?:poussé|push)|(?:push|プッシュ)(?:しました|済み)|(?:我|已经?)\s?(?:push|推)(?:了|过|上去)|푸시(?:했|함)/iu;

const tellsOfPush = (sentence: string): boolean =>
  PUSHED_BY_PERSON.test(sentence) &&
  !/[?？]\s*$|^\W*(?:if|when|should|wenn|falls|si|se|もし|如果)(?!\p{L})/iu.test(sentence);

/** Whether the person says that they pushed, after a commit was made. */
const isPushedByPerson = ({ requests }: TranscriptDigest, { line }: CommitMade): boolean =>
  requests.some((one) => one.kind === 'said' && one.line > line && statementsOf(one.text).some(tellsOfPush));

export const isPushed = ({ pushedAt }: TranscriptDigest, commit: CommitMade): boolean =>
  commit.isPushed ?? (pushedAt !== null && pushedAt.line >= commit.line);

function pushState({ commits, branch }: BranchWork, digest: TranscriptDigest): string {
  // How far one branch is ahead says nothing about another.
  const ahead = branch === '' || digest.ahead?.upstream.endsWith(`/${branch}`) ? digest.ahead : null;
  const last = commits.findLast((commit) => isPushed(digest, commit));
  const newest = commits.at(-1)?.line ?? 0;
  if (last === undefined) {
    const told = commits.findLast((commit) => isPushedByPerson(digest, commit));
    if (told !== undefined)
      return `no push was seen; after ${nameOf(told)} the person said that they had pushed`;
    return ahead === null || ahead.line < newest
      ? 'no push was seen'
      : `no push was seen; ahead of ${ahead.upstream} by ${ahead.count} ${ahead.count === 1 ? 'commit' : 'commits'}`;
  }
  return last === commits.at(-1) ? 'pushed' : `pushed up to ${nameOf(last)}, not what follows it`;
}

function commitLine(work: BranchWork, earlier: number, pushed: string): QuotedLine {
  const shown = work.commits.map(
    ({ hash, subject }) =>
      `${hash} ${subject === '' ? '' : quoted(subject, 120)}`.trim() || 'one whose title is not shown',
  );
  const label = `Committed${work.branch === '' ? '' : ` on ${work.branch}`}`;
  const text = [...(earlier > 0 ? [`${earlier} earlier`] : []), ...shown].join(', ');
  return { line: work.commits.at(-1)?.line ?? 0, text: `${label}: ${text} (${pushed}).` };
}

const ALL_COMMITTED = 'Every file that was written is committed.';

/** Whether commits took all that was written, and git showed nothing else. */
const isAllCommitted = (digest: TranscriptDigest): boolean =>
  digest.filesWritten.length > 0 &&
  openFiles(digest).length === 0 &&
  !digest.filesWritten.some(({ path }) => !isTemporary(path) && /^(?:[/~]|\w:[\\/])/.test(path));

export const listedCommits = ({ commits }: TranscriptDigest): readonly CommitMade[] =>
  commits.slice(-MAX_COMMITS);

/** What was committed on each branch, newest last, and how much of it was pushed. */
export const committed: CheckpointPart = (digest) => {
  const { commits, pushedAt, counts } = digest;
  if (commits.length === 0)
    return pushedAt === null ? [] : [{ line: pushedAt.line, text: 'Pushed; which commits is not shown.' }];
  const shown = new Set(listedCommits(digest));
  const groups = byBranch(commits).filter((work) => work.commits.some((one) => shown.has(one)));
  return groups.map((work, at) => {
    const own = work.commits.filter((one) => shown.has(one));
    const earlier = at === 0 ? counts.commits - shown.size : 0;
    const line = commitLine({ ...work, commits: own }, earlier, pushState(work, digest));
    const isAll = at === groups.length - 1 && isAllCommitted(digest);
    return isAll ? { ...line, text: `${line.text} ${ALL_COMMITTED}` } : line;
  });
};
