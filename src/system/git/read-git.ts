import { realpathSync } from 'node:fs';
import type { Git, GitFacts } from '../../app/ports/git.ts';
import { findGitDir } from './find-git-dir.ts';
import { readHead } from './read-head.ts';

/** Reads the repository's files and never starts git: a repository's configuration may name programs to run. */
export const readGit: Git = { read };

function read(folder: string): GitFacts | undefined {
  try {
    const checkout = findGitDir(realpathSync.native(folder));
    if (!checkout) return undefined;
    const { worktree, gitDir, commonDir } = checkout;
    return { worktree, commonDir, ...readHead(gitDir, commonDir) };
  } catch {
    return undefined;
  }
}
