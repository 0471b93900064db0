import { join } from 'node:path';
import type { GitFacts } from '../../app/ports/git.ts';
import { findPackedRef } from './find-packed-ref.ts';
import { isRefName } from './is-ref-name.ts';
import { readRefFile } from './read-ref-file.ts';

type Head = Pick<GitFacts, 'branch' | 'head'>;

const MAX_SYMBOLIC_REFS = 5;
const BRANCHES = 'refs/heads/';

/** Follows HEAD to the branch and commit it ends at. HEAD is the worktree's own, refs are the repository's. */
export function readHead(gitDir: string, commonDir: string): Head {
  let ref = readRefFile(join(gitDir, 'HEAD'));
  let name = '';
  for (let followed = 0; ref.kind === 'symbolic'; followed += 1) {
    if (followed === MAX_SYMBOLIC_REFS || !isRefName(ref.target)) return { branch: null, head: null };
    name = ref.target;
    ref = readRefFile(join(commonDir, name));
  }
  const branch = name.startsWith(BRANCHES) ? name.slice(BRANCHES.length) : null;
  if (ref.kind === 'commit') return { branch, head: ref.id };
  const packed = ref.kind === 'missing' && name ? findPackedRef(commonDir, name) : undefined;
  return { branch, head: packed ?? null };
}
