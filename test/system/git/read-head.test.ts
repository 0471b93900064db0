import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGit } from '../../../src/system/git/read-git.ts';
import { commit, git, repository, tempFolder } from './temp-repository.ts';

function headOf(worktree: string) {
  const facts = readGit.read(worktree);
  return facts && { branch: facts.branch, head: facts.head };
}

function asGitSays(worktree: string) {
  return {
    branch: git(worktree, 'branch', '--show-current') || null,
    head: git(worktree, 'rev-parse', 'HEAD'),
  };
}

const nothing = { branch: null, head: null };

describe('readGit reads HEAD', () => {
  it('before the first commit', () => {
    const folder = tempFolder();
    git(folder, 'init', '-q');
    expect(headOf(folder)).toEqual({ branch: 'main', head: null });
  });

  it('when detached', () => {
    const worktree = repository();
    git(worktree, 'checkout', '-q', '--detach');
    expect(headOf(worktree)).toEqual({ branch: null, head: git(worktree, 'rev-parse', 'HEAD') });
  });

  it.each(['feature/deep/er', 'größe/日本語-🎉', 'a.b', 'x@y', 'main2'])(
    'on branch %s, loose and packed',
    (branch) => {
      const worktree = repository();
      git(worktree, 'checkout', '-q', '-b', branch);
      const head = commit(worktree, branch);
      expect(headOf(worktree)).toEqual({ branch, head });
      git(worktree, 'pack-refs', '--all');
      expect(headOf(worktree)).toEqual({ branch, head });
      expect(headOf(worktree)).toEqual(asGitSays(worktree));
    },
  );

  it('with the loose ref before the packed one', () => {
    const worktree = repository();
    git(worktree, 'pack-refs', '--all');
    const head = commit(worktree, 'second');
    expect(headOf(worktree)).toEqual({ branch: 'main', head });
  });

  it('from packed-refs where an empty folder lies in place of the loose ref', () => {
    const worktree = repository();
    git(worktree, 'pack-refs', '--all');
    mkdirSync(join(worktree, '.git', 'refs', 'heads', 'main'), { recursive: true });
    expect(headOf(worktree)).toEqual(asGitSays(worktree));
  });

  it('in a sha256 repository', () => {
    const worktree = repository('alpha', '--object-format=sha256');
    expect(headOf(worktree)?.head).toHaveLength(64);
    git(worktree, 'pack-refs', '--all');
    expect(headOf(worktree)).toEqual(asGitSays(worktree));
  });

  it('through symbolic refs, to the branch that is committed to', () => {
    const worktree = repository();
    git(worktree, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    git(worktree, 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    expect(headOf(worktree)).toEqual(asGitSays(worktree));
    expect(headOf(worktree)?.branch).toBe('main');
  });

  it('written as a symbolic link', () => {
    const worktree = repository();
    git(worktree, 'pack-refs', '--all');
    rmSync(join(worktree, '.git', 'HEAD'));
    symlinkSync('refs/heads/main', join(worktree, '.git', 'HEAD'));
    expect(headOf(worktree)).toEqual(asGitSays(worktree));
  });

  it('not further than a chain of symbolic refs may go', () => {
    const worktree = repository();
    const heads = join(worktree, '.git', 'refs', 'heads');
    writeFileSync(join(heads, 'a'), 'ref: refs/heads/b\n');
    writeFileSync(join(heads, 'b'), 'ref: refs/heads/a\n');
    writeFileSync(join(worktree, '.git', 'HEAD'), 'ref: refs/heads/a\n');
    expect(headOf(worktree)).toEqual(nothing);
  });

  it('as unknown in a reftable repository', () => {
    const worktree = repository();
    writeFileSync(join(worktree, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
    expect(headOf(worktree)).toEqual(nothing);
  });

  it('in packed-refs of many megabytes, and past its bound not at all', () => {
    const worktree = repository();
    const head = git(worktree, 'rev-parse', 'HEAD');
    rmSync(join(worktree, '.git', 'refs', 'heads', 'main'));
    const line = (index: number) => `${'0'.repeat(40)} refs/heads/main-${index}\n`;
    const refs = Array.from({ length: 180_000 }, (_, index) => line(index)).join('');
    const packed = join(worktree, '.git', 'packed-refs');
    writeFileSync(packed, `# pack-refs with: peeled fully-peeled sorted \n${refs}${head} refs/heads/main\n`);
    expect(headOf(worktree)).toEqual({ branch: 'main', head });
    writeFileSync(packed, `${refs}${refs}${head} refs/heads/main\n`);
    expect(headOf(worktree)).toEqual({ branch: 'main', head: null });
  });

  it('without taking a longer name, a peeled tag or a broken line for the branch', () => {
    const worktree = repository();
    const head = git(worktree, 'rev-parse', 'HEAD');
    rmSync(join(worktree, '.git', 'refs', 'heads', 'main'));
    const other = 'b'.repeat(40);
    const lines = [
      `${other} refs/heads/main/x`,
      `x${other} refs/heads/main`,
      `^${other}`,
      `zz refs/heads/main`,
    ];
    const packed = join(worktree, '.git', 'packed-refs');
    writeFileSync(packed, `${[...lines, ` refs/heads/main`].join('\n')}\n`);
    expect(headOf(worktree)).toEqual({ branch: 'main', head: null });
    writeFileSync(packed, `${readFileSync(packed, 'utf8')}${head} refs/heads/main\n`);
    expect(headOf(worktree)).toEqual({ branch: 'main', head });
  });
});
