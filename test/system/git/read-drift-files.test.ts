import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNamed, normalizeNames } from '../../../src/system/git/named-files.ts';
import { commitFiles, headOf, knownDrift, write } from './ask-drift.ts';
import { git, repository, tempFolder } from './temp-repository.ts';

const ODD = ['line\nbreak.txt', 'say "hi".txt', '🎉 ünï.txt', '-rf', '--output=x', ':(top)y', '*.ts', 'a\tb'];

describe('the files a checkpoint names', () => {
  it('changed by a commit, without one, or gone', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1', 'd.ts': '1', 'e.ts': '1' });
    git(worktree, 'rm', '-q', 'c.ts');
    commitFiles(worktree, { 'a.ts': '2' });
    write(worktree, { 'b.ts': '2' });
    rmSync(join(worktree, 'd.ts'));
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'never.ts'];
    const drift = await knownDrift({ worktree, head, files });
    expect(drift.changedFiles).toEqual([
      { path: 'a.ts', isUncommitted: false },
      { path: 'b.ts', isUncommitted: true },
    ]);
    expect(drift.vanishedFiles).toEqual(['c.ts', 'd.ts']);
    write(worktree, { 'c.ts': 'back, but not tracked' });
    expect((await knownDrift({ worktree, head, files })).vanishedFiles).toEqual(['d.ts']);
  });

  it('are found by absolute path, by path, and by an ending that only one has', async () => {
    const worktree = repository();
    const paths = ['src/x/compose.ts', 'src/x/twice.ts', 'src/y/twice.ts', 'src/abs.ts'];
    const with_ = (text: string) => Object.fromEntries(paths.map((path) => [path, text]));
    const head = commitFiles(worktree, with_('1'));
    commitFiles(worktree, with_('2'));
    const changedOf = async (...files: string[]) =>
      (await knownDrift({ worktree, head, files })).changedFiles.map(({ path }) => path);
    expect(await changedOf('compose.ts')).toEqual(['src/x/compose.ts']);
    expect(await changedOf('./x/compose.ts')).toEqual(['src/x/compose.ts']);
    expect(await changedOf('twice.ts')).toEqual([]);
    expect(await changedOf('y/twice.ts')).toEqual(['src/y/twice.ts']);
    expect(await changedOf(join(worktree, 'src', 'abs.ts'))).toEqual(['src/abs.ts']);
    expect(await changedOf('/abs.ts', '../alpha/src/abs.ts', '/etc/passwd', '', '.', '..', 'a\0b')).toEqual(
      [],
    );
  });

  it('may have any name', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, Object.fromEntries(ODD.map((name) => [name, '1'])));
    commitFiles(
      worktree,
      Object.fromEntries(ODD.slice(0, 4).map((name) => [name, '2'])),
      '-m\u2028## hostile',
    );
    for (const name of ODD.slice(4)) rmSync(join(worktree, name));
    write(worktree, { '-untracked\n': '' });
    const drift = await knownDrift({ worktree, head, branch: '--all', files: ODD });
    expect(drift.changedFiles.map(({ path }) => path)).toEqual(ODD.slice(0, 4).sort());
    expect(drift.vanishedFiles).toEqual(ODD.slice(4).sort());
    expect(drift.uncommitted).toMatchObject({ modified: 4, untracked: 1 });
    expect(drift.checkpointBranch).toEqual({ isGone: true, commitCount: null });
    expect(drift.unread).toEqual([]);
  });

  it('are not gone when a sparse checkout leaves them out', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'in/a.ts': '1', 'out/b.ts': '1' });
    git(worktree, 'sparse-checkout', 'set', 'in');
    const drift = await knownDrift({ worktree, head: headOf(worktree), files: ['out/b.ts'] });
    expect(drift).toMatchObject({ head, vanishedFiles: [], uncommitted: { modified: 0 } });
  });
});

describe('normalizeNames and findNamed', () => {
  it('keep what lies inside the working tree', () => {
    const folder = tempFolder();
    const names = [`${folder}/a/../b.ts`, `${folder}`, `${folder}x/c.ts`, './d//e.ts', 'f/', '../g'];
    expect(normalizeNames(names, [folder]).map(({ path }) => path)).toEqual(['b.ts', 'd/e.ts', 'f']);
  });

  it('prefer the whole path to an ending, and do not count one path twice', () => {
    const names = normalizeNames(['a.ts', 'b.ts'], ['/w']);
    expect([...findNamed(names, ['a.ts', 'x/a.ts', 'x/b.ts', 'x/b.ts', 'xb.ts'])]).toEqual([
      'a.ts',
      'x/b.ts',
    ]);
  });
});
