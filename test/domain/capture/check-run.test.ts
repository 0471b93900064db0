import { describe, expect, it } from 'vitest';
import { checkIn, hasPassed } from '../../../src/domain/capture/check-run.ts';

describe('a command that checks', () => {
  it.each([
    ['npm test', 'test'],
    ['mise run test:ci 2>&1 | tail -5', 'test'],
    ['cd x && go test ./... -run "A|B"', 'test'],
    ['just unit-test', 'test'],
    ['npx vitest run --project unit', 'test'],
    ['uv run pytest -q', 'test'],
    ['CI=false mise run lint:go', 'lint'],
    ['cargo clippy', 'lint'],
    ['golangci-lint run ./...', 'lint'],
    ['make build', 'build'],
    ['npx tsc --noEmit', 'lint'],
  ])('%s is a run of %s', (command, kind) => {
    expect(checkIn(command)?.kinds).toEqual([kind]);
  });

  it.each([
    'ls test',
    'git commit -m "test: add"',
    'npm run deploy',
    'cat build.log',
    'go mod tidy',
    'mise run fmt',
  ])('%s is none', (command) => {
    expect(checkIn(command)).toBeUndefined();
  });

  it('is named by its first part of each kind', () => {
    expect(checkIn('go test ./... | tail -3 && mise run lint && go test -race ./x')).toEqual({
      kinds: ['test', 'lint'],
      text: 'go test ./... && mise run lint',
    });
  });

  it('does not count if it runs on another state', () => {
    expect(checkIn('git stash && make lint; git stash pop')).toBeUndefined();
  });
});

describe('the outcome of a check', () => {
  it.each([
    ['npm test', '', false, true],
    ['npm test', '2 failed', true, false],
    ['npm test', 'sh: npm: command not found', true, null],
    ['npm test | tail -3', 'Tests  2 failed | 40 passed', false, false],
    ['npm test | tail -3', 'Tests  40 passed', false, true],
    ['go test ./... | tail', 'ok  \texample.com/x\t0.1s', false, true],
    ['go test ./... | tail', '--- FAIL: TestX', false, false],
    ['make lint; true', '', false, null],
  ])('%s with %j', (command, output, isError, passed) => {
    expect(hasPassed(command, output, isError)).toBe(passed);
  });
});
