import { realpath } from 'node:fs/promises';
import type { DriftFacts, DriftQuestion, DriftUnknownReason } from '../../domain/orientation/drift-facts.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { findGitDir } from './find-git-dir.ts';
import { findGitProgram } from './find-git-program.ts';
import type { Environment } from './git-environment.ts';
import { isCommitId, openRepository } from './open-repository.ts';
import { createRunGit, type Kill } from './run-git.ts';
import { tellDrift } from './tell-drift.ts';

export interface DriftReaderOptions {
  /** Where git and a person's settings of it are found: PATH, HOME and their kind; nothing else is passed on. */
  readonly environment: Environment;
  /** `process.kill`. Without it a late git is ended, but not what a shim in its place has started. */
  readonly kill?: Kill;
  readonly limitMs: number;
}

export type DriftReader = (question: DriftQuestion) => Promise<DriftFacts>;

/** Of the limit, what is kept for putting the answer together. */
const ANSWER_SHARE = 0.2;

const unknown = (reason: DriftUnknownReason): DriftFacts => ({ kind: 'unknown', reason });

/** Asks git what moved in a working tree. Executes nothing of the repository, writes nothing, never throws. */
export function createDriftReader(options: DriftReaderOptions): DriftReader {
  const { limitMs } = options;
  return async (question) => {
    const limit = startDeadline(limitMs);
    const deadline = startDeadline(limitMs * (1 - ANSWER_SHARE));
    try {
      const answer = readDrift(question, options, deadline).catch(() => unknown('failed'));
      return (await limit.within(answer)) ?? unknown('slow');
    } finally {
      deadline.end();
      limit.end();
    }
  };
}

async function readDrift(
  question: DriftQuestion,
  { environment, kill }: DriftReaderOptions,
  deadline: Deadline,
): Promise<DriftFacts> {
  const folder = await realpath(question.worktree).catch(() => undefined);
  const worktree = folder === undefined ? undefined : findGitDir(folder)?.worktree;
  if (worktree === undefined) return unknown('no_repository');
  const program = await findGitProgram(environment, worktree);
  if (program === undefined) return unknown('git_missing');
  const run = createRunGit({ program, environment, worktree, kill, signal: deadline.signal });
  const commit = isCommitId(question.head) ? question.head : null;
  const repository = await openRepository(run, worktree, commit);
  if (typeof repository === 'string') return unknown(repository);
  return tellDrift({ ...question, head: commit }, { run, worktree, repository, deadline });
}
