import { failureIn } from '../check-outcome.ts';
import { isCheck } from '../check-run.ts';
import { clipLine } from '../clip.ts';
import {
  firstStep,
  mayChangeFiles,
  pathsEditedInPlace,
  pathsMoved,
  pathsOfHeredocs,
  pathsRemoved,
  pathsReverted,
  stashStepsIn,
} from '../command.ts';
import type { LastAction, Mark, PendingCall, TodoItem, TranscriptDigest } from '../transcript-digest.ts';
import type { CallInput, ResultEntry } from '../transcript-entry.ts';
import { addBackground, endedBy } from './background.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addCheck, addRunOfTests } from './checks.ts';
import { addWritten, moveFile, reduceStash, relativePath, removeFile, revertFiles } from './files.ts';
import { addGitState, addIssue, addMissingPullRequest } from './git-state.ts';
import { addGitWork } from './git-work.ts';
import { planParts } from './plan.ts';
import { reduceAnswer } from './reduce-messages.ts';

type Result = Mark & ResultEntry;

function addStash(
  digest: TranscriptDigest,
  command: string,
  { line, at, text, isError }: Result,
): TranscriptDigest {
  const steps = stashStepsIn(command, text);
  if (steps.length === 0 || (isError && !/^Saved working directory/m.test(text))) return digest;
  const done = steps.reduce(reduceStash, digest);
  const said = /^Dropped .{1,120}$/m.exec(text)?.[0];
  const isLost = done.filesWritten.some(({ path, isTakenBack }) =>
    digest.filesWritten.some((file) => isTakenBack && !file.isTakenBack && file.path === path),
  );
  return isLost && said !== undefined
    ? { ...done, droppedStash: { line, at, text: clipLine(said, BOUND.command) } }
    : done;
}

/** What git changes is known otherwise. */
const onlyGit = (command: string): boolean => !mayChangeFiles(command, isCheckOrGit);
const isCheckOrGit = (segment: string): boolean =>
  isCheck(segment) || /^\s*(?:git|gh|cd|gofmt|prettier)\s/.test(segment);

/** Of a command that failed, git's state is known only from a commit. */
function withGitState(digest: TranscriptDigest, command: string, result: Result): TranscriptDigest {
  const hasCommitted = digest.commits.at(-1)?.line === result.line;
  return result.isError && !hasCommitted ? digest : addGitState(digest, command, result, hasCommitted);
}

function reduceCommand(
  before: TranscriptDigest,
  { command, isInBackground }: { readonly command: string; readonly isInBackground: boolean },
  result: Result,
): TranscriptDigest {
  const acted =
    result.isRefused || !mayChangeFiles(command, isCheck)
      ? before
      : {
          ...before,
          hasActed: true,
          ...(result.isError || onlyGit(command) ? {} : { actedAt: result.line }),
        };
  const left = result.isError ? acted : addBackground(acted, command, result);
  if (isInBackground || left !== acted) return addRunOfTests(left, command);
  const checked = addMissingPullRequest(addCheck(acted, command, result), command, result);
  const digest = result.isRefused ? checked : addStash(checked, command, result);
  if (result.isRefused) return digest;
  if (result.isError) {
    const first = /^(?:rm|mv|fatal|error): /m.test(result.text) ? '' : firstStep(command);
    const moved = pathsMoved(first).reduce((so, move) => moveFile(so, move, result), digest);
    const cleared = pathsRemoved(first).reduce((so, removal) => removeFile(so, removal, result), moved);
    return withGitState(addGitWork(cleared, command, result), command, result);
  }
  const written = [...pathsOfHeredocs(command), ...pathsEditedInPlace(command)].reduce(
    (so, path) => addWritten(so, relativePath(so.root, path), result),
    digest,
  );
  const moved = pathsMoved(command).reduce((so, move) => moveFile(so, move, result), written);
  const removed = pathsRemoved(command).reduce((so, removal) => removeFile(so, removal, result), moved);
  const reverted = revertFiles(removed, pathsReverted(command));
  const worked = addGitWork(reverted, command, result);
  return addIssue(withGitState(worked, command, result), '', command, result);
}

type TodoInput = Extract<CallInput, { what: 'todos' | 'todo_added' | 'todo_changed' }>;

function reduceTodos(
  digest: TranscriptDigest,
  input: TodoInput,
  { line, at, todoId }: Mark & { readonly todoId: string | null },
): TranscriptDigest {
  switch (input.what) {
    case 'todos':
      return {
        ...digest,
        todos: input.todos.map(
          (todo): TodoItem => ({
            id: null,
            ...todo,
            line,
            at,
            ...(input.isForTurn ? { isForTurn: true } : {}),
          }),
        ),
      };
    case 'todo_added': {
      const id = todoId === null ? null : todoId.slice(0, 40);
      const added: TodoItem = { id, text: input.text, state: 'open', line, at };
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
              : { ...todo, text: input.text ?? todo.text, state: input.state ?? todo.state, line, at },
          ),
      };
  }
}

const reducePlan = (
  digest: TranscriptDigest,
  { text, path }: Extract<CallInput, { what: 'plan' }>,
  { line, at, isError }: Result,
): TranscriptDigest => {
  const before = digest.plan;
  const parts = text === '' ? { title: before?.title ?? '', text: before?.text ?? '' } : planParts(text);
  return {
    ...digest,
    plan: { line, at, ...parts, path: path ?? before?.path ?? null, isApproved: !isError },
  };
};

const PLAN_FILE = /(?:^|[\\/])plans[\\/][^\\/]+\.md$/;

/** A plan that is written to the client's folder of plans is a plan, not work. */
function reduceWrite(
  digest: TranscriptDigest,
  path: string,
  call: PendingCall,
  result: Result,
): TranscriptDigest {
  if (result.isError) return digest;
  if (!PLAN_FILE.test(path) || !/[\\/]\.\w+[\\/]plans[\\/]/.test(path))
    return addWritten(digest, path, result, {
      isBySubagent: call.isBySubagent,
      isNew: /^File created/.test(result.text),
    });
  const { line, at } = result;
  const isSame = digest.plan?.path === path;
  return {
    ...digest,
    plan: { line, at, title: isSame ? (digest.plan?.title ?? '') : '', path, isApproved: false },
  };
}

function reduceOutcome(digest: TranscriptDigest, call: PendingCall, result: Result): TranscriptDigest {
  const { input } = call;
  if (call.isBySubagent)
    return input.what === 'write' ? reduceWrite(digest, input.path, call, result) : digest;
  switch (input.what) {
    case 'write':
      return reduceWrite(digest, input.path, call, result);
    case 'command':
      return reduceCommand(digest, input, result);
    case 'todos':
    case 'todo_added':
    case 'todo_changed':
      return result.isError ? digest : reduceTodos(digest, input, result);
    case 'plan':
      return reducePlan(digest, input, result);
    case 'read':
    case 'search':
    case 'ask':
    case 'other':
      return result.answers.reduce(
        (so, { question, answer }) => reduceAnswer(so, result, question, answer),
        result.isError ? digest : addIssue(endedBy(digest, call.tool, result.text), call.tool, null, result),
      );
  }
}

const outcomeOf = ({ isRefused, isError }: Result): LastAction['outcome'] => {
  if (isRefused) return 'refused';
  return isError ? 'failed' : 'done';
};

function withOutcome(action: LastAction, result: Result): LastAction {
  const outcome = outcomeOf(result);
  const said = outcome === 'failed' ? failureIn(result.text) : undefined;
  return { ...action, outcome, ...(said === undefined ? {} : { said: clipLine(said, BOUND.failure) }) };
}

/** A result without a pending call belongs to a part that was not read. */
export function reduceResult(digest: TranscriptDigest, result: Result): TranscriptDigest {
  const callId = result.callId.slice(0, BOUND.callId);
  const call = digest.pending.findLast((one) => one.callId === callId || one.runsAs === callId);
  if (call === undefined) return digest;
  const { line, at } = result;
  const { lastAction } = digest;
  const completed: TranscriptDigest = {
    ...digest,
    pending: digest.pending.filter((one) => one !== call),
    ...(call.isBySubagent ? {} : { last: { line, at, kind: 'result' } }),
    ...(lastAction?.line === call.line ? { lastAction: withOutcome(lastAction, result) } : {}),
  };
  return reduceOutcome(completed, call, result);
}
