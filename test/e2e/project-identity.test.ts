import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../support/git.ts';
import { serverIn } from '../support/server.ts';
import { tempFolder } from '../support/temp-folder.ts';

function folders() {
  const top = tempFolder();
  const [home, repository] = [join(top, 'home'), join(top, 'lantern')];
  for (const path of [home, repository]) mkdirSync(path);
  return { top, home, repository };
}

function repositoryIn(folder: string): string {
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'a');
  git(folder, 'add', '.');
  git(folder, 'commit', '-q', '-m', 'first');
  return git(folder, 'rev-parse', 'HEAD');
}

const started = async (home: string, project: string) => {
  const client = await serverIn({ home, project });
  const { session, report } = await client.facts('start_session', { resume: false });
  return { session, report, client };
};

describe('the project of a session', () => {
  it('is the repository: worktrees, subfolders and links share it, and each session knows worktree, branch and HEAD', async () => {
    const { top, home, repository } = folders();
    const head = repositoryIn(repository);
    git(repository, 'worktree', 'add', '-q', '-b', 'feature/x', join(top, 'side'));
    mkdirSync(join(repository, 'src'));
    symlinkSync(repository, join(top, 'link'));
    const main = await started(home, repository);
    expect(main.session).toMatchObject({ project: 'lantern', worktree: repository, branch: 'main', head });
    await main.client.facts('end_session', { checkpoint: 'on main', constraints: ['one for all worktrees'] });
    const side = await started(home, join(top, 'side'));
    expect(side.session).toMatchObject({
      project: 'lantern',
      worktree: join(top, 'side'),
      branch: 'feature/x',
      head,
    });
    expect(side.report).toContain('one for all worktrees');
    for (const folder of [join(repository, 'src'), join(top, 'link')]) {
      expect((await started(home, folder)).session.project_id).toBe(main.session.project_id);
    }
    expect(side.session.project_id).toBe(main.session.project_id);
  });

  it('stays the same when its folder moves, and what takes its old place is another', async () => {
    const { top, home, repository } = folders();
    const before = await started(home, repository);
    await before.client.facts('end_session', { checkpoint: 'before the move', constraints: ['moves along'] });
    await before.client.close();
    const moved = join(top, 'lighthouse');
    renameSync(repository, moved);
    const after = await started(home, moved);
    expect(after.session.project_id).toBe(before.session.project_id);
    expect(after.report).toContain('moves along');
    mkdirSync(repository);
    const newcomer = await started(home, repository);
    expect(newcomer.session.project_id).not.toBe(before.session.project_id);
    expect(newcomer.report).not.toContain('moves along');
    expect((await started(home, repository)).session.project_id).toBe(newcomer.session.project_id);
    expect((await started(home, moved)).session.project_id).toBe(before.session.project_id);
  });

  it('is the one that the caller names, and two folders of one name stay two projects', async () => {
    const { top, home } = folders();
    const [one, two] = [join(top, 'a', 'api'), join(top, 'b', 'api')];
    for (const folder of [one, two]) mkdirSync(folder, { recursive: true });
    const first = await started(home, one);
    const second = await started(home, two);
    expect(second.session.project_id).not.toBe(first.session.project_id);
    const ambiguous = await first.client.call('boot_report', { project: 'API' });
    expect(ambiguous.structuredContent).toMatchObject({ code: 'project_ambiguous', kind: 'conflict' });
    const named = await first.client.facts('start_session', { project: 'a name of its own' });
    expect(named.session.project).toBe('a name of its own');
    const byId = await second.client.facts('boot_report', { project: first.session.project_id });
    expect(byId.project_id).toBe(first.session.project_id);
  });

  it('runs nothing of a hostile repository', async () => {
    const { top, home, repository } = folders();
    repositoryIn(repository);
    const trap = join(top, 'sprung');
    writeFileSync(
      join(repository, '.git', 'config'),
      `[core]\n\tfsmonitor = touch ${trap}\n\tsshCommand = touch ${trap}\n\thooksPath = ${top}\n[alias]\n\trev-parse = !touch ${trap}\n`,
    );
    await started(home, repository);
    expect(existsSync(trap)).toBe(false);
  });
});
