import { resolve } from 'node:path';
import type { CommitsSince, DriftCommit, DriftUnknownReason } from '../../domain/orientation/drift-facts.ts';
import { Stopper, type StopSignal } from '../../lib/stopper.ts';
import { isRefName } from './read-git.ts';
import { type GitRun, outputOf, type RunGit } from './run-git.ts';

export interface Deadline {
  readonly signal: StopSignal;
  /** What `work` gives in time; undefined when it is late or fails. */
  within<Result>(work: Promise<Result>): Promise<Result | undefined>;
  end(): void;
}

export function startDeadline(ms: number): Deadline {
  const stopper = new Stopper();
  const timer = setTimeout(() => stopper.abort(), ms);
  const over = new Promise<undefined>((resolve) => {
    stopper.signal.addEventListener('abort', () => resolve(undefined));
  });
  return {
    signal: stopper.signal,
    within: (work) => Promise.race([work.catch(() => undefined), over]),
    end: () => {
      clearTimeout(timer);
      stopper.abort();
    },
  };
}

export interface Repository {
  readonly branch: string | null;
  readonly head: string | null;
  readonly isShallow: boolean;
  /** Names of the filters that are configured; undefined when git did not answer. */
  readonly filters: readonly string[] | undefined;
}

export interface OpenRepository {
  readonly run: RunGit;
  readonly worktree: string;
  readonly repository: Repository;
  /** Whether it has the commit asked for; undefined when none was asked for, or git did not answer. */
  readonly hasCommit: boolean | undefined;
  readonly deadline: Deadline;
}

const BRANCHES = 'refs/heads/';
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export const isCommitId = (text: string | null): text is string => text !== null && COMMIT.test(text);

const HEAD = ['HEAD^{commit}', '--symbolic-full-name', 'HEAD'];
const PLACE = ['rev-parse', '--show-toplevel', '--is-shallow-repository'];
export const PLACE_AND_HEAD = [...PLACE, ...HEAD];
/** Ends with 1 if there are none. */
export const FILTERS = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
const FILTERS_BYTES = 256 * 1024;

/** What git was asked together with other questions; undefined if it has to be asked alone. */
export type Asked = Promise<GitRun | undefined> | undefined;

/** Where the repository stands, or why that is unknown. Reads no file of the working tree. */
export async function openRepository(
  run: RunGit,
  worktree: string,
  asked: { readonly place?: Asked; readonly filters?: Asked } = {},
): Promise<Repository | DriftUnknownReason> {
  const [whole, filters] = await Promise.all([
    answerOf(asked.place, () => run(PLACE_AND_HEAD, { readsErrors: true })),
    answerOf(asked.filters, () => run(FILTERS, { maxBytes: FILTERS_BYTES })),
  ]);
  // Before the first commit there is no HEAD to ask for.
  const place = outputOf(whole) === undefined ? await run(PLACE, { readsErrors: true }) : whole;
  const [, toplevel, shallow, id, ref] =
    /^(.*)\n(true|false)\n(?:([0-9a-f]+)\n(.+)\n)?$/s.exec(outputOf(place)?.toString('utf8') ?? '') ?? [];
  if (toplevel === undefined) return reasonOf(place);
  // A repository can claim any folder as its working tree (`core.worktree`).
  if (!isSamePath(toplevel, worktree)) return 'failed';
  const head = id ?? null;
  return {
    branch: ref === undefined ? branchOf(await run(['symbolic-ref', '-q', 'HEAD'])) : nameOf(ref),
    head,
    isShallow: shallow === 'true',
    filters: filtersOf(filters),
  };
}

export const answerOf = async (asked: Asked, askAlone: () => Promise<GitRun>): Promise<GitRun> =>
  (await asked) ?? (await askAlone());

export async function hasCommit(
  run: RunGit,
  commit: string | null,
  head: string | null,
): Promise<boolean | undefined> {
  if (commit === null) return undefined;
  if (commit === head) return true;
  const asked = await run(['rev-parse', '-q', '--verify', `${commit}^{commit}`]);
  return asked.kind === 'done' ? commitOf(asked) !== null : undefined;
}

function reasonOf(run: GitRun): DriftUnknownReason {
  if (run.kind !== 'done') return run.kind;
  if (/dubious ownership|unsafe repository/.test(run.stderr)) return 'refused';
  const isNone = /not a git repository|must be run in a work tree|cannot use bare repository/.test(
    run.stderr,
  );
  return isNone ? 'no_repository' : 'failed';
}

const isSamePath = (reported: string, expected: string): boolean => {
  const [a, b] = [resolve(reported), resolve(expected)];
  return a === b || (/^[a-z]:\\/i.test(a) && a.toLowerCase() === b.toLowerCase());
};

const nameOf = (ref: string): string | null => (ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : null);

const branchOf = (run: GitRun): string | null => nameOf(outputOf(run)?.toString('utf8').trimEnd() ?? '');

function commitOf(run: GitRun): string | null {
  const id = outputOf(run)?.toString('utf8').trim() ?? null;
  return isCommitId(id) ? id : null;
}

function filtersOf(run: GitRun): readonly string[] | undefined {
  if (run.kind !== 'done' || run.isCut || run.code > 1) return undefined;
  const names = run.stdout
    .toString('utf8')
    .split('\0')
    .map((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)];
}

const NEWEST = 5;
const HASH_LENGTH = 10;
const SUBJECT_LENGTH = 1000;

interface Commits {
  readonly since: CommitsSince;
  readonly left: number;
}

/** `rev-list` and not `log`: it verifies no signatures, with any configuration. */
export async function readCommits(run: RunGit, from: string, to: string): Promise<Commits | undefined> {
  if (from === to) return { since: { count: 0, newest: [] }, left: 0 };
  const [counts, newest] = await Promise.all([
    run(['rev-list', '--left-right', '--count', `${from}...${to}`, '--']),
    run(['rev-list', `--max-count=${NEWEST}`, '--format=%s', `${from}..${to}`, '--'], {
      maxBytes: 1024 * 1024,
    }),
  ]);
  const [, left, count] = /^(\d+)\t(\d+)\n$/.exec(textOf(counts)) ?? [];
  if (left === undefined || count === undefined) return undefined;
  return { since: { count: Number(count), newest: commitsIn(textOf(newest)) }, left: Number(left) };
}

/** What became of a branch since `from`; undefined when git did not answer. */
export async function readBranch(run: RunGit, branch: string, from: string | undefined) {
  const ref = `refs/heads/${branch}`;
  // Not the name of a branch, but what is stored of one whose name has a secret: nothing is known of it.
  if (!isRefName(ref)) return { isGone: false, commitCount: null };
  const [tip, count] = await Promise.all([
    run(['rev-parse', '-q', '--verify', `${ref}^{commit}`]),
    from === undefined ? undefined : run(['rev-list', '--count', `${from}..${ref}`, '--']),
  ]);
  if (tip.kind !== 'done') return undefined;
  const counted = count === undefined ? undefined : /^(\d+)\n$/.exec(textOf(count))?.[1];
  return { isGone: tip.code !== 0, commitCount: counted === undefined ? null : Number(counted) };
}

const textOf = (run: GitRun): string => outputOf(run)?.toString('utf8') ?? '';

/** A subject is one line by definition, so a commit is two: `commit <id>`, and the subject. */
function commitsIn(text: string): DriftCommit[] {
  const lines = text.split('\n');
  const commits: DriftCommit[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const id = /^commit ([0-9a-f]+)$/.exec(lines[at] ?? '')?.[1];
    if (id === undefined) break;
    const subject = (lines[at + 1] ?? '').slice(0, SUBJECT_LENGTH).toWellFormed();
    commits.push({ hash: id.slice(0, HASH_LENGTH), subject });
  }
  return commits;
}
