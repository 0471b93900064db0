import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readGit } from '../../../src/system/git/read-git.ts';
import { commit, git, repository, tempFolder } from './temp-repository.ts';

afterEach(() => vi.unstubAllEnvs());

describe('readGit finds the working tree', () => {
  it('of a repository and of its subfolders', () => {
    const worktree = repository();
    const facts = {
      worktree,
      commonDir: join(worktree, '.git'),
      branch: 'main',
      head: git(worktree, 'rev-parse', 'HEAD'),
    };
    mkdirSync(join(worktree, 'a', 'b'), { recursive: true });
    expect(readGit.read(worktree)).toEqual(facts);
    expect(readGit.read(join(worktree, 'a', 'b'))).toEqual(facts);
  });

  it('through symbolic links, by its real path', () => {
    const worktree = repository();
    const link = join(tempFolder(), 'link');
    symlinkSync(worktree, link);
    expect(readGit.read(link)).toEqual(readGit.read(worktree));
    expect(readGit.read(link)?.worktree).toBe(worktree);
  });

  it('of a linked worktree, which shares the common directory and has a HEAD of its own', () => {
    const main = repository();
    const linked = join(tempFolder(), 'linked');
    git(main, 'worktree', 'add', '-q', '-b', 'feature/x', linked);
    const head = commit(linked, 'second');
    expect(readGit.read(linked)).toEqual({
      worktree: linked,
      commonDir: join(main, '.git'),
      branch: 'feature/x',
      head,
    });
    expect(readGit.read(main)?.branch).toBe('main');
  });

  it('of a linked worktree with a relative gitdir', () => {
    const main = repository();
    const linked = join(main, 'trees', 'linked');
    git(main, 'worktree', 'add', '-q', linked);
    const target = relative(linked, join(main, '.git', 'worktrees', 'linked'));
    writeFileSync(join(linked, '.git'), `gitdir: ${target}\r\n`);
    expect(readGit.read(linked)).toMatchObject({
      worktree: linked,
      commonDir: join(main, '.git'),
      branch: 'linked',
    });
  });

  it('of a worktree of a bare repository, even inside it', () => {
    const bare = join(tempFolder(), 'alpha.git');
    git(tempFolder(), 'clone', '-q', '--bare', repository(), bare);
    git(bare, 'worktree', 'add', '-q', '-b', 'work', join(bare, 'work'));
    expect(readGit.read(join(bare, 'work'))).toMatchObject({ commonDir: bare, branch: 'work' });
    expect(readGit.read(bare)).toBeUndefined();
  });

  it('of a submodule, which is a repository of its own', () => {
    const outer = repository();
    git(outer, 'submodule', '--quiet', 'add', repository('library'), 'libs/sub');
    const worktree = join(outer, 'libs', 'sub');
    const commonDir = join(outer, '.git', 'modules', 'libs', 'sub');
    expect(readGit.read(worktree)).toMatchObject({ worktree, commonDir, branch: 'main' });
    expect(readGit.read(join(outer, 'libs'))?.worktree).toBe(outer);
  });

  it('of a repository whose .git is a link or lies elsewhere', () => {
    const worktree = repository();
    const store = join(tempFolder(), 'store.git');
    renameSync(join(worktree, '.git'), store);
    symlinkSync(store, join(worktree, '.git'));
    expect(readGit.read(worktree)).toMatchObject({ worktree, commonDir: store, branch: 'main' });
  });

  it('regardless of GIT_DIR and similar variables', () => {
    const other = repository('other');
    const worktree = repository();
    vi.stubEnv('GIT_DIR', join(other, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other);
    vi.stubEnv('GIT_CEILING_DIRECTORIES', worktree);
    expect(readGit.read(worktree)).toMatchObject({ worktree, commonDir: join(worktree, '.git') });
  });

  it('nowhere for a plain, missing, nonsensical or root folder, a file, or the inside of .git', () => {
    const worktree = repository();
    const plain = tempFolder();
    const outside = [plain, join(plain, 'missing'), '', '\0', 'x'.repeat(5000), '/', join(worktree, '.git')];
    for (const folder of [...outside, join(worktree, '.git', 'hooks')])
      expect(readGit.read(folder)).toBeUndefined();
  });
});
