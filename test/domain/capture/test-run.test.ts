import { describe, expect, it } from 'vitest';
import { findTestRun, readOutcome, runsWithoutChanges } from '../../../src/domain/capture/test-run.ts';

describe('a run of tests', () => {
  it.each([
    ['npm test', 'js', true],
    ['npm run test:unit', 'js', true],
    ['npm test -- region-picker', 'js', false],
    ['npx vitest run', 'js', true],
    ['npx vitest run test/a.test.ts', 'js', false],
    ['cd app && CI=1 yarn test --watch=false', 'js', true],
    ['node --test', 'js', true],
    ['python -m pytest -q', 'python', true],
    ['uv run pytest -x tests/test_a.py', 'python', false],
    ['go test -race ./...', 'go', true],
    ['go test ./dedup/...', 'go', false],
    ['cargo test', 'rust', true],
    ['./gradlew test', 'jvm', true],
    ['mvn -q verify', 'jvm', true],
    ['bundle exec rspec', 'ruby', true],
    ['dotnet test', 'dotnet', true],
    ['vendor/bin/phpunit', 'php', true],
    ['for i in 1 2; do npx jest || break; done', 'js', true],
  ])('%s is one of %s', (command, runner, isWhole) => {
    expect(findTestRun(command)).toEqual({ runner, isWhole });
  });

  it.each([
    'npm install -D vitest',
    'cat vitest.config.ts',
    'git commit -m "run npm test"',
    'grep -rn pytest .',
    'npm run build',
    "cat > run.sh <<'EOF'\nnpm test\nEOF",
  ])('%s is none', (command) => {
    expect(findTestRun(command)).toBeUndefined();
  });

  it.each([
    ['vitest', '      Tests  2 failed | 41 passed (43)', 41, 2],
    [
      'vitest in colour',
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m | \u001b[32m5 passed\u001b[39m (6)',
      5,
      1,
    ],
    ['jest', 'Test Suites: 1 failed, 3 passed, 4 total\nTests:       1 failed, 12 passed, 13 total', 12, 1],
    ['pytest', '========= 2 failed, 188 passed in 31.20s =========', 188, 2],
    [
      'cargo',
      'test result: ok. 10 passed; 0 failed; 0 ignored\ntest result: FAILED. 3 passed; 1 failed; 0 ignored',
      13,
      1,
    ],
    ['dotnet', 'Failed!  - Failed:     1, Passed:    10, Skipped:     0, Total:    11', 10, 1],
    [
      'maven',
      'Tests run: 4, Failures: 0, Errors: 0, Skipped: 0\nTests run: 10, Failures: 1, Errors: 1, Skipped: 1',
      7,
      2,
    ],
    ['rspec', '34 examples, 1 failure', 33, 1],
    ['gradle', '12 tests completed, 1 failed', 11, 1],
    ['node', '# tests 12\n# pass 11\n# fail 1', 11, 1],
    ['mocha', '  12 passing (3s)\n  1 failing', 12, 1],
    ['unittest', 'Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1)', null, 2],
    ['playwright', '  1 failed\n  12 passed (3.1s)', 12, 1],
  ])('is counted as %s counts', (_, output, passed, failed) => {
    expect(readOutcome('x', output, true)).toMatchObject({ ended: 'failed', passed, failed });
  });

  it.each([
    [
      'FAILED tests/test_a.py::test_x - AssertionError\nFAILED tests/test_a.py::test_y - E',
      ['tests/test_a.py::test_x', 'tests/test_a.py::test_y'],
    ],
    [' FAIL  test/a.test.ts > adds up', ['test/a.test.ts > adds up']],
    ['  ● headers › sends seconds', ['headers › sends seconds']],
    ['--- FAIL: TestDrain (10.00s)', ['TestDrain']],
    ['test args::keeps_order ... FAILED', ['args::keeps_order']],
    ['rspec ./spec/a_spec.rb:41 # Approval works', ['Approval works']],
  ])('names what failed: %s', (output, failing) => {
    expect(readOutcome('x', output, true).failing).toEqual(failing);
  });

  it.each([
    ['git stash && pytest -q; git stash pop', true],
    ['cd app && git stash push -m x && npm test', true],
    ['git stash -u; go test ./...; git stash apply', true],
    ['git stash && git pull && git stash pop && pytest -q', false],
    ['git stash list && pytest -q', false],
    ['git stash && git pull', false],
    ['pytest -q && git stash', false],
  ])('%s runs without the changes: %s', (command, isWithout) => {
    expect(runsWithoutChanges(command)).toBe(isWithout);
  });

  it('fails by its output if a pipe hides the exit code', () => {
    expect(readOutcome('npm test | tail -3', 'Tests:       1 failed, 2 total', false).ended).toBe('failed');
    expect(readOutcome('go test ./... | tail', 'FAIL\trelay/server\t10.0s', false).ended).toBe('failed');
  });

  it('is unknown if a pipe hides the exit code and nothing can be counted', () => {
    expect(readOutcome('npm test | grep x', '', false).ended).toBe('unknown');
    expect(readOutcome('npm test', '', false).ended).toBe('passed');
    expect(readOutcome('go test ./... | tail', 'ok  \trelay/queue\t0.4s', false).ended).toBe('passed');
  });

  it('is fast in output that is made to be slow', () => {
    const outputs = [
      '\n'.repeat(200_000),
      '1'.repeat(200_000),
      '1 '.repeat(100_000),
      'Tests: 1 a'.repeat(20_000),
      '● '.repeat(50_000),
    ];
    for (const output of outputs) expect(readOutcome('x', output, false).failing).toEqual([]);
  });
});
