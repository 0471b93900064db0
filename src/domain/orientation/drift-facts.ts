/** What a checkpoint knew of its working tree. */
export interface DriftQuestion {
  /** Top folder of the working tree. */
  readonly worktree: string;
  /** Full commit id of HEAD when the checkpoint was written; null if unknown. */
  readonly head: string | null;
  /** Short branch name at that time; null when detached or unknown. */
  readonly branch: string | null;
  /** Names its session mentioned: relative, absolute, or the bare name of a file. */
  readonly files: readonly string[];
  /** It was written in another working tree of the repository. */
  readonly isElsewhere: boolean;
}

export type DriftUnknownReason =
  | 'no_repository'
  | 'git_missing'
  | 'slow'
  /** Git refuses the repository because another user owns it (`safe.directory`). */
  | 'refused'
  | 'failed';

interface UnknownDrift {
  readonly kind: 'unknown';
  readonly reason: DriftUnknownReason;
}

/** What is missing, or not complete, in an answer that is otherwise known: git was slow at it, or failed. */
export type DriftPart = 'commits' | 'checkpoint_branch' | 'files' | 'uncommitted';

export interface DriftCommit {
  readonly hash: string;
  /** Foreign text. */
  readonly subject: string;
}

export interface CommitsSince {
  readonly count: number;
  /** At most five, newest first. */
  readonly newest: readonly DriftCommit[];
}

export interface CheckpointBranch {
  readonly isGone: boolean;
  /** Commits on it since the checkpoint; null when it is gone, or that is not known. */
  readonly commitCount: number | null;
}

export interface ChangedFile {
  /** Relative to the working tree, with `/`. */
  readonly path: string;
  /** Not, or not only, by a commit. */
  readonly isUncommitted: boolean;
}

/** A file that is staged and changed again counts in both. */
export interface Uncommitted {
  readonly staged: number;
  /** Differs from the index, or is deleted. */
  readonly modified: number;
  /** Touched, but not compared with the index: too many, too large, or passed through a filter. */
  readonly unchecked: number;
  /** A folder with nothing tracked in it counts once. */
  readonly untracked: number;
  readonly conflicted: number;
  /** There may be more: git was late with some of it, or its answer was too long to read. */
  readonly isAtLeast: boolean;
  /** The first few: conflicted, then staged, modified, untracked. */
  readonly names: readonly string[];
}

export interface KnownDrift {
  readonly kind: 'known';
  /** Null when detached. */
  readonly branch: string | null;
  /** Null before the first commit. */
  readonly head: string | null;
  readonly checkpoint: {
    readonly head: string | null;
    readonly branch: string | null;
    /** Written in another working tree: a branch of its own is no switch. */
    readonly isElsewhere: boolean;
  };
  /** Whether the repository still has the checkpoint's commit. `cut_off`: it does not, but is a shallow clone.
   *  Null when the checkpoint has none, or that is not known. */
  readonly checkpointCommit: 'present' | 'missing' | 'cut_off' | null;
  readonly isBranchSwitched: boolean;
  /** Commits HEAD has and the checkpoint has not; null when not known. */
  readonly commitsSince: CommitsSince | null;
  /** Commits the checkpoint has and HEAD has not: another branch, or rewritten history. Null when not known. */
  readonly commitsLeft: number | null;
  /** The branch the checkpoint was on, if that is not the current one. */
  readonly checkpointBranch: CheckpointBranch | null;
  /** Of the files the question named. */
  readonly changedFiles: readonly ChangedFile[];
  /** Of the files the question named: deleted since, by a commit or not. */
  readonly vanishedFiles: readonly string[];
  readonly uncommitted: Uncommitted | null;
  readonly unread: readonly DriftPart[];
}

export type DriftFacts = UnknownDrift | KnownDrift;
