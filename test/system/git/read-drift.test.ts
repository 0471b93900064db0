import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askDrift, commitFiles, headOf, knownDrift, write } from './ask-drift.ts';
import { commit, git, repository, tempFolder } from './temp-repository.ts';

const CLEAN = {
  staged: 0,
  modified: 0,
  unchecked: 0,
  untracked: 0,
  conflicted: 0,
  isAtLeast: false,
  names: [],
};

describe('drift of commits', () => {
  it('is nothing right after the checkpoint', async () => {
    const worktree = repository();
    const head = headOf(worktree);
    expect(await knownDrift({ worktree, head })).toEqual({
      kind: 'known',
      branch: 'main',
      head,
      checkpoint: { head, branch: 'main', isElsewhere: false },
      checkpointCommit: 'present',
      isBranchSwitched: false,
      commitsSince: { count: 0, newest: [] },
      commitsLeft: 0,
      checkpointBranch: null,
      changedFiles: [],
      vanishedFiles: [],
      uncommitted: CLEAN,
      unread: [],
    });
  });

  it('counts them and names the newest five', async () => {
    const worktree = repository();
    const head = headOf(worktree);
    for (let at = 1; at <= 12; at++) commit(worktree, `commit ${at}\n\nnot the subject`);
    const { commitsSince, commitsLeft } = await knownDrift({ worktree, head });
    expect(commitsLeft).toBe(0);
    expect(commitsSince?.count).toBe(12);
    expect(commitsSince?.newest.map(({ subject }) => subject)).toEqual(
      [12, 11, 10, 9, 8].map((at) => `commit ${at}`),
    );
    expect(headOf(worktree).startsWith(commitsSince?.newest[0]?.hash ?? 'none')).toBe(true);
  });

  it('reports a switched branch, and what happened on the branch that was left', async () => {
    const worktree = repository();
    git(worktree, 'checkout', '-q', '-b', 'feature/x');
    const head = commit(worktree, 'work');
    commit(worktree, 'more work');
    git(worktree, 'checkout', '-q', 'main');
    commit(worktree, 'meanwhile');
    const drift = await knownDrift({ worktree, head, branch: 'feature/x' });
    expect(drift).toMatchObject({
      branch: 'main',
      isBranchSwitched: true,
      commitsSince: { count: 1, newest: [{ subject: 'meanwhile' }] },
      commitsLeft: 1,
      checkpointBranch: { isGone: false, commitCount: 1 },
    });
    git(worktree, 'branch', '-q', '-D', 'feature/x');
    const after = await knownDrift({ worktree, head, branch: 'feature/x' });
    expect(after.checkpointBranch).toEqual({ isGone: true, commitCount: null });
  });

  it('keeps linked worktrees apart', async () => {
    const main = repository();
    const head = headOf(main);
    const linked = join(tempFolder(), 'linked');
    git(main, 'worktree', 'add', '-q', '-b', 'side', linked);
    commit(linked, 'on the side');
    expect(await knownDrift({ worktree: linked, head, branch: 'side' })).toMatchObject({
      branch: 'side',
      isBranchSwitched: false,
      commitsSince: { count: 1 },
    });
    expect((await knownDrift({ worktree: main, head })).commitsSince?.count).toBe(0);
  });

  it('distinguishes rewritten history from a missing commit', async () => {
    const worktree = repository();
    const head = commit(worktree, 'to be amended');
    git(worktree, 'commit', '-q', '--amend', '-m', 'amended');
    const amended = await knownDrift({ worktree, head });
    expect(amended).toMatchObject({
      checkpointCommit: 'present',
      commitsSince: { count: 1 },
      commitsLeft: 1,
    });
    git(worktree, 'reflog', 'expire', '--expire=now', '--all');
    git(worktree, 'gc', '-q', '--prune=now');
    const pruned = await knownDrift({ worktree, head });
    expect(pruned).toMatchObject({ checkpointCommit: 'missing', commitsSince: null, unread: [] });
  });

  it('does not call rewritten what a shallow clone merely lacks', async () => {
    const origin = repository();
    const head = headOf(origin);
    for (const message of ['second', 'third']) commit(origin, message);
    const worktree = join(tempFolder(), 'shallow');
    git(tempFolder(), 'clone', '-q', '--depth=1', `file://${origin}`, worktree);
    expect(await knownDrift({ worktree, head })).toMatchObject({ checkpointCommit: 'cut_off', unread: [] });
    const own = await knownDrift({ worktree, head: headOf(worktree) });
    expect(own).toMatchObject({ checkpointCommit: 'present', commitsSince: { count: 0 } });
  });

  it('knows a detached HEAD, before and now', async () => {
    const worktree = repository();
    const head = headOf(worktree);
    git(worktree, 'checkout', '-q', '--detach');
    expect(await knownDrift({ worktree, head })).toMatchObject({ branch: null, isBranchSwitched: true });
    const still = await knownDrift({ worktree, head, branch: null });
    expect(still).toMatchObject({ branch: null, isBranchSwitched: false, checkpointBranch: null });
  });

  it('knows a repository before its first commit', async () => {
    const worktree = tempFolder();
    git(worktree, 'init', '-q');
    write(worktree, { 'a.txt': 'a', 'b.txt': 'b' });
    git(worktree, 'add', 'a.txt');
    expect(await knownDrift({ worktree })).toMatchObject({
      branch: 'main',
      head: null,
      uncommitted: { staged: 1, untracked: 1, names: ['a.txt', 'b.txt'] },
      unread: [],
    });
    expect(await knownDrift({ worktree, head: 'a'.repeat(40) })).toMatchObject({
      checkpointCommit: 'missing',
    });
  });

  it('works with sha256', async () => {
    const worktree = repository('alpha', '--object-format=sha256');
    const head = headOf(worktree);
    commit(worktree, 'second');
    utimesSync(join(worktree, 'file.txt'), 1, 1);
    const drift = await knownDrift({ worktree, head, files: ['file.txt'] });
    expect(drift).toMatchObject({ commitsSince: { count: 1 }, uncommitted: CLEAN });
    expect(drift.changedFiles).toEqual([{ path: 'file.txt', isUncommitted: false }]);
  });

  it('reports only branch and uncommitted work without a commit to compare with', async () => {
    const worktree = repository();
    write(worktree, { 'file.txt': 'changed' });
    const drift = await knownDrift({ worktree, branch: 'other', files: ['file.txt'] });
    expect(drift).toMatchObject({ checkpointCommit: null, commitsSince: null, isBranchSwitched: true });
    expect(drift).toMatchObject({ changedFiles: [], uncommitted: { modified: 1 }, unread: [] });
    expect((await knownDrift({ worktree, branch: null })).isBranchSwitched).toBe(false);
    expect((await knownDrift({ worktree, head: '--all' })).checkpoint.head).toBeNull();
  });
});

describe('drift of uncommitted work', () => {
  it('counts staged, modified, untracked and conflicted files separately', async () => {
    const worktree = repository();
    commitFiles(worktree, { 'both.txt': '1', 'mod.txt': '1', 'gone.txt': '1' });
    git(worktree, 'checkout', '-q', '-b', 'theirs');
    commitFiles(worktree, { 'both.txt': 'theirs' });
    git(worktree, 'checkout', '-q', 'main');
    commitFiles(worktree, { 'both.txt': 'ours' });
    expect(() => git(worktree, 'merge', '-q', 'theirs')).toThrow();
    write(worktree, { 'mod.txt': '2', 'new/a.txt': '', 'new/b.txt': '', 'staged.txt': '' });
    rmSync(join(worktree, 'gone.txt'));
    git(worktree, 'add', 'staged.txt');
    const { uncommitted } = await knownDrift({ worktree });
    expect(uncommitted).toEqual({
      staged: 1,
      modified: 2,
      unchecked: 0,
      untracked: 1,
      conflicted: 1,
      isAtLeast: false,
      names: ['both.txt', 'staged.txt', 'gone.txt', 'mod.txt', 'new/'],
    });
  });

  it('is none in a copied repository, whose times and inodes are all new', async () => {
    const worktree = repository();
    const lines = 'one\ntwo\n';
    commitFiles(worktree, { 'a.txt': lines, 'b.txt': lines, 'c.bin': '\0\r\n', 'd/e.txt': lines });
    symlinkSync('a.txt', join(worktree, 'link'));
    git(worktree, 'add', '-A');
    git(worktree, 'commit', '-q', '-m', 'link');
    const copy = join(tempFolder(), 'copy');
    cpSync(worktree, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'b.txt'), lines.replaceAll('\n', '\r\n'));
    expect((await knownDrift({ worktree: copy })).uncommitted).toEqual(CLEAN);
    writeFileSync(join(copy, 'd', 'e.txt'), 'one\nTWO\n');
    expect((await knownDrift({ worktree: copy })).uncommitted).toMatchObject({
      modified: 1,
      names: ['d/e.txt'],
    });
  });

  it('reads nothing through a link that took the place of a folder', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'dir/secret.txt': 'same' });
    const outside = tempFolder();
    renameSync(join(worktree, 'dir'), join(outside, 'dir'));
    symlinkSync(join(outside, 'dir'), join(worktree, 'dir'));
    const drift = await knownDrift({ worktree, head, files: ['dir/secret.txt'] });
    expect(drift.vanishedFiles).toEqual(['dir/secret.txt']);
  });

  it('leaves the index as it is', async () => {
    const worktree = repository();
    utimesSync(join(worktree, 'file.txt'), 1, 1);
    await knownDrift({ worktree });
    expect(git(worktree, 'diff-files', '--name-only')).toBe('file.txt');
  });
});

describe('drift is unknown', () => {
  it('outside a repository, in a bare one, and where the folder is gone', async () => {
    const bare = join(tempFolder(), 'bare.git');
    git(tempFolder(), 'init', '-q', '--bare', bare);
    for (const worktree of [tempFolder(), bare, join(tempFolder(), 'gone')])
      expect(await askDrift({ worktree })).toEqual({ kind: 'unknown', reason: 'no_repository' });
  });

  it('of a repository that claims another folder as its working tree', async () => {
    const worktree = repository();
    git(worktree, 'config', 'core.worktree', tempFolder());
    expect(await askDrift({ worktree })).toEqual({ kind: 'unknown', reason: 'failed' });
  });

  it('of a damaged repository', async () => {
    const worktree = repository();
    writeFileSync(join(worktree, '.git', 'config'), '[core');
    expect(await askDrift({ worktree })).toEqual({ kind: 'unknown', reason: 'failed' });
  });

  it('in part when the index is damaged, with the names of the parts', async () => {
    const worktree = repository();
    const head = headOf(worktree);
    commit(worktree, 'second');
    writeFileSync(join(worktree, '.git', 'index'), 'nonsense');
    const drift = await knownDrift({ worktree, head, files: ['file.txt'] });
    expect(drift).toMatchObject({ commitsSince: { count: 1 }, uncommitted: null });
    expect(drift.unread).toEqual(['files', 'uncommitted']);
  });

  it('covers the whole working tree when asked from a subfolder', async () => {
    const worktree = repository();
    mkdirSync(join(worktree, 'sub'));
    write(worktree, { 'file.txt': 'changed' });
    expect((await knownDrift({ worktree: join(worktree, 'sub') })).uncommitted).toMatchObject({
      modified: 1,
    });
  });
});
