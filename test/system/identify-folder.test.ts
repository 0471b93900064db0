import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGit } from '../../src/system/git/read-git.ts';
import { createFolders } from '../../src/system/identify-folder.ts';
import { git, repository, tempFolder } from './git/temp-repository.ts';

const folders = createFolders(readGit);
const FINGERPRINT = /^\d+:\d+:\d+$/;

describe('identify', () => {
  it('identifies a plain folder by its own real path', () => {
    const worktree = tempFolder();
    expect(folders.identify(worktree)).toEqual({
      key: `dir:${worktree}`,
      name: basename(worktree),
      anchorPath: worktree,
      worktree,
      branch: null,
      head: null,
      fingerprint: expect.stringMatching(FINGERPRINT),
    });
    mkdirSync(join(worktree, 'sub'));
    expect(folders.identify(join(worktree, 'sub'))?.key).toBe(`dir:${join(worktree, 'sub')}`);
  });

  it('identifies a repository by its common directory, from every subfolder', () => {
    const worktree = repository('alpha');
    const head = git(worktree, 'rev-parse', 'HEAD');
    const commonDir = join(worktree, '.git');
    mkdirSync(join(worktree, 'src'));
    const identity = folders.identify(worktree);
    expect(identity).toMatchObject({
      key: `git:${commonDir}`,
      name: 'alpha',
      anchorPath: commonDir,
      worktree,
      branch: 'main',
      head,
    });
    expect(identity?.fingerprint).toMatch(FINGERPRINT);
    expect(folders.identify(join(worktree, 'src'))).toEqual(identity);
  });

  it('gives all worktrees of a repository one key, name and fingerprint', () => {
    const main = repository('alpha');
    const linked = join(tempFolder(), 'some-task');
    git(main, 'worktree', 'add', '-q', linked);
    const { key, name, anchorPath, fingerprint } = folders.identify(main) ?? {};
    expect(folders.identify(linked)).toMatchObject({
      key,
      name,
      anchorPath,
      fingerprint,
      worktree: linked,
      branch: 'some-task',
    });
  });

  it.each([
    ['alpha.git', 'alpha'],
    ['alpha', 'alpha'],
    ['alpha/.bare', 'alpha'],
    ['alpha/.git', 'alpha'],
  ])('names worktrees of the bare repository %s %s', (bare, name) => {
    const store = join(tempFolder(), bare);
    git(tempFolder(), 'clone', '-q', '--bare', repository(), store);
    const linked = join(tempFolder(), 'task');
    git(store, 'worktree', 'add', '-q', linked);
    expect(folders.identify(linked)).toMatchObject({ key: `git:${store}`, name });
  });

  it('gives `.git` → `.bare` and its worktrees one key', () => {
    const folder = join(tempFolder(), 'alpha');
    git(tempFolder(), 'clone', '-q', '--bare', repository(), join(folder, '.bare'));
    writeFileSync(join(folder, '.git'), 'gitdir: ./.bare\n');
    git(folder, 'worktree', 'add', '-q', 'task');
    expect(folders.identify(folder)).toMatchObject({
      key: `git:${join(folder, '.bare')}`,
      name: 'alpha',
      worktree: folder,
    });
    expect(folders.identify(join(folder, 'task'))).toMatchObject({
      key: `git:${join(folder, '.bare')}`,
      name: 'alpha',
    });
  });

  it('identifies a submodule as a separate project', () => {
    const outer = repository('outer');
    git(outer, 'submodule', '--quiet', 'add', repository('library'), 'libs/sub');
    expect(folders.identify(join(outer, 'libs', 'sub'))).toMatchObject({
      name: 'sub',
      worktree: join(outer, 'libs', 'sub'),
    });
    expect(folders.identify(join(outer, 'libs', 'sub'))?.key).not.toBe(folders.identify(outer)?.key);
  });

  it('sees through symbolic links', () => {
    const worktree = repository();
    const link = join(tempFolder(), 'link');
    symlinkSync(worktree, link);
    expect(folders.identify(link)).toEqual(folders.identify(worktree));
  });

  it.skipIf(process.platform === 'win32')(
    'keeps control characters out of the name, not out of the key',
    () => {
      const folder = join(tempFolder(), 'two\nlines\u001b[0m');
      mkdirSync(folder);
      expect(folders.identify(folder)).toMatchObject({ key: `dir:${folder}`, name: 'two lines [0m' });
    },
  );

  it('identifies nothing at the root, in a missing folder, or in a file', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const nobody = [parse(folder).root, join(folder, 'missing'), join(folder, 'file'), '', '\0'];
    for (const path of nobody) expect(folders.identify(path)).toBeUndefined();
  });
});

describe('a folder that moved', () => {
  it.each([
    ['a repository', () => repository()],
    ['a plain folder', () => tempFolder()],
  ])('%s keeps its fingerprint and leaves its old anchor', (_, create) => {
    const before = create();
    const old = folders.identify(before);
    expect(folders.exists(old?.anchorPath ?? '')).toBe(true);
    const after = join(tempFolder(), 'moved');
    renameSync(before, after);
    const moved = folders.identify(after);
    expect(moved?.fingerprint).toBe(old?.fingerprint);
    expect(moved?.key).not.toBe(old?.key);
    expect(moved?.name).toBe('moved');
    expect(folders.exists(old?.anchorPath ?? '')).toBe(false);
    symlinkSync(after, before);
    expect(folders.exists(old?.anchorPath ?? '')).toBe(false);
    rmSync(before);
  });

  it('is distinguished from a new one in its place', async () => {
    const folder = join(tempFolder(), 'project');
    mkdirSync(folder);
    const old = folders.identify(folder);
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
    mkdirSync(folder);
    expect(folders.identify(folder)?.key).toBe(old?.key);
    expect(folders.identify(folder)?.fingerprint).not.toBe(old?.fingerprint);
  });

  it('exists returns false for invalid paths, and does not throw', () => {
    for (const path of ['', '\0', '/missing/x', 'x'.repeat(5000)]) expect(folders.exists(path)).toBe(false);
  });
});
