import type { CheckpointBranch, CommitsSince, DriftCommit } from '../../domain/orientation/drift-facts.ts';
import { isRefName } from './is-ref-name.ts';
import { type GitRun, outputOf, type RunGit } from './run-git.ts';

const NEWEST = 5;
const HASH_LENGTH = 10;
const SUBJECT_LENGTH = 1000;

export interface Commits {
  readonly since: CommitsSince;
  readonly left: number;
}

/** `rev-list` and not `log`: it verifies no signatures, whatever is configured. */
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

/** What became of a branch since `from`; undefined when git did not say. */
export async function readBranch(
  run: RunGit,
  branch: string,
  from: string | undefined,
): Promise<CheckpointBranch | undefined> {
  const ref = `refs/heads/${branch}`;
  if (!isRefName(ref)) return { isGone: true, commitCount: null };
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
