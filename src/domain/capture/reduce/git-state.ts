import { clipLine } from '../clip.ts';
import { changedInStatus, pullRequestNamed } from '../git-output.ts';
import type { Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND } from './bounds.ts';

/** What a command shows about the worktree and about the pull request that it belongs to. */
export function addGitState(
  digest: TranscriptDigest,
  command: string,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const changed = changedInStatus(command, text);
  const named = pullRequestNamed(command);
  return {
    ...digest,
    gitStatus:
      changed === null
        ? digest.gitStatus
        : { line, at, paths: changed.slice(0, BOUND.statusPaths).map((path) => clipLine(path, BOUND.path)) },
    namedPullRequest:
      named === null ? digest.namedPullRequest : { line, at, text: clipLine(named, BOUND.url) },
  };
}
