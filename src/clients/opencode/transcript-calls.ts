import type { Answer, CallInput, TodoState, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { type LinePlace, objectsIn, stringOf } from '../shared/transcript-json.ts';

const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
  cancelled: 'done',
};

const todosOf = (todos: unknown) =>
  objectsIn(todos).flatMap(({ content, status }) => {
    const text = stringOf(content);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });

const write = ({ filePath }: JsonObject): CallInput => ({ what: 'write', path: stringOf(filePath) });
const search = ({ pattern, query }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query),
});

const TOOLS: Readonly<Record<string, (input: JsonObject) => CallInput>> = {
  bash: ({ command }) => ({ what: 'command', command: stringOf(command), isInBackground: false }),
  write,
  edit: write,
  multiedit: write,
  read: ({ filePath }) => ({ what: 'read', path: stringOf(filePath) }),
  todowrite: ({ todos }) => ({ what: 'todos', todos: todosOf(todos) }),
  glob: search,
  grep: search,
  websearch: search,
  codesearch: search,
};

const PATCH = 'apply_patch';
const PATCHED_FILE = /^\*\*\* (Add File|Update File|Move to): (.+)$/gm;

interface PatchedFile {
  readonly path: string;
  readonly isNew: boolean;
}

const patchedFiles = (input: unknown): readonly PatchedFile[] =>
  [...(isJsonObject(input) ? stringOf(input.patchText) : '').matchAll(PATCHED_FILE)].map(
    ([, step, path = '']) => ({ path: path.trim(), isNew: step === 'Add File' }),
  );

const idOf = (callId: string, index: number): string => (index === 0 ? callId : `${callId}#${index}`);

/** A patch of several files is several calls. */
function inputsOf(tool: string, input: unknown): readonly CallInput[] {
  const files = tool === PATCH ? patchedFiles(input) : [];
  if (files.length > 0) return files.map(({ path }) => ({ what: 'write', path }));
  const parse = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  return [parse?.(isJsonObject(input) ? input : {}) ?? { what: 'other' }];
}

export function callEntries(call: JsonObject, place: LinePlace): TranscriptEntry[] {
  const tool = stringOf(call.tool);
  const callId = stringOf(call.callID);
  const cwd = stringOf(call.cwd) || null;
  return inputsOf(tool, call.input).map((input, index) => ({
    ...place,
    kind: 'call',
    callId: idOf(callId, index),
    tool,
    input,
    cwd,
    isBySubagent: false,
  }));
}

const REFUSED = /^(?:Error: )?The user (?:rejected|has specified a rule which prevents|dismissed)/;

/** The person's answer to each question of the `question` tool. */
function answersIn(tool: string, input: JsonObject, metadata: JsonObject): readonly Answer[] {
  const given = Array.isArray(metadata.answers) ? metadata.answers : [];
  if (tool !== 'question') return [];
  return objectsIn(input.questions).flatMap(({ question }, index) => {
    const answer = [given[index]].flat().filter((word) => typeof word === 'string');
    return answer.length === 0 ? [] : [{ question: stringOf(question), answer: answer.join(', ') }];
  });
}

export function resultEntries(result: JsonObject, place: LinePlace): TranscriptEntry[] {
  const tool = stringOf(result.tool);
  const callId = stringOf(result.callID);
  const state = isJsonObject(result.state) ? result.state : {};
  const input = isJsonObject(state.input) ? state.input : {};
  const metadata = isJsonObject(state.metadata) ? state.metadata : {};
  const exitCode = typeof metadata.exit === 'number' ? metadata.exit : null;
  const isFailed = state.status === 'error';
  const error = stringOf(state.error);
  const isRefused = isFailed && REFUSED.test(error);
  const files = tool === PATCH ? patchedFiles(input) : [];
  const newFiles = files.length > 0 ? files.map(({ isNew }) => isNew) : [metadata.exists === false];
  return newFiles.map((isNew, index) => ({
    ...place,
    kind: 'result',
    callId: idOf(callId, index),
    isError: isFailed || (exitCode !== null && exitCode !== 0),
    isRefused,
    text: isFailed ? error : isNew ? 'File created' : stringOf(state.output),
    exitCode,
    todoId: null,
    answers: answersIn(tool, input, metadata),
  }));
}
