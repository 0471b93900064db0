import { clipLine } from '../clip.ts';
import {
  commandKey,
  commitsIn,
  hidesExitCode,
  isLooking,
  partsDone,
  pathsOfHeredocs,
  pathsRemoved,
  pathsReverted,
} from '../command.ts';
import { findTestRun, readOutcome, runsWithoutChanges, type TestRun } from '../test-run.ts';
import type {
  CommandRun,
  Mark,
  PendingCall,
  TestsRun,
  TodoItem,
  TranscriptDigest,
} from '../transcript-digest.ts';
import type { CallInput, ResultEntry } from '../transcript-entry.ts';
import { addDecision } from './add-statements.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addFailure, resolveFailures } from './failures.ts';
import { addRead, addWritten, forgetRemoved, relativePath, revertFiles } from './files.ts';

type Result = Mark & ResultEntry;

/** Output of a failed build, for pipes that hide the exit code. */
const LOOKS_FAILED =
  /(?<!\w)(?:error TS\d+|error\[E\d+\]|npm (?:ERR!|error)|ELIFECYCLE|BUILD FAILED|BUILD FAILURE|could not compile|compilation failed|Traceback \(most recent call last\)|Found [1-9]\d* errors?|[1-9]\d* errors?,|Segmentation fault|command not found)/;

const MAX_INSPECTED = 100_000;

function withTests(
  digest: TranscriptDigest,
  command: string,
  test: TestRun,
  result: Result,
): TranscriptDigest {
  const key = commandKey(command);
  const run: TestsRun = {
    line: result.line,
    at: result.at,
    command: clipLine(command, BOUND.command),
    key,
    ...test,
    ...readOutcome(command, result.text, result.isError),
  };
  const others = digest.tests.filter((one) => one.key !== key);
  return { ...digest, tests: keepLast([...others, run], BOUND.tests) };
}

function withCommand(
  digest: TranscriptDigest,
  command: string,
  ended: CommandRun['ended'],
  result: Result,
): TranscriptDigest {
  const { line, at, exitCode } = result;
  const run: CommandRun = {
    line,
    at,
    command: clipLine(command, BOUND.command),
    ended,
    exitCode,
    isLooking: isLooking(command),
  };
  return { ...digest, commands: keepLast([...digest.commands, run], BOUND.commands) };
}

/** Changes to files by a command that succeeded. */
function withFileChanges(digest: TranscriptDigest, command: string, result: Result): TranscriptDigest {
  const { line, at } = result;
  const commits = commitsIn(command, result.text).map((commit) => ({
    line,
    at,
    hash: commit.hash,
    branch: clipLine(commit.branch, 80),
    subject: clipLine(commit.subject, 160),
  }));
  const written = pathsOfHeredocs(command).reduce(
    (so, path) => addWritten(so, relativePath(so.root, path), result),
    digest,
  );
  const reverted = revertFiles(forgetRemoved(written, pathsRemoved(command)), pathsReverted(command), result);
  return { ...reverted, commits: keepLast([...reverted.commits, ...commits], BOUND.commits) };
}

function reduceCommand(
  digest: TranscriptDigest,
  { command, isInBackground }: { readonly command: string; readonly isInBackground: boolean },
  result: Result,
): TranscriptDigest {
  if (isInBackground && !result.isError) return withCommand(digest, command, 'unknown', result);
  if (runsWithoutChanges(command))
    return withCommand(digest, command, result.isError ? 'failed' : 'unknown', result);
  const test = findTestRun(command);
  const tested = test === undefined ? digest : withTests(digest, command, test, result);
  const outcome = test === undefined ? undefined : tested.tests.at(-1)?.ended;
  const hasFailed =
    outcome === 'failed' ||
    result.isError ||
    (test === undefined && hidesExitCode(command) && LOOKS_FAILED.test(result.text.slice(-MAX_INSPECTED)));
  const key = commandKey(command);
  if (hasFailed) {
    const run = withCommand(tested, command, 'failed', result);
    if (isLooking(command)) return run;
    const what = clipLine(command, BOUND.command);
    return addFailure(run, { of: 'command', what, key, runner: test?.runner ?? null }, result);
  }
  const { runner = null, isWhole = false } = test ?? {};
  const overcome = resolveFailures(tested, { key, parts: partsDone(command), runner, isWhole }, result);
  return withFileChanges(
    withCommand(overcome, command, outcome === 'unknown' ? 'unknown' : 'ok', result),
    command,
    result,
  );
}

type TodoInput = Extract<CallInput, { what: 'todos' | 'todo_added' | 'todo_changed' }>;

function reduceTodos(
  digest: TranscriptDigest,
  input: TodoInput,
  { line, at, todoId }: Mark & { readonly todoId: string | null },
): TranscriptDigest {
  const turn = digest.counts.requests;
  switch (input.what) {
    case 'todos':
      return {
        ...digest,
        todos: input.todos.map((todo): TodoItem => ({ id: null, ...todo, line, at, turn })),
      };
    case 'todo_added': {
      const added: TodoItem = {
        id: todoId === null ? null : todoId.slice(0, 40),
        text: input.text,
        state: 'open',
        line,
        at,
        turn,
      };
      return { ...digest, todos: keepLast([...digest.todos, added], BOUND.todos) };
    }
    case 'todo_changed':
      return {
        ...digest,
        todos: digest.todos
          .filter((todo) => !(todo.id === input.id && input.state === 'gone'))
          .map((todo) =>
            todo.id !== input.id || input.state === 'gone'
              ? todo
              : { ...todo, text: input.text ?? todo.text, state: input.state ?? todo.state, line, at, turn },
          ),
      };
  }
}

const markOf = ({ line, at }: Result): Mark => ({ line, at });

const labelOf = ({ tool, input }: PendingCall): string => {
  if (input.what === 'command') return clipLine(input.command, BOUND.command);
  if (input.what === 'write' || input.what === 'read') return `${tool} ${input.path}`;
  return tool;
};

/** Refused plans and questions are not refused actions. */
const isAction = ({ tool, input }: PendingCall) =>
  input.what === 'command' || input.what === 'write' || tool.startsWith('mcp__');

const addRefusal = (
  digest: TranscriptDigest,
  call: PendingCall,
  { line, at, text }: Result,
): TranscriptDigest => {
  if (!isAction(call)) return digest;
  const said = text.trim() === '' ? null : clipLine(text, BOUND.request);
  const refusal = { line, at, what: labelOf(call), said };
  return { ...digest, refusals: keepLast([...digest.refusals, refusal], BOUND.refusals) };
};

const addAnswers = (digest: TranscriptDigest, { line, at, answers }: Result): TranscriptDigest =>
  answers.reduce<TranscriptDigest>((so, { question, answer }) => {
    const text = `${clipLine(question, 160)} → ${clipLine(answer, 160)}`;
    return addDecision(so, { line, at, by: 'person', text });
  }, digest);

function reduceTool(digest: TranscriptDigest, call: PendingCall, result: Result): TranscriptDigest {
  const key = `tool ${call.tool}`;
  if (!result.isError)
    return resolveFailures(digest, { key, parts: [], runner: null, isWhole: false }, result);
  return addFailure(digest, { of: 'tool', what: call.tool, key, runner: null }, result);
}

function reduceWrite(
  digest: TranscriptDigest,
  path: string,
  call: PendingCall,
  result: Result,
): TranscriptDigest {
  const key = `file ${path}`;
  if (result.isError) return addFailure(digest, { of: 'file', what: path, key, runner: null }, result);
  const overcome = resolveFailures(digest, { key, parts: [], runner: null, isWhole: false }, result);
  return addWritten(overcome, path, result, call.isBySubagent);
}

function reduceOutcome(digest: TranscriptDigest, call: PendingCall, result: Result): TranscriptDigest {
  const { input } = call;
  if (call.isBySubagent)
    return input.what === 'write' && !result.isError ? reduceWrite(digest, input.path, call, result) : digest;
  if (result.isRefused) return addRefusal(digest, call, result);
  switch (input.what) {
    case 'write':
      return reduceWrite(digest, input.path, call, result);
    case 'read':
      return result.isError ? digest : addRead(digest, input.path, result);
    case 'command':
      return reduceCommand(digest, input, result);
    case 'todos':
    case 'todo_added':
    case 'todo_changed':
      return result.isError ? digest : reduceTodos(digest, input, result);
    case 'search':
      return digest;
    case 'plan':
      return result.isError || input.text === ''
        ? digest
        : addDecision(digest, { ...markOf(result), by: 'person', text: `Plan approved: ${input.text}` });
    case 'other':
      return addAnswers(reduceTool(digest, call, result), result);
  }
}

/** A result without a pending call belongs to a part that was not read. */
export function reduceResult(digest: TranscriptDigest, result: Result): TranscriptDigest {
  const callId = result.callId.slice(0, BOUND.callId);
  const call = digest.pending.find((one) => one.callId === callId);
  if (call === undefined) return digest;
  const completed: TranscriptDigest = { ...digest, pending: digest.pending.filter((one) => one !== call) };
  const { line, at } = result;
  return reduceOutcome(
    call.isBySubagent ? completed : { ...completed, last: { line, at, kind: 'result' } },
    call,
    result,
  );
}
