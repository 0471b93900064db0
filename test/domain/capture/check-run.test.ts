import { describe, expect, it } from 'vitest';
import { failureIn, hasPassed } from '../../../src/domain/capture/check-outcome.ts';
import { checkIn, isPartialRun } from '../../../src/domain/capture/check-run.ts';

describe('a command that checks', () => {
  it.each([
    ['npm test', 'test'],
    ['pnpm --filter server test', 'test'],
    ['yarn workspace server test --run', 'test'],
    ['mise run test:ci 2>&1 | tail -5', 'test'],
    ['cd x && go test ./... -run "A|B"', 'test'],
    ['just unit-test', 'test'],
    ['npx vitest run --project unit', 'test'],
    ['uv run pytest -q', 'test'],
    ['CI=false mise run lint:go', 'lint'],
    ['cargo clippy', 'lint'],
    ['golangci-lint run ./...', 'lint'],
    ['go run example.org/golangci/golangci-lint/v2/cmd/golangci-lint@v2.4.0 run ./...', 'lint'],
    ['make build', 'build'],
    ['npx tsc --noEmit', 'lint'],
    ['./gradlew integrationTest', 'test'],
    ['./gradlew clean :app:testDebugUnitTest --info', 'test'],
    ['./gradlew assemble testClasses', undefined],
    ['./gradlew test --tests com.example.Login', 'test'],
    ['mvn -q clean test', 'test'],
    ['bin/rails test test/models', 'test'],
    ['make check C=fr BUCKET=sandbox', 'check'],
    ['npm run check', 'check'],
    ['just check-links', 'check'],
    ['cargo check --all', 'lint'],
    ['npx biome check src', 'lint'],
    ['npm run type-check', 'lint'],
    ['conda run -n soil pytest -q tests/test_features.py', 'test'],
    ['php bin/phpunit --testsuite invoices', 'test'],
    ['vendor/bin/phpunit', 'test'],
    ['pnpm vitest run src/server', 'test'],
    ['pnpm exec vitest', 'test'],
    ['yarn jest --ci', 'test'],
    ['docker compose exec -T -e CI=1 web pytest -x', 'test'],
    ['docker compose run --rm web npm test', 'test'],
    ['DATABASE_URL=x uv run --group dev python -m pytest', 'test'],
    ['bash -lc "cd api && go test ./..."', 'test'],
    ['./node_modules/.bin/eslint src', 'lint'],
    ['godot --headless -s tests/run.gd 2>&1 | tail -6', 'test'],
    ['python tests/run_all.py', 'test'],
    ['php artisan test --filter=Cart 2>&1 | tail -2', 'test'],
    ['python manage.py test waitlist', 'test'],
    ['$ZEPHYR_BASE/scripts/twister -T tests/ringbuf 2>&1 | tail -5', 'test'],
    ['west build -p', 'build'],
    ['make -s -C tests clean check SAN=address 2>&1 | tail -4', 'check'],
    ['make -C tests clean', undefined],
    [
      "xcodebuild test -workspace A.xcworkspace -destination 'platform=iOS Simulator' -quiet | tail -5",
      'test',
    ],
    ['xcodebuild -scheme ATests test-without-building', 'test'],
    ['xcodebuild build -scheme ATests', 'build'],
  ])('%s is a run of %s', (command, kind) => {
    expect(checkIn(command)?.kinds).toEqual(kind && [kind]);
  });

  it.each([
    'ls test',
    'git commit -m "test: add"',
    'npm run deploy',
    'cat build.log',
    'go mod tidy',
    'mise run fmt',
    'php bin/console cache:clear',
    'docker compose exec web ls tests',
    'python manage.py migrate',
    'pnpm dev',
    'bash deploy.sh',
    'node scripts/latest.mjs',
  ])('%s is none', (command) => {
    expect(checkIn(command)).toBeUndefined();
  });

  it('is named as it was run, with its folder and environment, without filters of its output', () => {
    expect(checkIn('cd api && CI=1 go test ./... 2>&1 | tail -3 && mise run lint')).toEqual({
      kinds: ['test', 'lint'],
      text: 'cd api && CI=1 go test ./... && mise run lint',
    });
    expect(checkIn('cd api; echo start; make test; echo done')?.text).toBe('cd api && make test');
    expect(checkIn('cd api; X_E2E=1 env MODE="a b" go test ./...; echo done')?.text).toBe(
      'cd api && X_E2E=1 MODE="a b" go test ./...',
    );
    expect(checkIn('git diff --stat && git status --short && go test ./...')?.text).toBe('go test ./...');
  });

  it('does not count if it runs on another state', () => {
    expect(checkIn('git stash && make lint; git stash pop')).toBeUndefined();
    expect(checkIn('git stash push -u && make lint')).toBeUndefined();
    expect(checkIn('git stash pop && make lint')?.text).toBe('make lint');
    expect(checkIn('make lint; git stash list')?.text).toBe('make lint');
  });
});

describe('what a failed check names', () => {
  it.each([
    [
      '==== FAILURES ====\n____________ test_rain_sum ____________\n>  assert a\nE       assert 15.5 == 12.0\ntests/x.py:63: AssertionError\n1 failed',
      'test_rain_sum — E       assert 15.5 == 12.0',
    ],
    [
      'There was 1 failure:\n\n1) App\\Tests\\SumTest::testTotal\nFailed asserting that 1 is identical to 2.\n\nFAILURES!\nTests: 7, Failures: 1.',
      '1) App\\Tests\\SumTest::testTotal — Failed asserting that 1 is identical to 2.',
    ],
    ['save: roundtrip ok\n13 passed, 4 failed', '13 passed, 4 failed'],
    ['   × rejects a copy\n     → expected 500 to be 409', '× rejects a copy — → expected 500 to be 409'],
    [
      'ok  x 0.1s\n--- FAIL: TestLogin (0.00s)\n    login_test.go:12: want 1\nFAIL',
      '--- FAIL: TestLogin (0.00s)',
    ],
    [
      '[fmt] done\n[lint:go] a/b.go:87:1: returns interface (ireturn)\n[lint:go] ERROR task failed',
      '[lint:go] a/b.go:87:1: returns interface (ireturn)',
    ],
    ['src/a.ts(3,7): error TS2304: Cannot find name', 'src/a.ts(3,7): error TS2304: Cannot find name'],
    ['Traceback (most recent call last):\nValueError: no port', 'ValueError: no port'],
    [
      "test drift ... FAILED\n\nthread 'drift' panicked at tests/energy.rs:41:5:\nassertion failed: 1.4e-6 > 1e-6\nnote: run",
      "thread 'drift' panicked at tests/energy.rs:41:5:\nassertion failed: 1.4e-6 > 1e-6",
    ],
    [
      'test drift ... FAILED\nassertion `left == right` failed\n  left: 1',
      'assertion `left == right` failed',
    ],
    [
      'RetryIT > a() FAILED\n    java.lang.IllegalStateException: no Docker',
      'java.lang.IllegalStateException: no Docker',
    ],
    [
      '--- FAIL: TestPort (0.00s)\npanic: listen tcp: operation not permitted\n\ngoroutine 6\nFAIL\tx/auth\t0.1s',
      '--- FAIL: TestPort (0.00s) — panic: listen tcp: operation not permitted',
    ],
    [
      '--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n--- FAIL: TestC (0.00s)\n--- FAIL: TestD (0.00s)\nFAIL',
      '--- FAIL: TestA (0.00s); --- FAIL: TestB (0.00s); --- FAIL: TestC (0.00s) (and 1 more)',
    ],
    [
      'a/b.go:8:1: string `x` has 4 occurrences (goconst)\na/c.go:9:1: unused (unused)\n2 issues:\n* goconst: 1',
      'a/b.go:8:1: string `x` has 4 occurrences (goconst); a/c.go:9:1: unused (unused) (2 issues)',
    ],
    [
      `a/b.go:8:1: ${'long '.repeat(40)}(lll)\na/c.go:9:1: ${'long '.repeat(40)}(lll)`,
      `a/b.go:8:1: ${'long '.repeat(40)}(lll)`,
    ],
    [
      '@tw/admin:typecheck: src/a.tsx(6,34): error TS2304: no Role\n@tw/admin:test:  Test Files  1 failed | 22 passed\n@tw/admin:test:  FAIL  src/b.test.tsx > moves',
      'FAIL  src/b.test.tsx > moves',
    ],
    ['web:build: src/a.tsx(6,34): error TS2304: no Role', 'src/a.tsx(6,34): error TS2304: no Role'],
    ['ℹ pass 12\nℹ fail 3', 'ℹ fail 3'],
    ['✓ stops after 3 failed attempts\n× reads the port', '× reads the port'],
    ['✓ stops after 3 failed attempts\n13 passed', undefined],
    ['[lint:go] ERROR task failed', undefined],
  ])('%j', (output, named) => {
    expect(failureIn(output)).toBe(named);
  });
});

describe('the outcome of a check', () => {
  it.each([
    ['npm test', '', false, true],
    ['npm test', '2 failed', true, false],
    ['npm test', 'sh: npm: command not found', true, null],
    ['go test ./...', 'sh: example.com: command not found\n--- FAIL: TestShim (0.1s)\nFAIL', true, false],
    ['make test && golangci-lint run', 'ok  x 0.1s\nzsh: command not found: golangci-lint', true, null],
    ['npm test | tail -3', 'Tests  2 failed | 40 passed', false, false],
    ['npm test | tail -3', 'Tests  40 passed', false, true],
    [
      'pnpm lint | tail -6; pnpm test | tail -8',
      '✖ 3 problems (0 errors, 3 warnings)\n Tests  12 passed (12)',
      false,
      true,
    ],
    ['pnpm lint | tail -6', '✖ 3 problems (1 error, 2 warnings)', false, false],
    ['xcodebuild test | tail -2', 'Executed 85 tests, with 0 failures (0 unexpected)', false, true],
    ['go test ./... | tail', 'ok  \texample.com/x\t0.1s', false, true],
    ['go test ./... | tail', '--- FAIL: TestX', false, false],
    ['dotnet test | tail -2', 'Failed!  - Failed:     2, Passed:     2, Total: 4', false, false],
    ['dotnet test | tail -2', 'Passed!  - Failed:     0, Passed:     4, Total: 4', false, true],
    ['./mvnw test | tail -2', 'Tests run: 4, Failures: 0, Errors: 1, Skipped: 0', false, false],
    ['./mvnw -q test | tail -5; sum reports', 'tests 143 errors 0 skipped 2 failures 0', false, true],
    ['./mvnw -q test | tail -5; sum reports', 'tests 143 errors 0 skipped 2 failures 3', false, null],
    ['python -m unittest | tail -1', 'FAILED (failures=1)', false, false],
    ['make lint; true', '', false, null],
    ['npm test | tail -3', 'ℹ pass 12\nℹ fail 3\nℹ skipped 0', false, false],
    ['npm test | tail -3', 'ℹ pass 12\nℹ fail 0\nℹ skipped 0', false, true],
    ['npm test | tail -3', '# tests 15\n# pass 12\n# fail 3', false, false],
    ['bun test | tail -3', ' 12 pass\n 1 fail', false, false],
    ['bun test | tail -3', ' 12 pass\n 0 fail', false, true],
    ['ctest | tail -3', '95% tests passed, 1 tests failed out of 20', false, false],
    ['ctest | tail -3', 'The following tests FAILED:\n\t 17 - retry (Failed)', false, false],
    ['ctest | tail -3', '100% tests passed, 0 tests failed out of 20', false, true],
    [
      'make test | tail -3',
      '--fast passed to runner\nmake: [Makefile:1: test] Error 1 (ignored)',
      false,
      false,
    ],
    ['make test | tail -3', '--fast passed to runner', false, null],
    ['gradle test | tail -3', 'BUILD FAILED in 3s', false, false],
    ['npm test | tail -3', ' ✓ stops after 3 failed attempts 2ms\n Tests  12 passed (12)', false, true],
    ['pytest -v | tail -3', 'a.py::test_2_failures PASSED [100%]\n1 passed', false, true],
    ['go test -v ./... | tail -3', '--- PASS: TestTwo/2_errors_in_a_row (0s)\nok  \tx\t0.1s', false, true],
    ['make test | tail -1', '✓ 12 passed, ✗ 3 failed', false, false],
  ])('%s with %j', (command, output, isError, passed) => {
    expect(hasPassed(command, output, isError)).toBe(passed);
  });

  const REJECTED = ' ! [rejected] main -> main\nerror: failed to push some refs';
  it.each([
    ['npm test && git push', `Tests  42 passed\n${REJECTED}`, true, true],
    ['npm run lint && npm test && git push', `Tests  42 passed\n${REJECTED}`, true, true],
    ['npm test && git push', `Tests  2 failed | 40 passed`, true, false],
    ['npm test && git push', REJECTED, true, null],
    ['npm test; git push', REJECTED, true, null],
    ['npm test && npm run build && git push', 'Tests  42 passed', true, null],
    ['npm test | tail -3; git push | tail -3', `Tests  42 passed\n${REJECTED}`, false, true],
    ['git stash pop && npm test', 'error: Your local changes would be overwritten by merge', true, null],
    ['git stash pop && npm test', 'Tests  1 failed', true, false],
    ['npm test > log; grep -c FAIL log', '0', true, null],
    ['npm test | grep FAIL', '', true, null],
    ['npm test || exit 1', 'no summary', true, false],
    ['cd x && npm test', 'no summary', true, false],
  ])('is not that of another part of the command: %s with %j', (command, output, isError, passed) => {
    expect(hasPassed(command, output, isError)).toBe(passed);
  });

  it.each([
    ['Tests  42 passed', true],
    ['Tests  2 failed', false],
    ['done', null],
  ])('is known by the output %j if the exit status is not', (output, passed) => {
    expect(hasPassed('npm test', output, null)).toBe(passed);
  });
});

describe('a run of tests', () => {
  it.each([
    'uv run -m pytest',
    'docker run -t app npm test',
    'make -k test',
    'cargo test --tests --all',
    'python -m pytest tests',
  ])('names no part of them: %s', (command) => {
    expect(isPartialRun(command)).toBe(false);
  });

  it.each([
    'pytest -k tide',
    'uv run -m pytest -m slow',
    'jest -t tide',
    'npm test -- -t tide',
    'npx vitest run -t=tide',
    'go test -run Tide ./...',
    './gradlew test --tests Tide',
    'npx mocha --grep tide',
  ])('names a part of them: %s', (command) => {
    expect(isPartialRun(command)).toBe(true);
  });
});
