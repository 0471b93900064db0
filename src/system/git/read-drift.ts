import { realpathSync } from 'node:fs';
import type {
  DriftFacts,
  DriftPart,
  DriftQuestion,
  DriftUnknownReason,
  KnownDrift,
} from '../../domain/orientation/drift-facts.ts';
import { attempt } from '../../lib/attempt.ts';
import { Stopper, type StopSignal } from '../../lib/stopper.ts';
import { askAtOnce } from './ask-at-once.ts';
import {
  compareNamed,
  groupByBase,
  type NamedFile,
  NO_CHANGES,
  normalizeNames,
  readSince,
} from './named-files.ts';
import {
  type Deadline,
  FILTERS,
  hasCommit,
  isCommitId,
  type OpenRepository,
  openRepository,
  PLACE_AND_HEAD,
  type Repository,
  readBranch,
  readCommits,
  startDeadline,
} from './open-repository.ts';
import { findGitDir } from './read-git.ts';
import {
  FILES,
  INDEX,
  listUncommitted,
  OTHERS,
  readUncommitted,
  type UncommittedLists,
} from './read-uncommitted.ts';
import { createRunGit, type Environment, findGitProgram, type GitProgram, type Kill } from './run-git.ts';

async function readKnownDrift(
  question: DriftQuestion,
  place: OpenRepository,
  lists: UncommittedLists,
): Promise<KnownDrift> {
  const { head, branch, files } = question;
  // Without a commit to compare with, it is unknown whether a file changed.
  const names = head === null ? [] : normalizeNames(files, [place.worktree, question.worktree]);
  const isBranchSwitched = (head ?? branch) !== null && branch !== place.repository.branch;
  const answers = await readParts(place, lists, head, isBranchSwitched ? branch : null, names);
  const { commits, checkpointBranch, named, work } = answers;
  return {
    kind: 'known',
    branch: place.repository.branch,
    head: place.repository.head,
    checkpoint: { head, branch, isElsewhere: question.isElsewhere },
    checkpointCommit: commitState(head, place),
    isBranchSwitched,
    commitsSince: commits?.since ?? null,
    commitsLeft: commits?.left ?? null,
    checkpointBranch: checkpointBranch ?? null,
    changedFiles: named?.changed ?? [],
    vanishedFiles: named?.vanished ?? [],
    uncommitted: work?.summary ?? null,
    unread: missingParts(answers, {
      // Before the first commit there is nothing to count, and nothing missing.
      commits: head !== null && place.hasCommit !== false && place.repository.head !== null,
      checkpoint_branch: isBranchSwitched && branch !== null,
    }),
  };
}

type Answers = Awaited<ReturnType<typeof readParts>>;

async function readParts(
  place: OpenRepository,
  lists: UncommittedLists,
  asked: string | null,
  otherBranch: string | null,
  names: readonly NamedFile[],
) {
  const { run, repository } = place;
  const from = place.hasCommit === true && asked !== null ? asked : undefined;
  const bases = groupByBase(names);
  const isNamed = (path: string) => bases.has(path.slice(path.lastIndexOf('/') + 1));
  const [commits, checkpointBranch, since, work] = await Promise.all([
    from === undefined || repository.head === null ? undefined : readCommits(run, from, repository.head),
    otherBranch === null ? undefined : readBranch(run, otherBranch, from),
    names.length === 0 ? NO_CHANGES : readSince(run, isNamed, from, repository.head),
    readUncommitted(place, lists, isNamed),
  ]);
  const named = since && (await compareNamed(place, names, since, work?.changes ?? []));
  return { commits, checkpointBranch, named, work };
}

function missingParts(
  { commits, checkpointBranch, named, work }: Answers,
  asked: { readonly commits: boolean; readonly checkpoint_branch: boolean },
): DriftPart[] {
  const parts: [DriftPart, boolean][] = [
    ['commits', asked.commits && commits === undefined],
    ['checkpoint_branch', asked.checkpoint_branch && checkpointBranch === undefined],
    ['files', named === undefined],
    ['uncommitted', work?.isWhole !== true],
  ];
  return parts.filter(([, isMissing]) => isMissing).map(([part]) => part);
}

function commitState(asked: string | null, { hasCommit, repository }: OpenRepository) {
  if (asked === null || hasCommit === undefined) return null;
  if (hasCommit) return 'present';
  return repository.isShallow ? 'cut_off' : 'missing';
}

export interface DriftReaderOptions {
  /** Where git and a person's settings of it are found: PATH, HOME and their kind; nothing else is passed on. */
  readonly environment: Environment;
  /** `process.kill`. Without it a late git is ended, but not what a shim in its place has started. */
  readonly kill?: Kill;
  readonly limitMs: number;
}

type DriftReader = (question: DriftQuestion) => Promise<DriftFacts>;

/** Of the limit, what is kept for putting the answer together. */
const ANSWER_SHARE = 0.2;

const unknown = (reason: DriftUnknownReason): DriftFacts => ({ kind: 'unknown', reason });

interface Opened {
  readonly program: GitProgram;
  readonly repository: Repository;
  readonly lists: UncommittedLists;
}

/** Answers of git that do not depend on what the working tree is compared with. */
export interface EarlyAnswers {
  readonly worktree: string;
  readonly opened: Promise<Opened | DriftUnknownReason>;
  /** Stops what git has not answered yet. */
  end(): void;
}

async function open(
  worktree: string,
  { environment, kill }: DriftReaderOptions,
  signal: StopSignal,
): Promise<Opened | DriftUnknownReason> {
  const program = findGitProgram(environment, worktree);
  if (program === undefined) return 'git_missing';
  const setting = { program, environment, worktree, kill, signal };
  const run = createRunGit(setting);
  // The slowest last. With filters, their programs have to be overridden first.
  const [place, index, filters, files, others] = askAtOnce(setting, PLACE_AND_HEAD, [
    { words: INDEX },
    { words: FILTERS },
    { words: FILES, afterCode: 1 },
    { words: OTHERS },
  ]);
  const repository = await openRepository(run, worktree, { place, filters });
  if (typeof repository === 'string') return repository;
  return { program, repository, lists: listUncommitted(run, repository, { index, files, others }) };
}

function ask(worktree: string, options: DriftReaderOptions): EarlyAnswers {
  const ending = new Stopper();
  const opened = open(worktree, options, ending.signal).catch(() => 'failed' as const);
  return { worktree, opened, end: () => ending.abort() };
}

/**
 * Starts git while the caller does something else, which does not count towards the limit. Undefined if the folder is not in a
 * repository. Call `end` of the result.
 */
export function askEarly(folder: string, options: DriftReaderOptions): EarlyAnswers | undefined {
  const worktree = findWorktree(folder);
  return typeof worktree === 'string' ? ask(worktree, options) : undefined;
}

/** Asks git what moved in a working tree. Executes nothing of the repository, writes nothing, never throws. */
export function createDriftReader(options: DriftReaderOptions, early?: EarlyAnswers): DriftReader {
  const { limitMs } = options;
  return async (question) => {
    // Most folders that are no repository are recognized at once, without a deadline and without another process.
    const worktree = findWorktree(question.worktree);
    if (typeof worktree !== 'string') return worktree;
    const limit = startDeadline(limitMs);
    const deadline = startDeadline(limitMs * (1 - ANSWER_SHARE));
    const asked = early?.worktree === worktree ? early : ask(worktree, options);
    deadline.signal.addEventListener('abort', asked.end);
    try {
      const answer = readDrift(question, asked, options, deadline).catch(() => unknown('failed'));
      return (await limit.within(answer)) ?? unknown('slow');
    } finally {
      asked.end();
      deadline.end();
      limit.end();
    }
  };
}

function findWorktree(folder: string): string | DriftFacts {
  const path = attempt(() => realpathSync.native(folder));
  if (path === undefined) return unknown('no_repository');
  try {
    return findGitDir(path)?.worktree ?? unknown('no_repository');
  } catch {
    return unknown('failed');
  }
}

async function readDrift(
  question: DriftQuestion,
  { worktree, opened }: EarlyAnswers,
  { environment, kill }: DriftReaderOptions,
  deadline: Deadline,
): Promise<DriftFacts> {
  const found = await opened;
  if (typeof found === 'string') return unknown(found);
  const { program, repository, lists } = found;
  const run = createRunGit({ program, environment, worktree, kill, signal: deadline.signal });
  const head = isCommitId(question.head) ? question.head : null;
  const place = {
    run,
    worktree,
    repository,
    hasCommit: await hasCommit(run, head, repository.head),
    deadline,
  };
  return readKnownDrift({ ...question, head }, place, lists);
}
