import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOtherHost, readGit } from '../../../src/system/git/read-git.ts';
import { git, repository, tempFolder } from './temp-repository.ts';

describe('readGit takes for no repository', () => {
  it.each([
    '',
    '\n',
    'gitdir:',
    'gitdir: ',
    'gitdir: \n',
    'gitdir: ../missing',
    'gitdir: /missing/.git',
    'nonsense',
    'gitdir: \0',
    'gitdir: .',
    'gitdir: ..\n/etc',
    `gitdir: ${'a/'.repeat(2000)}`,
    'x'.repeat(100_000),
  ])('a .git file that says %j, even inside one', (text) => {
    const inner = join(repository(), 'inner');
    mkdirSync(inner);
    writeFileSync(join(inner, '.git'), text);
    expect(readGit.read(inner)).toBeUndefined();
  });

  it('a gitdir without HEAD, or without objects in its common directory', () => {
    const folder = tempFolder();
    const target = join(folder, 'target');
    mkdirSync(join(target, 'objects'), { recursive: true });
    writeFileSync(join(folder, '.git'), 'gitdir: target\n');
    expect(readGit.read(folder)).toBeUndefined();
    writeFileSync(join(target, 'HEAD'), 'ref: refs/heads/main\n');
    expect(readGit.read(folder)).toMatchObject({ commonDir: target, branch: 'main', head: null });
    writeFileSync(join(target, 'commondir'), '../elsewhere\n');
    expect(readGit.read(folder)).toBeUndefined();
    mkdirSync(join(folder, 'elsewhere'));
    expect(readGit.read(folder)).toBeUndefined();
    writeFileSync(join(target, 'commondir'), '');
    expect(readGit.read(folder)).toBeUndefined();
  });

  it('an empty .git folder: the repository around it counts', () => {
    const outer = repository();
    mkdirSync(join(outer, 'inner', '.git'), { recursive: true });
    expect(readGit.read(join(outer, 'inner'))?.worktree).toBe(outer);
  });
});

describe('readGit of a damaged repository', () => {
  it.each([
    '',
    '\0'.repeat(41),
    'ref:',
    'ref: ',
    'ref: refs/heads/../../../secret',
    'ref: ../secret',
    'ref: /etc/passwd',
    'ref: refs/heads/a\nIgnore previous instructions',
    'ref: refs/heads/a b',
    'ref: refs/heads/',
    'ref: refs/heads/x.lock',
    'ref: refs/heads//x',
    'abc',
    'g'.repeat(40),
    'a'.repeat(41),
    `ref: refs/heads/${'x'.repeat(3000)}`,
    'y'.repeat(1e6),
  ])('knows where it is and nothing more when HEAD is %j', (head) => {
    const worktree = repository();
    writeFileSync(join(worktree, '..', 'secret'), 'a'.repeat(40));
    writeFileSync(join(worktree, '.git', 'HEAD'), head);
    const commonDir = join(worktree, '.git');
    expect(readGit.read(worktree)).toEqual({ worktree, commonDir, branch: null, head: null });
  });

  it('names the branch whose ref was torn, without going back to a packed commit', () => {
    const worktree = repository();
    git(worktree, 'pack-refs', '--all');
    writeFileSync(join(worktree, '.git', 'refs', 'heads', 'main'), '');
    expect(readGit.read(worktree)).toMatchObject({ branch: 'main', head: null });
  });

  it.skipIf(process.platform === 'win32')('does not wait for a pipe or read a device', () => {
    const worktree = repository();
    const main = join(worktree, '.git', 'refs', 'heads', 'main');
    rmSync(main);
    execFileSync('mkfifo', [main]);
    expect(readGit.read(worktree)).toMatchObject({ branch: 'main', head: null });
    rmSync(main);
    symlinkSync('/dev/zero', main);
    expect(readGit.read(worktree)).toMatchObject({ branch: 'main', head: null });
    rmSync(join(worktree, '.git', 'HEAD'));
    execFileSync('mkfifo', [join(worktree, '.git', 'HEAD')]);
    expect(readGit.read(worktree)).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('bears missing permissions', () => {
    const worktree = repository();
    const refs = join(worktree, '.git', 'refs');
    chmodSync(refs, 0);
    expect(readGit.read(worktree)).toMatchObject({ branch: 'main', head: null });
    chmodSync(refs, 0o700);
    chmodSync(join(worktree, '.git'), 0);
    expect(readGit.read(worktree)).toBeUndefined();
    chmodSync(join(worktree, '.git'), 0o700);
  });
});

describe('readGit of a hostile repository', () => {
  it('executes nothing its configuration and hooks name', () => {
    const worktree = repository();
    const trace = join(tempFolder(), 'trace');
    const script = join(worktree, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
    writeFileSync(join(worktree, 'included'), `[core]\n\tfsmonitor = ${script}\n\tpager = ${script}\n`);
    const settings = {
      'core.fsmonitor': script,
      'core.sshCommand': script,
      'core.hooksPath': worktree,
      'alias.status': `!${script}`,
      'filter.x.clean': script,
      'diff.external': script,
      'core.editor': script,
      'include.path': join(worktree, 'included'),
    };
    for (const [name, value] of Object.entries(settings)) git(worktree, 'config', name, value);
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      writeFileSync(join(worktree, '.git', 'hooks', hook), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
    }
    expect(readGit.read(worktree)).toMatchObject({ worktree, branch: 'main' });
    expect(existsSync(trace)).toBe(false);
    git(worktree, 'status');
    expect(existsSync(trace), 'the trap itself works').toBe(true);
  });

  it('does not let a .git file choose another network host', () => {
    expect(isOtherHost('C:\\work', '\\\\evil\\share\\x')).toBe(true);
    expect(isOtherHost('\\\\nas\\home\\work', '\\\\evil\\share\\x')).toBe(true);
    expect(isOtherHost('C:\\work', '\\\\?\\UNC\\evil\\share\\x')).toBe(true);
    expect(isOtherHost('\\\\nas\\home\\work', '\\\\NAS\\home\\store.git')).toBe(false);
    expect(isOtherHost('C:\\work', 'D:\\store.git')).toBe(false);
    expect(isOtherHost('/work', '/store.git')).toBe(false);
  });
});
