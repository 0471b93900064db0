export interface GitFacts {
  /** Real path of the working tree's top folder. */
  readonly worktree: string;
  /** Real path of the git common directory: all worktrees of a repository share it. */
  readonly commonDir: string;
  /** Short branch name; null when HEAD is detached. */
  readonly branch: string | null;
  /** Full commit id HEAD points to; null before the first commit or where it cannot be read. */
  readonly head: string | null;
}

export interface Git {
  /** Facts of the working tree that holds `folder`; undefined outside one.
   *  Executes nothing of the repository, never throws for a damaged one. */
  read(folder: string): GitFacts | undefined;
}
