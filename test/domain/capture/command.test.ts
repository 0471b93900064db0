import { describe, expect, it } from 'vitest';
import {
  hasPushed,
  pathsEditedInPlace,
  pathsMoved,
  pathsOfHeredocs,
  pathsRemoved,
  pathsReverted,
  pullRequestsOpened,
  segmentsOf,
  withoutHeredocs,
} from '../../../src/domain/capture/command.ts';
import {
  amendsCommit,
  commitsIn,
  commitsTakenBack,
  makesCommits,
  quietCommitsIn,
  resetsToRemote,
} from '../../../src/domain/capture/commits-made.ts';

describe('a command', () => {
  it('reverts the paths that it names', () => {
    expect(pathsReverted('git checkout -- src/a.ts "src/b.ts"')).toEqual(['src/a.ts', 'src/b.ts']);
    expect(pathsReverted('git restore .')).toEqual(['.']);
    expect(pathsReverted('git restore --staged .')).toEqual([]);
    expect(pathsReverted('git reset --hard HEAD~1')).toEqual(['.']);
    expect(pathsReverted('git reset HEAD~1')).toEqual([]);
    expect(pathsReverted('git checkout -b feature')).toEqual([]);
    expect(pathsReverted('echo git checkout -- a')).toEqual([]);
  });

  it('removes paths, and writes files by a here-document', () => {
    expect(pathsRemoved('rm -rf tmp/a.ts b.ts && git rm c.ts && git rm --cached d.ts')).toEqual([
      { path: 'tmp/a.ts', isTracked: false },
      { path: 'b.ts', isTracked: false },
      { path: 'c.ts', isTracked: true },
    ]);
    expect(pathsOfHeredocs("mkdir -p x && cat > x/a.md <<'EOF'\nhi\nEOF")).toEqual(['x/a.md']);
    expect(pathsOfHeredocs('cat a.md > b.md')).toEqual([]);
  });

  it('reports its commits, after a rebase with the branch that was rebased', () => {
    expect(commitsIn('[main (root-commit) 0f0f0f1] First words\n 3 files changed')).toEqual([
      { branch: 'main', hash: '0f0f0f1', subject: 'First words' },
    ]);
    const rebased = '[detached HEAD e1a0f76] Add it\nSuccessfully rebased and updated refs/heads/topic.';
    expect(commitsIn(rebased)).toEqual([{ branch: 'topic', hash: 'e1a0f76', subject: 'Add it' }]);
    expect(makesCommits('git add -A && git commit -m x')).toBe(true);
    expect(makesCommits('cat notes.txt')).toBe(false);
  });

  it('makes commits without a report, known by its own words', () => {
    const script = withoutHeredocs(
      "cd x && git commit -q -F - <<'EOF'\nMatch by value\n\nLong story.\nEOF\ngit rev-parse HEAD",
    );
    expect(quietCommitsIn(script, '84f71be79e95aa\n')).toEqual([
      { branch: '', hash: '84f71be7', subject: 'Match by value' },
    ]);
    expect(quietCommitsIn('git commit -qm "Do it"', '')).toEqual([
      { branch: '', hash: '', subject: 'Do it' },
    ]);
    expect(quietCommitsIn('git commit -qm "Do it" && rake count', 'notes: 1204551')[0]?.hash).toBe('');
    expect(quietCommitsIn('git commit -qm "port: $n.pl"', '')).toEqual([
      { branch: '', hash: '', subject: '' },
    ]);
    expect(quietCommitsIn('git commit -m "Do it"', 'nothing to commit')).toEqual([]);
    const pushed = 'To github.com:a/b.git\n   0aa1b22..d41d8c1  main -> main\n';
    expect(quietCommitsIn('git commit -qm "Do it" && git push', pushed)[0]?.hash).toBe('d41d8c1');
    const pulled = 'Updating 77aa001..c3d4e5f\nFast-forward\n a.ts | 2 +-\n';
    expect(quietCommitsIn('git commit -qm "Do it" && git merge x', pulled)[0]?.hash).toBe('');
  });

  it.each([
    ['git reset --soft HEAD~2', 2],
    ['git reset HEAD~', 1],
    ['git reset --hard HEAD^^', 2],
    ['git reset --hard', 0],
    ['git reset HEAD~1 -- src/a.ts', 0],
    ['git reset -q HEAD~1 src/a.ts', 0],
    ['git reset --soft HEAD~1 && git reset --hard HEAD~1', 2],
  ])('%s takes back %i commits', (command, count) => {
    expect(commitsTakenBack(command)).toBe(count);
  });

  it.each([
    ['git commit --amend --no-edit', true],
    ['git commit -qm "Add it" && git commit -q --amend --no-edit', false],
    ['git commit -m "no --amend"', false],
    ['git log --amend', false],
  ])('%s amends the commit before it: %s', (command, isAmend) => {
    expect(amendsCommit(command)).toBe(isAmend);
  });

  it('makes several commits without a report, each with its hash in the log', () => {
    const log = 'b70e5d9 Add the parser\nf2c48a1 (HEAD) Add the frame\nc01d2ee (origin/main) Release';
    expect(
      quietCommitsIn('git commit -qm "Add the frame" && git commit -qm "Add the parser" && git log', log),
    ).toEqual([
      { branch: '', hash: 'f2c48a1', subject: 'Add the frame' },
      { branch: '', hash: 'b70e5d9', subject: 'Add the parser' },
    ]);
    expect(
      quietCommitsIn(
        'git commit -qm "Add the frame" && git commit -qm "Add the parser" -m "It reads ahead." && git log --oneline -2',
        log,
      ).map(({ hash }) => hash),
    ).toEqual(['f2c48a1', 'b70e5d9']);
    expect(quietCommitsIn('git commit -qam "Add it" && git commit -q --amend --no-edit', '')).toHaveLength(1);
  });

  it('moves the branch to that of a remote', () => {
    expect(resetsToRemote('git fetch && git reset -q --soft origin/main')).toBe(true);
    expect(resetsToRemote('git reset --hard HEAD~1')).toBe(false);
  });

  it('has pushed only if its output does not say otherwise', () => {
    const commit = `git add a && git commit -m "$(cat <<'EOF'\nWords; and more\nEOF\n)" && git push`;
    const pushed = 'To github.com:x/y\n   39ab1c0..1111111  main -> main';
    expect(hasPushed(withoutHeredocs(commit), pushed, false)).toBe(true);
    expect(hasPushed('git -C app push origin main', '', false)).toBe(true);
    expect(hasPushed('git push', ' ! [rejected] main -> main (fetch first)', false)).toBe(false);
    expect(hasPushed('git push --dry-run', '', false)).toBe(false);
    expect(hasPushed('git push', 'Everything up-to-date', false)).toBe(false);
    expect(hasPushed('echo git push', '', false)).toBe(false);
  });

  it.each([
    [
      'git push origin main 2>&1 | tail -2',
      "hint: 'git pull' before pushing again.\nhint: See",
      false,
      false,
    ],
    ['git push 2>&1 | tail -1', 'and the repository exists.', false, false],
    ['git push 2>&1 | tail -1', '   39ab1c0..1111111  a/b -> a/b', false, true],
    ['git push -u origin x 2>&1 | tail -1', "branch 'x' set up to track 'origin/x'.", false, true],
    ['git push -q 2>&1 | tail -1', '', false, true],
    ['git pull && git push | tail -1', '   39ab1c0..1111111  main -> origin/main\nhint: See', false, false],
    ['git push -q || echo no', 'no', false, false],
    ['git push', '', null, false],
    ['git push', ' * [new branch]  topic -> topic', null, true],
    ['git push && npm publish', '   39ab1c0..1111111  main -> main\nnpm ERR! code E403', true, true],
    ['git tag v1 && git push --tags -q', '', false, false],
    ['git push -q origin --tags', '', false, false],
    ['git push -q origin main --tags', '', false, true],
    ['git push -q --follow-tags', '', false, true],
  ])('%s with %j has pushed a branch: %s, %s', (command, output, isError, isPush) => {
    expect(hasPushed(command, output, isError)).toBe(isPush);
  });

  it('opens pull requests, and does not when it only shows them', () => {
    const url = 'https://github.com/ada/x/pull/12';
    expect(pullRequestsOpened('gh pr create --fill', `Creating…\n${url}\n`)).toEqual([url]);
    expect(pullRequestsOpened('gh pr view', url)).toEqual([]);
  });

  it('keeps its quoted parts whole', () => {
    expect(segmentsOf('node -e "a(); b()" && ls')).toEqual(['node -e "a(); b()"', 'ls']);
  });
});

describe('a command that moves files', () => {
  it.each([
    ['mv a.sql b.sql', 'a.sql', 'b.sql', false],
    ['git mv -f a.sql b.sql', 'a.sql', 'b.sql', true],
    ['mv x/a.sql db/', 'x/a.sql', 'db/a.sql', false],
    ['git mv a.ts src', 'a.ts', 'src/a.ts', true],
    ['git mv lib/old lib/new', 'lib/old', 'lib/new', true],
  ])('%s', (command, from, to, isTracked) => {
    expect(pathsMoved(command)).toEqual([{ from, to, isTracked }]);
  });

  it('moves several into a folder', () => {
    expect(pathsMoved('mv a.ts b.ts lib').map(({ to }) => to)).toEqual(['lib/a.ts', 'lib/b.ts']);
  });
});

describe('the files that a command edits in place', () => {
  it.each([
    ["sed -i 's/a/b; c/' src/a.ts src/b.ts && npm test", ['src/a.ts', 'src/b.ts']],
    ["cd x && sed -i.bak -E 's/a|b/c/' a.xml", ['a.xml']],
    ["sed -i '' 's/a/b/' a.ts", ['a.ts']],
    ['sed -i "" "s/a/b/" a.ts', ['a.ts']],
    ["sed -i '1i\\\n// head' a.ts", ['a.ts']],
    ['sed -i -e "s/a/\\"b\\"/" -e s/c/d/ a.ts', ['a.ts']],
    ["perl -pi -e 's/a/b/' a.md b.md | cat", ['a.md', 'b.md']],
    ["sed -i 's/a/b/' a.ts\ncat b.ts", ['a.ts']],
    ["sed -n '1,9p' a.ts", []],
    ["grep -rl x src | xargs sed -i 's/x/y/'", []],
    ["sed -i 's/a/b/' $FILES src/*.ts", []],
    ["sed 's/-i/x/' a.ts", []],
  ])('are named by %s', (command, paths) => {
    expect(pathsEditedInPlace(command)).toEqual(paths);
  });

  it('may stand in a line that the command goes on in', () => {
    expect(pathsEditedInPlace("sed -i 's/a/b/' \\\n  a.ts")).toEqual(['a.ts']);
  });
});
