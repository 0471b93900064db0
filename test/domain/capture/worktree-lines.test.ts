import { describe, expect, it } from 'vitest';
import { deriveCheckpoint } from '../../../src/domain/capture/derive/checkpoint.ts';
import { converse } from './entries.ts';

const checkpointOf = (talk: ReturnType<typeof converse>) => deriveCheckpoint(talk.digest())[0]?.text ?? '';

describe('what is not committed', () => {
  it('counts every file that git names, and untracked ones apart', () => {
    const files = Array.from({ length: 70 }, (_, at) => ` M src/part-${at}.ts`).join('\n');
    const talk = converse('tides').person('review the changes');
    const text = checkpointOf(
      talk.runs('git status --short', `${files}\n?? ci/\n?? lint.yaml`).agent('Fine.'),
    );
    expect(text).toMatch(/^No file was changed\.\nThe last `git status` \(on branch tides\) shows/);
    expect(text).toMatch(
      /not committed, changed by a command or by somebody else: src\/part-0\.ts, .* and 62 more; ci\/, lint\.yaml \(untracked\)\./,
    );
  });

  it('is what a commit left behind', () => {
    const talk = converse('tides')
      .person('fix both')
      .writes('src/a.ts')
      .writes('src/b.ts')
      .runs('git status --short', ' M settings.json\n M src/a.ts\n M src/b.ts\n?? notes.txt')
      .runs('git add src/a.ts && git commit -m x', '[tides 1234567] Fix a')
      .agent('Committed the first one.');
    const text = checkpointOf(talk);
    expect(text).toContain('Not committed (on branch tides): src/b.ts.');
    expect(text).toContain(
      'Also not committed, changed by a command or by somebody else: settings.json; notes.txt (untracked).',
    );
    const all = checkpointOf(
      talk.runs('git add -A && git commit -m y', '[tides 2345678] Fix b').agent('Both.'),
    );
    expect(all).not.toMatch(/ot committed/);
  });

  it('is not claimed of a file that somebody committed since', () => {
    const talk = converse().person('fix it').writes('src/a.ts').agent('Fixed.').person('committed it, go on');
    talk.runs('git status --short', ' M other.ts').agent('Good.');
    expect(checkpointOf(talk)).not.toContain('Not committed: src/a.ts');
    talk.writes('src/a.ts').agent('And again.');
    expect(checkpointOf(talk)).toContain('Not committed: src/a.ts');
  });

  it('stays if git shows a folder that contains it as untracked, or only a part of the worktree', () => {
    const talk = () => converse().person('write it').creates('pkg/a.ts');
    expect(checkpointOf(talk().runs('git status --short', '?? pkg/').agent('ok'))).toContain(
      'Not committed: pkg/a.ts.',
    );
    expect(checkpointOf(talk().runs('git status --short docs', '').agent('ok'))).toContain(
      'Not committed: pkg/a.ts.',
    );
  });

  it('can be recovered from a dropped stash by the hash that git named', () => {
    const hash = 'f3de28ef798914bd0e3c45fd60fea454146145d4';
    const talk = converse().person('fix it').writes('src/a.ts').runs('git stash', 'Saved working directory');
    const text = checkpointOf(talk.runs('git stash drop', `Dropped refs/stash@{0} (${hash})`).agent('Hm.'));
    expect(text).toContain(
      `Lost: the changes were in a stash that was dropped: src/a.ts, and whatever else was not committed then. \`git show ${hash}\` shows it`,
    );
  });
});

describe('what the session did', () => {
  it('is nothing only if no command may have changed a file', () => {
    const talk = () =>
      converse('tides').person('what does it do').reads('a.ts').runs('rg tide | head -3', 'a');
    expect(checkpointOf(talk().runs('npm test', '3 passed').agent('It reads.'))).toMatch(
      /^On branch tides\. No file was changed\./,
    );
    for (const command of ['gofmt -w a.go', 'echo x > a.ts', 'npx biome check --write src', 'find . -delete'])
      expect(checkpointOf(talk().runs(command, '').agent('It reads.'))).not.toContain('No file was changed');
    for (const command of ['go run /tmp/try.go > /tmp/out', 'ssh -G -- harbor.example | head -5'])
      expect(checkpointOf(talk().runs(command, '').agent('It reads.'))).toContain('No file was changed');
    expect(checkpointOf(talk().runs('ssh harbor.example make', '').agent('It reads.'))).not.toContain(
      'No file',
    );
  });

  it('contains how far the branch is ahead, and that it has no pull request', () => {
    const talk = converse('tides').person('fix it').writes('a.ts');
    talk.runs('git add -A && git commit -m x', '[tides 1234567] Fix it');
    talk.runs('git status', "On branch tides\nYour branch is ahead of 'origin/tides' by 4 commits.\n");
    talk.fails('gh pr view', 'no pull requests found for branch "tides"').agent('Fixed.');
    expect(checkpointOf(talk)).toContain('(no push was seen; ahead of origin/tides by 4 commits).');
    talk.runs('git status', "On branch tides\nYour branch is ahead of 'origin/tides' by 1 commit.\n");
    expect(checkpointOf(talk)).toContain('(no push was seen; ahead of origin/tides by 1 commit).');
    const none = 'No pull request was found for branch tides, and none was opened since.';
    expect(checkpointOf(talk)).toContain(none);
    talk.runs('gh pr create --fill', 'https://github.com/ada/x/pull/7\n').agent('Opened.');
    expect(checkpointOf(talk)).not.toContain(none);
  });
});

describe('a commit of files that were named', () => {
  const begun = () => converse().person('change the orders').writes('api.ts').writes('footer.html');
  const notCommitted = (talk: ReturnType<typeof converse>) =>
    /^Not committed[^:]*: (.*)\.$/m.exec(
      checkpointOf(talk.agent('Committed, with nothing else in it.')),
    )?.[1];

  it.each([
    ['git add footer.html && git commit -m "Fix the typo"'],
    ["git commit -m 'Fix it; and more'", 'git add ./footer.html'],
    ['git commit --no-verify -F msg.txt', 'git checkout -b typo && git add footer.html'],
  ])('leaves the others: %s', (commit, before = 'git log') => {
    const talk = begun().runs(before).runs(commit, '[main 1111111] Fix the typo\n 1 file changed');
    expect(notCommitted(talk)).toBe('api.ts');
    talk.runs('git add api.ts && git commit -m "Orders"', '[main 2222222] Orders\n 1 file changed');
    expect(notCommitted(talk)).toBe(undefined);
  });

  it.each([
    ['git add -A && git commit -m x'],
    ['git add src footer.html api.ts && git commit -m x'],
    ['git commit -m x', 'git add footer.html && git add .'],
    ['git commit footer.html api.ts -m x', 'git add footer.html'],
    ['git commit -m x', 'git reset -q'],
    ['git commit -am x', 'git add footer.html'],
    ['git commit -m x'],
  ])('says nothing about them if it is not known what it took: %s', (commit, before = 'git log') => {
    const talk = begun().runs(before).runs(commit, '[main 1111111] Fix the typo\n 2 files changed');
    expect(notCommitted(talk)).toBe(undefined);
  });
});
