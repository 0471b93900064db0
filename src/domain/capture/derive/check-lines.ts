import { isPartialRun, isWholeRun } from '../check-run.ts';
import { segmentsOf } from '../command.ts';
import { statementsOf } from '../question.ts';
import type { CheckRun } from '../transcript-digest.ts';
import { CONTRASTS, PASSES } from './report-text.ts';
import { isOfWork } from './turns.ts';
import { type CheckpointPart, quoted } from './wording.ts';

const TEST_NAME = /\bTest\p{Lu}\w+|\btest_\w+|[\w./-]+[._](?:test|spec)\.\w+/gu;

const FAILS =
  /(?<!\p{L})(?:fail(?:s|ed|ing|ure)?|red|broken?|breaks?|errors?|panics?|falla\p{L}*|rot|schlägt fehl|fehlgeschlagen|échou\p{L}+|падает)(?!\p{L})|失敗|落ち|失败|报错|실패/iu;

/** Whether the last message says of every test that failed that it fails, and so says more about the failure. */
function isReported(failure: string, message: string): boolean {
  const names = failure.match(TEST_NAME) ?? [];
  const sentences = message
    .split('\n')
    .flatMap(statementsOf)
    .filter((sentence) => FAILS.test(sentence));
  return (
    names.length > 0 &&
    names.every((name) =>
      sentences.some((sentence) => [...sentence.matchAll(TEST_NAME)].some(([found]) => found === name)),
    )
  );
}

/** With a number, because "the tests pass" does not say which. */
const saysTestsPass = (sentence: string): boolean =>
  /\d/.test(sentence) &&
  /(?<!\p{L})(?:tests?|specs?|pruebas)(?!\p{L})|テスト|测试|单测|테스트/iu.test(sentence) &&
  (PASSES.test(sentence) || /verde/i.test(sentence)) &&
  !CONTRASTS.test(sentence);

const CHECK_OUTCOMES: Record<CheckRun['outcome'], string> = {
  passed: 'passed',
  failed: 'failed',
  refused: 'was not allowed by the person',
};

/** A chain stops at its first failure, so that nothing is known about each part of it. */
const runName = (kinds: CheckRun['kinds'], outcome: CheckRun['outcome']): string =>
  outcome === 'failed' && kinds.length > 1 ? 'run of checks' : `${kinds.join(' and ')} run`;

/** That it was only a part of the tests, and when all of them passed. */
const partOf = (whole: CheckRun['whole'], changedAt: number): string =>
  whole === undefined
    ? ' (only a part of the tests)'
    : ` (only a part of the tests; all of them, \`${whole.text.replaceAll('`', "'")}\`, ${whole.outcome} before${
        whole.line < changedAt ? ' the last change' : ' it'
      })`;

/** A part of the tests says nothing once a later run of all of them passed. */
const isOvershadowed = (
  checks: readonly CheckRun[],
  run: Pick<CheckRun, 'kinds' | 'text' | 'outcome' | 'line'>,
): boolean =>
  run.outcome === 'passed' &&
  isPartialRun(run.text) &&
  checks.some(({ line, outcome, text }) => line > run.line && outcome === 'passed' && isWholeRun(text));

/** With these tools, what is tested was built before. */
const BUILDS_TESTS = /^(?:mix|cargo|go|dotnet|swift|zig|(?:\.\/)?(?:gradlew?|mvnw?)|bazel)(?=\s)/;
const toolOf = (command: string): string | undefined =>
  segmentsOf(command)
    .flatMap((segment) => BUILDS_TESTS.exec(segment.trim())?.[0] ?? [])
    .at(-1);

/** Whether tests of the same tool passed after a build failed. */
const isBuiltSince = (checks: readonly CheckRun[], build: Pick<CheckRun, 'text' | 'line'>): boolean => {
  const tool = toolOf(build.text);
  return (
    tool !== undefined &&
    checks.some(
      ({ kinds, outcome, line, text }) =>
        line > build.line && outcome === 'passed' && kinds.includes('test') && toolOf(text) === tool,
    )
  );
};

/**
 * The last run of each kind, while it says something about the present state: a failure of the turn before does, until
 * something is committed. A build beside tests goes without saying.
 */
export const checked: CheckpointPart = ({ checks, filesWritten, requests, commits, closings, pending }) => {
  const said = requests.filter(({ kind, isSlight }) => kind === 'said' && !isSlight);
  const begunAt = said.at(-1)?.line ?? 0;
  const failureCountsFrom = Math.max(said.at(-2)?.line ?? 0, commits.at(-1)?.line ?? 0);
  const changed = filesWritten.filter(isOfWork);
  // A call without a result may have written its file.
  const begun = pending.filter(({ input }) => input.what === 'write' && isOfWork({ path: input.path }));
  const changedAt = Math.max(-1, ...[...changed, ...begun].map(({ line }) => line));
  const last = closings.at(-1);
  const saysPassed = (line: number) =>
    last !== undefined && last.line > line && last.text.split('\n').flatMap(statementsOf).some(saysTestsPass);
  const current = checks.filter(
    ({ kinds, line, outcome, said }) =>
      !(outcome === 'passed' && kinds.includes('test') && line >= changedAt && saysPassed(line)) &&
      (line > begunAt ||
        line >= changedAt ||
        (outcome === 'passed' && kinds.includes('test')) ||
        (outcome === 'failed' && line > failureCountsFrom)) &&
      !isReported(said ?? '', closings.at(-1)?.text ?? ''),
  );
  const isTested = current.some(({ kinds }) => kinds.includes('test'));
  return current
    .filter(
      ({ kinds, text, outcome, line }) =>
        !isOvershadowed(checks, { kinds, text, outcome, line }) &&
        !(
          kinds.every((kind) => kind === 'build') &&
          (outcome === 'passed' ? isTested : isBuiltSince(checks, { text, line }))
        ),
    )
    .map(({ kinds, text, outcome, line, said, whole }) => ({
      line,
      text: `Last ${runName(kinds, outcome)}: \`${text.replaceAll('`', "'")}\` ${CHECK_OUTCOMES[outcome]}${
        outcome === 'passed' && isPartialRun(text) ? partOf(whole, changedAt) : ''
      }${
        line < changedAt ? ', before the last change' : ''
      }${said === undefined ? '' : `: ${quoted(said, 360)}`}.`,
    }));
};
