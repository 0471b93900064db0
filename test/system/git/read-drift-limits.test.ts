import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  askDrift,
  commitFiles,
  headOf,
  inPath,
  isAlive,
  knownDrift,
  REAL_GIT,
  script,
  write,
} from './ask-drift.ts';
import { git, repository, tempFolder } from './temp-repository.ts';

const many = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/${at % 50}/file-${at}.ts`, text]));

describe('the time it takes', () => {
  it('ends at the limit, and leaves no process', async () => {
    const pids = join(tempFolder(), 'pids');
    const fake = script(`sleep 300 &\necho $$ $! >> '${pids}'\nwait`);
    const worktree = repository();
    const result = await askDrift({ worktree }, { environment: inPath(fake), limitMs: undefined });
    expect(result).toEqual({ kind: 'unknown', reason: 'slow' });
    const started = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split(/\s+/) : [];
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), 60_000);
  });

  it('loses only the part that is late', async () => {
    const worktree = repository();
    const head = headOf(worktree);
    commitFiles(worktree, { 'a.ts': '1' });
    const fake = script(`case " $* " in *" diff-files "*) exec sleep 5;; esac\nexec '${REAL_GIT}' "$@"`);
    const drift = await knownDrift({ worktree, head }, { environment: inPath(fake), limitMs: 3_000 });
    expect(drift).toMatchObject({
      commitsSince: { count: 1 },
      uncommitted: { isAtLeast: true },
      unread: ['uncommitted'],
    });
  });
});

describe('without git', () => {
  it.each(['', '/nonexistent', undefined])('returns git_missing: PATH is %j', async (PATH) => {
    const facts = await askDrift({ worktree: repository() }, { environment: { PATH } });
    expect(facts).toEqual({ kind: 'unknown', reason: 'git_missing' });
  });

  it('still returns no_repository for other folders', async () => {
    const facts = await askDrift({ worktree: tempFolder() }, { environment: {} });
    expect(facts).toEqual({ kind: 'unknown', reason: 'no_repository' });
  });
});

describe('very large repositories', () => {
  it('counts 5,000 changed files, and compares a limited number', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, many(5_000, 'before'));
    write(worktree, many(5_000, 'after it'));
    const named = 'src/49/file-4999.ts';
    const { uncommitted, changedFiles } = await knownDrift({ worktree, head, files: ['file-4999.ts'] });
    expect((uncommitted?.modified ?? 0) + (uncommitted?.unchecked ?? 0)).toBe(5_000);
    expect(uncommitted?.names).toHaveLength(5);
    expect(changedFiles).toEqual([{ path: named, isUncommitted: true }]);
    git(worktree, 'commit', '-q', '-a', '-m', 'all of them');
    expect(await knownDrift({ worktree, head, files: ['file-4999.ts'] })).toMatchObject({
      changedFiles: [{ path: named, isUncommitted: false }],
      uncommitted: { modified: 0, unchecked: 0 },
    });
  });

  it('cuts an endless answer, and marks the counts as a minimum', async () => {
    const worktree = repository();
    const endless = `case " $* " in *" --others "*) exec yes some-untracked-file | tr '\\n' '\\0';; esac`;
    const fake = script(`${endless}\nexec '${REAL_GIT}' "$@"`);
    const { uncommitted } = await knownDrift({ worktree }, { environment: inPath(fake) });
    expect(uncommitted?.isAtLeast).toBe(true);
    expect(uncommitted?.untracked).toBeGreaterThan(100_000);
    expect(uncommitted?.names).toEqual(['some-untracked-file']);
  });
});
