import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locatePastFolder } from '../../src/app/import/past-transcripts.ts';
import { readGit } from '../../src/system/git/read-git.ts';
import { createFolders } from '../../src/system/identify-folder.ts';
import { BASE62, fake } from '../support/fake-secret.ts';
import { git } from '../support/git.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestApp, statelessCaller, T0 } from './test-app.ts';

function setUp() {
  const { deps } = openTestApp();
  const real = { ...deps, folders: createFolders(readGit) };
  const locate = (folder: string | null, folderSlug: string | null = null) =>
    locatePastFolder(real, statelessCaller(), folder, { changedAt: T0, folderSlug });
  return { deps: real, locate, root: tempFolder() };
}

describe('the project of a past conversation', () => {
  it('is that of its folder while the folder exists', async () => {
    const { locate, root } = setUp();
    const repository = join(root, 'boat');
    mkdirSync(join(repository, 'src'), { recursive: true });
    git(repository, 'init', '-q');
    const found = await locate(join(repository, 'src'));
    expect(found).toMatchObject({ project: { key: `git:${repository}/.git` }, worktree: repository });
  });

  it('is that of the enclosing repository if the folder is gone, as with a removed worktree', async () => {
    const { locate, root } = setUp();
    git(root, 'init', '-q');
    const found = await locate(join(root, '.worktrees', 'topic'));
    expect(found).toMatchObject({
      project: { key: `git:${root}/.git` },
      worktree: `${root}/.worktrees/topic`,
    });
  });

  it('is identified by the path if the folder is gone, also when it comes back', async () => {
    const { deps, locate, root } = setUp();
    const folder = join(root, 'gone');
    const { project, changes } = await locate(folder);
    expect(project).toMatchObject({ key: `dir:${folder}`, name: 'gone', anchorPath: folder });
    await deps.store.ledger.commit(changes);
    mkdirSync(folder);
    expect((await locate(folder)).project.id).toBe(project.id);
  });

  it('is a known project if a repository was at that path', async () => {
    const { deps, locate, root } = setUp();
    const folder = join(root, 'boat');
    mkdirSync(folder);
    git(folder, 'init', '-q');
    const { project, changes } = await locate(folder);
    await deps.store.ledger.commit(changes);
    rmSync(folder, { recursive: true });
    expect((await locate(folder)).project.id).toBe(project.id);
  });

  it.each([
    null,
    'relative/path',
    '/',
    '/with\0nul',
    '/half\ud800',
    `/${'x'.repeat(5_000)}`,
    `/tmp/ghp_${fake(BASE62, 36)}`,
  ])('is the general project if %j is no folder that can be stored', async (folder) => {
    const { locate } = setUp();
    expect(await locate(folder)).toMatchObject({ project: { name: 'general' }, worktree: null });
  });

  it('is one of its own for each slug, if no folder is known', async () => {
    const { locate } = setUp();
    expect(await locate(null, 'home-ada-boat')).toMatchObject({
      project: { name: 'home-ada-boat' },
      worktree: null,
    });
  });
});
