import { clipLine } from '../clip.ts';
import {
  commandKey,
  commitsIn,
  hidesExitCode,
  isLooking,
  partsDone,
  pathsPoured,
  pathsRemoved,
  pathsTakenBack,
} from '../command.ts';
import type { CommandRun, Gist, Mark, TestsRun } from '../gist.ts';
import { findTestRun, readOutcome, runsWithoutChanges, type TestRun } from '../test-run.ts';
import type { ResultEntry } from '../transcript-entry.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addFailure, overcomeFailures } from './failures.ts';
import { addWritten, forgetRemoved, takeBack } from './files.ts';
import { relativePath } from './relative-path.ts';

export type Result = Mark & ResultEntry;

/** What a build prints when it failed, where a pipe hides its exit code. */
const LOOKS_FAILED =
  /(?<!\w)(?:error TS\d+|error\[E\d+\]|npm (?:ERR!|error)|ELIFECYCLE|BUILD FAILED|BUILD FAILURE|could not compile|compilation failed|Traceback \(most recent call last\)|Found [1-9]\d* errors?|[1-9]\d* errors?,|Segmentation fault|command not found)/;

const MAX_LOOK = 100_000;

function withTests(gist: Gist, command: string, test: TestRun, result: Result): Gist {
  const key = commandKey(command);
  const run: TestsRun = {
    line: result.line,
    at: result.at,
    command: clipLine(command, BOUND.command),
    key,
    ...test,
    ...readOutcome(command, result.text, result.isError),
  };
  const others = gist.tests.filter((one) => one.key !== key);
  return { ...gist, tests: keepLast([...others, run], BOUND.tests) };
}

function withCommand(gist: Gist, command: string, ended: CommandRun['ended'], result: Result): Gist {
  const { line, at, exitCode } = result;
  const run: CommandRun = {
    line,
    at,
    command: clipLine(command, BOUND.command),
    ended,
    exitCode,
    isLooking: isLooking(command),
  };
  return { ...gist, commands: keepLast([...gist.commands, run], BOUND.commands) };
}

/** What a command that went well did to the files. */
function withTraces(gist: Gist, command: string, result: Result): Gist {
  const { line, at } = result;
  const commits = commitsIn(command, result.text).map((commit) => ({
    line,
    at,
    hash: commit.hash,
    branch: clipLine(commit.branch, 80),
    subject: clipLine(commit.subject, 160),
  }));
  const poured = pathsPoured(command).reduce(
    (so, path) => addWritten(so, relativePath(so.root, path), result),
    gist,
  );
  const back = takeBack(forgetRemoved(poured, pathsRemoved(command)), pathsTakenBack(command), result);
  return { ...back, commits: keepLast([...back.commits, ...commits], BOUND.commits) };
}

export function foldCommand(
  gist: Gist,
  { command, isInBackground }: { readonly command: string; readonly isInBackground: boolean },
  result: Result,
): Gist {
  if (isInBackground && !result.isError) return withCommand(gist, command, 'unknown', result);
  if (runsWithoutChanges(command))
    return withCommand(gist, command, result.isError ? 'failed' : 'unknown', result);
  const test = findTestRun(command);
  const seen = test === undefined ? gist : withTests(gist, command, test, result);
  const outcome = test === undefined ? undefined : seen.tests.at(-1)?.ended;
  const hasFailed =
    outcome === 'failed' ||
    result.isError ||
    (test === undefined && hidesExitCode(command) && LOOKS_FAILED.test(result.text.slice(-MAX_LOOK)));
  const key = commandKey(command);
  if (hasFailed) {
    const run = withCommand(seen, command, 'failed', result);
    if (isLooking(command)) return run;
    const what = clipLine(command, BOUND.command);
    return addFailure(run, { of: 'command', what, key, runner: test?.runner ?? null }, result);
  }
  const { runner = null, isWhole = false } = test ?? {};
  const overcome = overcomeFailures(seen, { key, parts: partsDone(command), runner, isWhole }, result);
  return withTraces(
    withCommand(overcome, command, outcome === 'unknown' ? 'unknown' : 'ok', result),
    command,
    result,
  );
}
