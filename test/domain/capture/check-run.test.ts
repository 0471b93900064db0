import { describe, expect, it } from 'vitest';
import { checkIn, failureIn, hasPassed } from '../../../src/domain/capture/check-run.ts';

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
      'a/b.go:8:1: string `x` has 4 occurrences (goconst) (2 issues)',
    ],
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
    ['go test ./... | tail', 'ok  \texample.com/x\t0.1s', false, true],
    ['go test ./... | tail', '--- FAIL: TestX', false, false],
    ['dotnet test | tail -2', 'Failed!  - Failed:     2, Passed:     2, Total: 4', false, false],
    ['dotnet test | tail -2', 'Passed!  - Failed:     0, Passed:     4, Total: 4', false, true],
    ['./mvnw test | tail -2', 'Tests run: 4, Failures: 0, Errors: 1, Skipped: 0', false, false],
    ['python -m unittest | tail -1', 'FAILED (failures=1)', false, false],
    ['make lint; true', '', false, null],
  ])('%s with %j', (command, output, isError, passed) => {
    expect(hasPassed(command, output, isError)).toBe(passed);
  });
});
