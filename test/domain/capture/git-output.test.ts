import { describe, expect, it } from 'vitest';
import {
  aheadIn,
  branchIn,
  findsNoPullRequest,
  issueCreated,
  pullRequestNamed,
  statusIn,
} from '../../../src/domain/capture/git-output.ts';

const ROOT = '/home/ada/x';
const LONG = `On branch tides
Your branch is ahead of 'origin/tides' by 3 commits.
  (use "git push" to publish your local commits)

Changes to be committed:
  (use "git restore --staged <file>..." to unstage)
\tmodified:   src/a.ts

Changes not staged for commit:
\tmodified:   src/b.ts

Untracked files:
  (use "git add <file>..." to include in what will be committed)
\tnotes/

no changes added to commit
`;

describe('what git shows as not committed', () => {
  it('is read from both forms of a status', () => {
    expect(statusIn('git status', LONG, ROOT)).toEqual({
      paths: ['src/a.ts', 'src/b.ts'],
      staged: ['src/a.ts'],
      untracked: ['notes/'],
      isWhole: true,
    });
    expect(statusIn('git status --short', 'M  src/a.ts\n M src/b.ts\nMM c.ts\n?? notes/\n', ROOT)).toEqual({
      paths: ['src/a.ts', 'src/b.ts', 'c.ts'],
      staged: ['src/a.ts'],
      untracked: ['notes/'],
      isWhole: true,
    });
  });

  it('contains no line of a rebase that is in progress', () => {
    const output =
      'interactive rebase in progress; onto 1234567\nLast command done:\n   pick b6ff09d # Add tides\n';
    expect(statusIn('git status', output, ROOT)).toMatchObject({ paths: [], untracked: [] });
  });

  it('is not whole if the command filters it', () => {
    expect(statusIn('git status --short | head -3', ' M a.ts', ROOT)).toMatchObject({ isWhole: false });
    expect(statusIn('git status -- src', ' M a.ts', ROOT)).toMatchObject({ isWhole: false });
    expect(statusIn('git diff --name-only', 'a.ts\nb.ts\n', ROOT)).toMatchObject({
      paths: ['a.ts', 'b.ts'],
      untracked: null,
      isWhole: false,
    });
  });

  it.each(['git -C /srv/y status', 'cd /srv/y && git status', 'cd ../y && git status'])(
    'is not that of another worktree: %s',
    (command) => {
      expect(statusIn(command, LONG, ROOT)).toBeNull();
      expect(branchIn(command, LONG, ROOT)).toBeNull();
    },
  );

  it('names the branch and how far it is ahead', () => {
    expect(branchIn('git status', LONG, ROOT)).toBe('tides');
    expect(branchIn('git checkout -b fix', "Switched to a new branch 'fix'\n", ROOT)).toBe('fix');
    expect(aheadIn(LONG)).toEqual({ upstream: 'origin/tides', count: 3 });
    expect(aheadIn('## main...origin/main [ahead 2]\n M a.ts')).toEqual({
      upstream: 'origin/main',
      count: 2,
    });
  });
});

describe('pull requests and issues', () => {
  it('tells a pull request that was worked on from one that was looked at', () => {
    expect(pullRequestNamed('gh pr edit 7 --title x', ROOT)).toEqual({ name: '#7', isWorkedOn: true });
    expect(pullRequestNamed('gh pr diff 7 --repo ada/y', ROOT)).toEqual({
      name: 'ada/y#7',
      isWorkedOn: false,
    });
    expect(pullRequestNamed('cd /srv/y && gh pr view 7', ROOT)).toBeNull();
  });

  it.each([
    ['gh pr view --json url', 'no pull requests found for branch "tides"', true],
    ['gh pr list --head tides --state all 2>/dev/null || echo "No PR found"', '', true],
    ['gh pr list --head tides --json number', '[]', true],
    ['gh pr list --head tides', '7\tTides\ttides\tOPEN', false],
    ['gh pr list --search tides', '', false],
  ])('%s with %j', (command, output, isMissing) => {
    expect(findsNoPullRequest(command, output)).toBe(isMissing);
  });

  it('names an issue that was created', () => {
    const result = '{"id":"1f","identifier":"TID-12","title":"Round the tides"}';
    expect(issueCreated('mcp__tracker__create_issue', null, result)).toBe('TID-12 "Round the tides"');
    expect(issueCreated('mcp__tracker__get_issue', null, result)).toBeNull();
    expect(issueCreated('', 'gh issue create --title x', 'https://github.com/ada/x/issues/9\n')).toBe(
      'https://github.com/ada/x/issues/9',
    );
  });
});
