import { describe, expect, it } from 'vitest';
import {
  commandKey,
  commitsIn,
  covers,
  headOf,
  isLooking,
  pathsOfHeredocs,
  pathsRemoved,
  pathsReverted,
  segmentsOf,
} from '../../../src/domain/capture/command.ts';

describe('a command', () => {
  it.each([
    ['npm test', 'npm test'],
    ['cd app && npm test 2>&1 | tail -20', 'npm test'],
    ['CI=1 FOO="a b" npm test > /tmp/log', 'npm test'],
    ['timeout 60 npx vitest run', 'vitest run'],
    ['npm run build && npm test', 'npm run build && npm test'],
    ["git commit -m 'a && b; c | d'", "git commit -m 'a && b; c | d'"],
    ["cat > a.sh <<'EOF'\nnpm test\nEOF\nbash a.sh", 'cat && bash a.sh'],
  ])('%s does the same as %s', (command, key) => {
    expect(commandKey(command)).toBe(key);
  });

  it.each([
    ['npm run build -- --fast', 'npm run build'],
    ['docker compose up -d', 'docker compose up'],
    ['git -C /x push origin main', 'git /x'],
    ['python train.py --small', 'python train.py'],
    ['tsc --noEmit', 'tsc'],
  ])('%s is %s by its head', (command, head) => {
    expect(headOf(command)).toBe(head);
  });

  it('covers itself, and the same command with more restrictions', () => {
    expect(covers('pytest', 'pytest -x tests/test_dst.py')).toBe(true);
    expect(covers('pytest tests/test_dst.py', 'pytest -x tests/test_dst.py')).toBe(true);
    expect(covers('pytest tests/test_a.py', 'pytest')).toBe(false);
    expect(covers('pytest tests/test_a.py', 'pytest tests/test_b.py')).toBe(false);
  });

  it.each(['grep -rn x src', 'ls config', 'cd x && git status', 'cat a | head -3', 'curl -sf localhost:1'])(
    '%s only looks around',
    (command) => {
      expect(isLooking(command)).toBe(true);
    },
  );

  it.each(['npm test', 'grep x a && npm run build', 'git push', 'rm a'])('%s does something', (command) => {
    expect(isLooking(command)).toBe(false);
  });

  it('reverts the paths that it names', () => {
    expect(pathsReverted('git checkout -- src/a.ts "src/b.ts"')).toEqual(['src/a.ts', 'src/b.ts']);
    expect(pathsReverted('git restore --staged .')).toEqual(['.']);
    expect(pathsReverted('git reset --hard HEAD~1')).toEqual(['.']);
    expect(pathsReverted('git reset HEAD~1')).toEqual([]);
    expect(pathsReverted('git checkout -b feature')).toEqual([]);
    expect(pathsReverted('echo git checkout -- a')).toEqual([]);
  });

  it('removes paths, and writes files by a here-document', () => {
    expect(pathsRemoved('rm -rf tmp/a.ts b.ts')).toEqual(['tmp/a.ts', 'b.ts']);
    expect(pathsOfHeredocs("mkdir -p x && cat > x/a.md <<'EOF'\nhi\nEOF")).toEqual(['x/a.md']);
    expect(pathsOfHeredocs('cat a.md > b.md')).toEqual([]);
  });

  it('reads commits from the output of git only', () => {
    const output = '[main (root-commit) 0f0f0f1] First words\n 3 files changed';
    expect(commitsIn('git add -A && git commit -m "First words"', output)).toEqual([
      { branch: 'main', hash: '0f0f0f1', subject: 'First words' },
    ]);
    expect(commitsIn('cat notes.txt', output)).toEqual([]);
  });

  it('keeps its quoted parts whole', () => {
    expect(segmentsOf('node -e "a(); b()" && ls')).toEqual(['node -e "a(); b()"', 'ls']);
  });
});
