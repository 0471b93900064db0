import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askEarly, createDriftReader } from '../../../src/system/git/read-drift.ts';
import {
  commitFiles,
  defaultQuestion,
  driftOptions,
  inPath,
  knownDrift,
  REAL_GIT,
  script,
  write,
} from './ask-drift.ts';
import { git, repository, tempFolder } from './temp-repository.ts';

/** A git that answers one question with NULs and letters without end. */
const endlessAt = (word: string) =>
  script(`case " $* " in *" ${word} "*) exec yes endless | tr '\\n' '\\0';; esac\nexec '${REAL_GIT}' "$@"`);

afterEach(() => void vi.unstubAllEnvs());

describe('questions that are asked at once', () => {
  it('start one process from this one, although git runs several times', async () => {
    const log = join(tempFolder(), 'log');
    const file = script(`echo $PPID >> '${log}'\nexec '${REAL_GIT}' "$@"`);
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1' });
    write(worktree, { 'a.ts': 'changed', 'b.ts': 'new' });
    const { uncommitted, unread } = await knownDrift({ worktree, head }, { environment: inPath(file) });
    expect(uncommitted).toMatchObject({ modified: 1, untracked: 1 });
    expect(unread).toEqual([]);
    const parents = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(parents.length).toBeGreaterThan(2);
    expect(new Set(parents).size).toBe(1);
    expect(parents[0]).not.toBe(String(process.pid));
  });

  it.each([`it's`, '$(touch x) "`"', 'two\nlines', '-c', 'a * b?[c]'])(
    'are about the folder with the name %j and no other',
    async (name) => {
      const worktree = repository(name === '-c' ? './-c' : name);
      write(worktree, { 'a\nb.ts': '', "it's.ts": '' });
      const { uncommitted, branch } = await knownDrift({ worktree });
      expect(branch).toBe('main');
      expect(uncommitted?.names.toSorted()).toEqual(['a\nb.ts', "it's.ts"]);
    },
  );

  it('are kept apart even if git prints two NULs in a row and then something like an end mark', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1' });
    const output = String.raw`\000\0000\ninvented.ts\000`;
    const file = script(
      `case " $* " in *" diff-files "*) exec printf '${output}';; esac\nexec '${REAL_GIT}' "$@"`,
    );
    const { uncommitted } = await knownDrift({ worktree, head }, { environment: inPath(file) });
    expect(uncommitted).toMatchObject({ modified: 0, untracked: 0, names: [] });
  });

  it('name no file without a name', async () => {
    const worktree = repository();
    const output = String.raw`b.ts\000\000c.ts\000`;
    const file = script(
      `case " $* " in *" --others "*) exec printf '${output}';; esac\nexec '${REAL_GIT}' "$@"`,
    );
    const { uncommitted } = await knownDrift({ worktree }, { environment: inPath(file) });
    expect(uncommitted).toMatchObject({ untracked: 2, names: ['b.ts', 'c.ts'] });
  });

  it('are asked alone if the answer to one before them is too long', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1' });
    write(worktree, { 'b.ts': 'new', 'c.ts': 'staged' });
    git(worktree, 'add', 'c.ts');
    const environment = inPath(endlessAt('diff-files'));
    const { uncommitted } = await knownDrift({ worktree, head }, { environment });
    expect(uncommitted).toMatchObject({ staged: 1, untracked: 1, isAtLeast: true });
  });

  it('list no folder that the repository claims as its working tree', async () => {
    const worktree = repository();
    const elsewhere = tempFolder();
    write(elsewhere, { 'private.txt': '' });
    const log = join(tempFolder(), 'log');
    const file = script(`echo "$*" >> '${log}'\nexec '${REAL_GIT}' "$@"`);
    git(worktree, 'config', 'core.worktree', elsewhere);
    await expect(knownDrift({ worktree }, { environment: inPath(file) })).rejects.toThrow('failed');
    expect(readFileSync(log, 'utf8')).not.toMatch(/ls-files|diff-/);
  });

  it('leave no file, neither with their answers nor while git works', async () => {
    const worktree = repository();
    const hanging = driftOptions({ environment: inPath(script('sleep 300')) });
    const { environment } = driftOptions();
    const folder = tempFolder();
    vi.stubEnv('TMPDIR', folder);
    const early = askEarly(worktree, hanging);
    expect(early).toBeDefined();
    expect(readdirSync(folder)).toEqual([]);
    early?.end();
    const answers = askEarly(worktree, { ...hanging, environment });
    expect(await answers?.opened).toMatchObject({ repository: { branch: 'main' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are asked alone if no file can be created for their answers', async () => {
    const worktree = repository();
    const head = commitFiles(worktree, { 'a.ts': '1' });
    write(worktree, { 'a.ts': 'changed', 'b.ts': 'new' });
    const read = createDriftReader(driftOptions());
    const question = { ...defaultQuestion, worktree, head };
    const known = await read(question);
    expect(known).toMatchObject({ uncommitted: { modified: 1, untracked: 1 } });
    vi.stubEnv('TMPDIR', join(tempFolder(), 'missing'));
    expect(await read(question)).toEqual(known);
  });
});
