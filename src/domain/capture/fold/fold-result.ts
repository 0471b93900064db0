import { clipLine } from '../clip.ts';
import type { Gist, Mark, PendingCall, TodoSeen } from '../gist.ts';
import type { CallInput } from '../transcript-entry.ts';
import { addDecision } from './add-statements.ts';
import { BOUND, keepLast } from './bounds.ts';
import { addFailure, overcomeFailures } from './failures.ts';
import { addRead, addWritten } from './files.ts';
import { foldCommand, type Result } from './fold-command.ts';

type TodoInput = Extract<CallInput, { what: 'todos' | 'todo_added' | 'todo_changed' }>;

function foldTodos(
  gist: Gist,
  input: TodoInput,
  { line, at, todoId }: Mark & { readonly todoId: string | null },
): Gist {
  const turn = gist.counts.requests;
  switch (input.what) {
    case 'todos':
      return { ...gist, todos: input.todos.map((todo): TodoSeen => ({ id: null, ...todo, line, at, turn })) };
    case 'todo_added': {
      const added: TodoSeen = {
        id: todoId === null ? null : todoId.slice(0, 40),
        text: input.text,
        state: 'open',
        line,
        at,
        turn,
      };
      return { ...gist, todos: keepLast([...gist.todos, added], BOUND.todos) };
    }
    case 'todo_changed':
      return {
        ...gist,
        todos: gist.todos
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

/** A plan or a question that was waved off was only talk. */
const isDeed = ({ tool, input }: PendingCall) =>
  input.what === 'command' || input.what === 'write' || tool.startsWith('mcp__');

const addRefusal = (gist: Gist, call: PendingCall, { line, at, text }: Result): Gist => {
  if (!isDeed(call)) return gist;
  const said = text.trim() === '' ? null : clipLine(text, BOUND.request);
  const refusal = { line, at, what: labelOf(call), said };
  return { ...gist, refusals: keepLast([...gist.refusals, refusal], BOUND.refusals) };
};

const addAnswers = (gist: Gist, { line, at, answers }: Result): Gist =>
  answers.reduce<Gist>((so, { question, answer }) => {
    const text = `${clipLine(question, 160)} → ${clipLine(answer, 160)}`;
    return addDecision(so, { line, at, by: 'person', text });
  }, gist);

function foldTool(gist: Gist, call: PendingCall, result: Result): Gist {
  const key = `tool ${call.tool}`;
  if (!result.isError)
    return overcomeFailures(gist, { key, parts: [], runner: null, isWhole: false }, result);
  return addFailure(gist, { of: 'tool', what: call.tool, key, runner: null }, result);
}

function foldWrite(gist: Gist, path: string, call: PendingCall, result: Result): Gist {
  const key = `file ${path}`;
  if (result.isError) return addFailure(gist, { of: 'file', what: path, key, runner: null }, result);
  const overcome = overcomeFailures(gist, { key, parts: [], runner: null, isWhole: false }, result);
  return addWritten(overcome, path, result, call.isBySubagent);
}

function foldOutcome(gist: Gist, call: PendingCall, result: Result): Gist {
  const { input } = call;
  if (call.isBySubagent)
    return input.what === 'write' && !result.isError ? foldWrite(gist, input.path, call, result) : gist;
  if (result.isRefused) return addRefusal(gist, call, result);
  switch (input.what) {
    case 'write':
      return foldWrite(gist, input.path, call, result);
    case 'read':
      return result.isError ? gist : addRead(gist, input.path, result);
    case 'command':
      return foldCommand(gist, input, result);
    case 'todos':
    case 'todo_added':
    case 'todo_changed':
      return result.isError ? gist : foldTodos(gist, input, result);
    case 'search':
      return gist;
    case 'plan':
      return result.isError || input.text === ''
        ? gist
        : addDecision(gist, { ...markOf(result), by: 'person', text: `Plan approved: ${input.text}` });
    case 'other':
      return addAnswers(foldTool(gist, call, result), result);
  }
}

/** A result says how its call ended. One without a call belongs to what was not read. */
export function foldResult(gist: Gist, result: Result): Gist {
  const callId = result.callId.slice(0, BOUND.callId);
  const call = gist.pending.find((one) => one.callId === callId);
  if (call === undefined) return gist;
  const settled: Gist = { ...gist, pending: gist.pending.filter((one) => one !== call) };
  const { line, at } = result;
  return foldOutcome(
    call.isBySubagent ? settled : { ...settled, last: { line, at, kind: 'result' } },
    call,
    result,
  );
}
