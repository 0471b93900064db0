import type { DriftPart, DriftQuestion, KnownDrift } from '../../domain/orientation/drift-facts.ts';
import type { Deadline } from './deadline.ts';
import { groupByBase, type NamedFile, normaliseNames } from './named-files.ts';
import type { Repository } from './open-repository.ts';
import { readBranch, readCommits } from './read-commits.ts';
import { judgeNamed, NOTHING, readSince } from './read-named-files.ts';
import { readUncommitted } from './read-uncommitted.ts';
import type { RunGit } from './run-git.ts';

export interface OpenRepository {
  readonly run: RunGit;
  readonly worktree: string;
  readonly repository: Repository;
  readonly deadline: Deadline;
}

/** What moved since the question's commit, all parts asked for at once. */
export async function tellDrift(question: DriftQuestion, place: OpenRepository): Promise<KnownDrift> {
  const { head, branch, files } = question;
  // Without a commit to compare with there is no telling what became of a file.
  const names = head === null ? [] : normaliseNames(files, [place.worktree, question.worktree]);
  const isBranchSwitched = (head ?? branch) !== null && branch !== place.repository.branch;
  const answers = await ask(place, head, isBranchSwitched ? branch : null, names);
  const { commits, checkpointBranch, named, work } = answers;
  return {
    kind: 'known',
    branch: place.repository.branch,
    head: place.repository.head,
    checkpoint: { head, branch, isElsewhere: question.isElsewhere },
    checkpointCommit: commitState(head, place.repository),
    isBranchSwitched,
    commitsSince: commits?.since ?? null,
    commitsLeft: commits?.left ?? null,
    checkpointBranch: checkpointBranch ?? null,
    changedFiles: named?.changed ?? [],
    vanishedFiles: named?.vanished ?? [],
    uncommitted: work?.told ?? null,
    unread: missingParts(answers, {
      // Before the first commit there is nothing to count, and nothing missing.
      commits: head !== null && place.repository.hasCommit !== false && place.repository.head !== null,
      checkpoint_branch: isBranchSwitched && branch !== null,
    }),
  };
}

type Answers = Awaited<ReturnType<typeof ask>>;

async function ask(
  { run, worktree, repository, deadline }: OpenRepository,
  asked: string | null,
  otherBranch: string | null,
  names: readonly NamedFile[],
) {
  const from = repository.hasCommit === true && asked !== null ? asked : undefined;
  const bases = groupByBase(names);
  const isNamed = (path: string) => bases.has(path.slice(path.lastIndexOf('/') + 1));
  const [commits, checkpointBranch, since, work] = await Promise.all([
    from === undefined || repository.head === null ? undefined : readCommits(run, from, repository.head),
    otherBranch === null ? undefined : readBranch(run, otherBranch, from),
    names.length === 0 ? NOTHING : readSince(run, isNamed, from, repository.head),
    readUncommitted(run, worktree, repository, isNamed, deadline),
  ]);
  const named = since && (await judgeNamed(worktree, names, since, work?.changes ?? [], deadline));
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

function commitState(asked: string | null, { hasCommit, isShallow }: Repository) {
  if (asked === null || hasCommit === undefined) return null;
  if (hasCommit) return 'present';
  return isShallow ? 'cut_off' : 'missing';
}
