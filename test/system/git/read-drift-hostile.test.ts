import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askDrift, commitFiles, driftOptions, headOf, knownDrift, script, write } from './ask-drift.ts';
import { hostileRepository } from './hostile-repository.ts';
import { commit, git, repository, tempFolder } from './temp-repository.ts';

afterEach(() => vi.unstubAllEnvs());

/** As anybody would run it, without our precautions. */
function plainGit(worktree: string, ...args: string[]): void {
  try {
    execFileSync('git', ['-C', worktree, ...args], { stdio: 'ignore', timeout: 60_000 });
  } catch {
    // What it says does not matter, only what it ran.
  }
}

describe('nothing of a hostile repository is executed', () => {
  it('by its configuration, attributes or hooks', async () => {
    const { worktree, head, markers, makeRacy } = hostileRepository();
    write(worktree, { 'b.ts': '2' });
    makeRacy();
    const drift = await knownDrift({ worktree, head, branch: 'other', files: ['a.ts', 'b.ts'] });
    expect(markers()).toEqual([]);
    expect(drift).toMatchObject({ branch: 'main', commitsSince: { count: 3 }, unread: [] });
    expect(drift.changedFiles).toEqual([{ path: 'a.ts', isUncommitted: false }]);
    // A filter stands in front of it: only that filter could tell whether it differs.
    expect(drift.uncommitted).toMatchObject({ staged: 0, modified: 0, unchecked: 1 });
  });

  it('although plain git executes the traps', () => {
    const { worktree, markers, makeRacy } = hostileRepository();
    makeRacy();
    plainGit(worktree, '-c', 'core.fsmonitor=', 'diff-files', '--raw');
    expect(markers()).toContain('clean');
    plainGit(worktree, 'status');
    plainGit(worktree, 'log', '-p', '-1');
    plainGit(worktree, 'diff');
    expect(markers()).toEqual(expect.arrayContaining(['clean', 'fsmonitor', 'submodule']));
  });

  it('by filters whose names cannot be overridden', async () => {
    const { worktree, head, markers, configure, makeRacy } = hostileRepository();
    configure('[filter "a=b"]\n\tclean = TRAP:equals\n');
    makeRacy();
    const drift = await knownDrift({ worktree, head });
    expect(markers()).toEqual([]);
    expect(drift).toMatchObject({
      uncommitted: { modified: 0, isAtLeast: true },
      unread: ['uncommitted'],
      commitsSince: { count: 3 },
    });
  });

  it.each([
    'url = ext::TRAP:ext',
    'url = TRAP:vcs\n\tvcs = ext',
    'url = ssh://host/x',
    'url = /x\n\tuploadpack = TRAP:pack',
  ])('by the remote of a partial clone: %j', async (remote) => {
    let missing = '';
    const { worktree, markers, configure } = hostileRepository((folder) => {
      missing = commit(folder, 'its objects go missing');
      const tree = git(folder, 'rev-parse', `${missing}^{tree}`);
      commit(folder, 'newest');
      for (const id of [missing, tree]) rmSync(join(folder, '.git', 'objects', id.slice(0, 2), id.slice(2)));
    });
    const allowed = '[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n';
    configure(
      `${allowed}[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\t${remote}\n[core]\n\trepositoryFormatVersion = 1\n`,
    );
    const facts = await askDrift({ worktree, head: missing, files: ['file.txt'] });
    expect(markers()).toEqual([]);
    expect(facts).toMatchObject({ kind: 'known', checkpointCommit: 'missing' });
    if (remote.includes('ext::')) {
      plainGit(worktree, '-c', 'core.fsmonitor=', 'cat-file', '-t', missing);
      expect(markers()).toContain('ext');
    }
  });

  it('by a git program in the working tree or the current folder', async () => {
    const { worktree, markers } = hostileRepository();
    const elsewhere = tempFolder();
    execFileSync('ln', ['-s', join(worktree, 'bin'), join(elsewhere, 'bin')]);
    const dangers = ['', '.', 'bin', worktree, join(worktree, 'bin'), join(elsewhere, 'bin')];
    const environment = { PATH: [...dangers, process.env.PATH].join(':'), HOME: tempFolder() };
    await knownDrift({ worktree }, { environment });
    expect(markers()).toEqual([]);
    const facts = await askDrift({ worktree }, { environment: { PATH: dangers.join(':') } });
    expect(facts).toEqual({ kind: 'unknown', reason: 'git_missing' });
  });

  it('and nothing is written to it', async () => {
    const { worktree, head } = hostileRepository();
    const list = () =>
      readdirSync(join(worktree, '.git'), { recursive: true, encoding: 'utf8' })
        .sort()
        .map((path) => [path, statSync(join(worktree, '.git', path)).mtimeMs]);
    const before = list();
    await knownDrift({ worktree, head });
    expect(list()).toEqual(before);
  });
});

describe('our own environment', () => {
  it('does not lead git elsewhere', async () => {
    const worktree = repository();
    const other = repository('other');
    commit(other, 'other');
    const marker = join(tempFolder(), 'marker');
    const trap = script(`: > '${marker}'`);
    const environment = {
      ...driftOptions().environment,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git', 'index'),
      GIT_EXTERNAL_DIFF: trap,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: trap,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${trap}'`,
      GIT_EXEC_PATH: tempFolder(),
      GIT_TRACE: marker,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const drift = await knownDrift({ worktree }, { environment });
    vi.unstubAllEnvs();
    expect(drift.head).toBe(headOf(worktree));
    expect(existsSync(marker)).toBe(false);
  });

  it('passes no other variables to git', async () => {
    const worktree = repository();
    const out = join(tempFolder(), 'env');
    const fake = script(`/usr/bin/env > '${out}'; exit 128`);
    const environment = { PATH: join(fake, '..'), HOME: '/h', SECRET: 's', GIT_DIR: '/x', Path2: 'y' };
    expect(await askDrift({ worktree }, { environment })).toEqual({ kind: 'unknown', reason: 'failed' });
    const names = execFileSync('cut', ['-d=', '-f1', out], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(
      expect.arrayContaining(['HOME', 'PATH', 'GIT_OPTIONAL_LOCKS', 'GIT_ALLOW_PROTOCOL']),
    );
    for (const name of ['SECRET', 'GIT_DIR', 'Path2']) expect(names).not.toContain(name);
  });
});

describe('a repository of somebody else', () => {
  it.runIf(process.getuid?.() === 0)('is refused, as git refuses it', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1' });
    for (const path of ['', '.git']) chownSync(join(worktree, path), 4242, 4242);
    expect(await askDrift({ worktree, head })).toEqual({ kind: 'unknown', reason: 'refused' });
  });

  it.each([
    ["fatal: detected dubious ownership in repository at '/x'", 'refused'],
    ["fatal: unsafe repository ('/x' is owned by someone else)", 'refused'],
    ['fatal: not a git repository (or any of the parent directories): .git', 'no_repository'],
    ['fatal: bad config line 1 in file .git/config', 'failed'],
  ])('is recognized by the message of git: %s', async (words, reason) => {
    const fake = script(`echo "${words}" >&2; exit 128`);
    const environment = { PATH: `${join(fake, '..')}:/usr/bin:/bin` };
    expect(await askDrift({ worktree: repository() }, { environment })).toEqual({ kind: 'unknown', reason });
  });
});
