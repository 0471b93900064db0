import type { Answer, CallInput, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import {
  entry,
  inputOf,
  type LinePlace,
  objectOf,
  objectsIn,
  stringOf,
  type ToolInputs,
  todosIn,
  toolInput,
} from '../shared/transcript-json.ts';

const TOOLS: ToolInputs = {
  bash: ({ command }) => toolInput.command(command),
  write: ({ filePath }) => toolInput.write(filePath),
  edit: ({ filePath }) => toolInput.write(filePath),
  multiedit: ({ filePath }) => toolInput.write(filePath),
  read: ({ filePath }) => toolInput.read(filePath),
  todowrite: ({ todos }) => ({ what: 'todos', todos: todosIn(todos, 'content') }),
  glob: toolInput.search,
  grep: toolInput.search,
  websearch: toolInput.search,
  codesearch: toolInput.search,
};

const PATCH = 'apply_patch';
const PATCHED_FILE = /^\*\*\* (Add File|Update File|Move to): (.+)$/gm;

interface PatchedFile {
  readonly path: string;
  readonly isNew: boolean;
}

const patchedFiles = (input: unknown): readonly PatchedFile[] =>
  [...stringOf(objectOf(input).patchText).matchAll(PATCHED_FILE)].map(([, step, path = '']) => ({
    path: path.trim(),
    isNew: step === 'Add File',
  }));

const idOf = (callId: string, index: number): string => (index === 0 ? callId : `${callId}#${index}`);

/** A patch of several files is several calls. */
function inputsOf(tool: string, input: unknown): readonly CallInput[] {
  const files = tool === PATCH ? patchedFiles(input) : [];
  return files.length > 0 ? files.map(({ path }) => toolInput.write(path)) : [inputOf(TOOLS, tool, input)];
}

export function callEntries(call: JsonObject, place: LinePlace): TranscriptEntry[] {
  const tool = stringOf(call.tool);
  const callId = stringOf(call.callID);
  const cwd = stringOf(call.cwd) || null;
  return inputsOf(tool, call.input).map((input, index) =>
    entry.call(place, { callId: idOf(callId, index), tool, input, cwd }),
  );
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
  const state = objectOf(result.state);
  const input = objectOf(state.input);
  const metadata = objectOf(state.metadata);
  const isFailed = state.status === 'error';
  const error = stringOf(state.error);
  const isRefused = isFailed && REFUSED.test(error);
  const files = tool === PATCH ? patchedFiles(input) : [];
  const newFiles = files.length > 0 ? files.map(({ isNew }) => isNew) : [metadata.exists === false];
  return newFiles.map((isNew, index) =>
    entry.result(place, {
      callId: idOf(callId, index),
      isError: isFailed,
      isRefused,
      text: isFailed ? error : isNew ? 'File created' : stringOf(state.output),
      exitCode: typeof metadata.exit === 'number' ? metadata.exit : null,
      answers: answersIn(tool, input, metadata),
    }),
  );
}
