import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import {
  entry,
  inputOf,
  instantOf,
  type LinePlace,
  objectOf,
  objectsIn,
  parseObject,
  stringOf,
  type ToolInputs,
  todosIn,
  toolInput,
} from '../shared/transcript-json.ts';

const TOOLS: ToolInputs = {
  run_shell_command: ({ command, is_background }) => toolInput.command(command, is_background === true),
  write_file: ({ file_path }) => toolInput.write(file_path),
  edit: ({ file_path }) => toolInput.write(file_path),
  read_file: ({ file_path, absolute_path }) => toolInput.read(file_path ?? absolute_path),
  todo_write: ({ todos }) => ({ what: 'todos', todos: todosIn(todos, 'content') }),
  exit_plan_mode: ({ plan }) => ({ what: 'plan', text: stringOf(plan) }),
  grep_search: toolInput.search,
  glob: toolInput.search,
  web_search: toolInput.search,
  web_fetch: toolInput.search,
};

const partsIn = (record: JsonObject) => objectsIn(objectOf(record.message).parts);
/** A thought is no reply. */
const textIn = (record: JsonObject): string =>
  partsIn(record)
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => stringOf(text))
    .filter((text) => text !== '')
    .join('\n');

function callEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  return partsIn(record).flatMap(({ functionCall: call }) => {
    if (!isJsonObject(call)) return [];
    const tool = stringOf(call.name);
    return entry.call(place, {
      callId: stringOf(call.id),
      tool,
      input: inputOf(TOOLS, tool, call.args),
      cwd: stringOf(record.cwd) || null,
      branch: stringOf(record.gitBranch) || null,
    });
  });
}

const CREATED = /^Successfully created and wrote to new file\b/;

function resultEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const { status, resultDisplay } = objectOf(record.toolCallResult);
  const { exitCode } = objectOf(resultDisplay);
  const isRefused = status === 'cancelled';
  return partsIn(record).flatMap(({ functionResponse: answer }) => {
    if (!isJsonObject(answer)) return [];
    const { output, error } = objectOf(answer.response);
    const text = stringOf(output) || stringOf(error);
    return entry.result(place, {
      callId: stringOf(answer.id),
      isError: isRefused || status === 'error',
      isRefused,
      text: isRefused ? '' : CREATED.test(text) ? 'File created' : text,
      exitCode: typeof exitCode === 'number' ? exitCode : null,
    });
  });
}

const SNAPSHOT = /<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/;

function systemEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const payload = objectOf(record.systemPayload);
  if (record.subtype === 'custom_title') {
    const text = stringOf(payload.customTitle).trim();
    return text === '' ? [] : [{ ...place, kind: 'title', text, isByPerson: payload.titleSource !== 'auto' }];
  }
  if (record.subtype !== 'chat_compression') return [];
  // The history that replaces the old one begins with the summary.
  const [first = {}] = objectsIn(payload.compressedHistory);
  const text = textIn({ message: first });
  return entry.compaction(place, (SNAPSHOT.exec(text)?.[1] ?? text).trim());
}

function userEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const payload = objectOf(record.systemPayload);
  const isPersons = record.provenance === undefined || record.provenance === 'real_user';
  const text = stripInjected(stringOf(payload.displayText) || textIn(record));
  return isPersons ? entry.text(place, 'request', text) : [];
}

/** One line of a transcript. Broken lines and unknown kinds give no entries. */
export const parseLine: ParseLine = (line, number) => {
  const record = parseObject(line);
  const place: LinePlace = { line: number, at: instantOf(record.timestamp) };
  if (record.isSidechain === true) return [];
  switch (record.type) {
    case 'user':
      return userEntries(record, place);
    case 'assistant':
      return [...entry.text(place, 'reply', textIn(record).trim()), ...callEntries(record, place)];
    case 'tool_result':
      return resultEntries(record, place);
    case 'system':
      return systemEntries(record, place);
    default:
      return [];
  }
};

export const transcriptFormat = lineFormat({ parserFor: () => parseLine, folderOf });
