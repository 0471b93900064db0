import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { askEarly, createDriftReader } from '../../../src/system/git/read-drift.ts';
import {
  commitFiles,
  defaultQuestion,
  driftOptions,
  inPath,
  isAlive,
  REAL_GIT,
  script,
  write,
} from './ask-drift.ts';
import { repository, tempFolder } from './temp-repository.ts';

/** A git that first writes what it is asked to a file. */
function loggingGit() {
  const log = join(tempFolder(), 'log');
  const file = script(`echo "$@" >> '${log}'\nexec '${REAL_GIT}' "$@"`);
  const count = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').length : 0);
  return { options: driftOptions({ environment: inPath(file) }), count };
}

describe('git that was asked early', () => {
  it('is not asked the same again, and gives the same answer', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1', 'b.ts': '1' });
    write(worktree, { 'a.ts': 'changed', 'c.ts': 'new' });
    const question = { ...defaultQuestion, worktree, head, files: ['a.ts'] };
    const { options, count } = loggingGit();
    const late = await createDriftReader(options)(question);
    const asked = count();
    const early = askEarly(worktree, options);
    expect(await createDriftReader(options, early)(question)).toEqual(late);
    expect(late).toMatchObject({ uncommitted: { modified: 1, untracked: 1 } });
    expect(count()).toBe(2 * asked);
  });

  it('has asked everything that does not depend on the checkpoint before it is known', async () => {
    const worktree = repository();
    const { options, count } = loggingGit();
    const early = askEarly(join(worktree, '.'), options);
    const opened = await early?.opened;
    if (typeof opened !== 'object') throw new Error(`not opened: ${opened}`);
    await opened.lists;
    const asked = count();
    await createDriftReader(options, early)({ ...defaultQuestion, worktree });
    expect(count()).toBe(asked);
  });

  it('is asked again for another working tree', async () => {
    const [here, elsewhere] = [repository(), repository()];
    write(elsewhere, { 'new.ts': '' });
    const options = driftOptions();
    const early = askEarly(here, options);
    const drift = await createDriftReader(options, early)({ ...defaultQuestion, worktree: elsewhere });
    expect(drift).toMatchObject({ uncommitted: { untracked: 1 } });
    early?.end();
  });

  it('is not started outside of a repository', () => {
    expect(askEarly(tempFolder(), driftOptions())).toBeUndefined();
  });

  it('leaves no process when nobody reads the answers', async () => {
    const pids = join(tempFolder(), 'pids');
    const fake = script(`sleep 300 &\necho $$ $! >> '${pids}'\nwait`);
    const early = askEarly(repository(), driftOptions({ environment: inPath(fake) }));
    const started = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split(/\s+/) : []);
    await vi.waitFor(() => expect(started()).toHaveLength(2), 60_000);
    early?.end();
    await vi.waitFor(() => expect(started().filter(isAlive)).toEqual([]), 60_000);
  });
});
