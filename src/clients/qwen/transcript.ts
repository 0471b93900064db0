import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { CallInput, TodoState, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { instantOf, type LinePlace, objectsIn, parseObject, stringOf } from '../shared/transcript-json.ts';

const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
};

const todosOf = (todos: unknown) =>
  objectsIn(todos).flatMap(({ content, status }) => {
    const text = stringOf(content);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });

const write = ({ file_path }: JsonObject): CallInput => ({ what: 'write', path: stringOf(file_path) });
const search = ({ pattern, query, url }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query ?? url),
});

const TOOLS: Readonly<Record<string, (args: JsonObject) => CallInput>> = {
  run_shell_command: ({ command, is_background }) => ({
    what: 'command',
    command: stringOf(command),
    isInBackground: is_background === true,
  }),
  write_file: write,
  edit: write,
  read_file: ({ file_path, absolute_path }) => ({ what: 'read', path: stringOf(file_path ?? absolute_path) }),
  todo_write: ({ todos }) => ({ what: 'todos', todos: todosOf(todos) }),
  exit_plan_mode: ({ plan }) => ({ what: 'plan', text: stringOf(plan) }),
  grep_search: search,
  glob: search,
  web_search: search,
  web_fetch: search,
};

const partsIn = (record: JsonObject) => (isJsonObject(record.message) ? objectsIn(record.message.parts) : []);
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
    const parse = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
    const input = parse?.(isJsonObject(call.args) ? call.args : {}) ?? { what: 'other' };
    const cwd = stringOf(record.cwd) || null;
    const branch = stringOf(record.gitBranch) || null;
    return [
      { ...place, kind: 'call', callId: stringOf(call.id), tool, input, cwd, branch, isBySubagent: false },
    ];
  });
}

const CREATED = /^Successfully created and wrote to new file\b/;

function resultEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const outcome = isJsonObject(record.toolCallResult) ? record.toolCallResult : {};
  const shown = isJsonObject(outcome.resultDisplay) ? outcome.resultDisplay.exitCode : undefined;
  const exitCode = typeof shown === 'number' ? shown : null;
  const isRefused = outcome.status === 'cancelled';
  const isFailed = outcome.status === 'error' || (exitCode !== null && exitCode !== 0);
  return partsIn(record).flatMap(({ functionResponse: answer }) => {
    if (!isJsonObject(answer)) return [];
    const response = isJsonObject(answer.response) ? answer.response : {};
    const text = stringOf(response.output) || stringOf(response.error);
    return [
      {
        ...place,
        kind: 'result',
        callId: stringOf(answer.id),
        isError: isRefused || isFailed,
        isRefused,
        text: isRefused ? '' : CREATED.test(text) ? 'File created' : text,
        exitCode,
        todoId: null,
        answers: [],
      },
    ];
  });
}

const SNAPSHOT = /<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/;

function systemEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const payload = isJsonObject(record.systemPayload) ? record.systemPayload : {};
  if (record.subtype === 'custom_title') {
    const text = stringOf(payload.customTitle).trim();
    return text === '' ? [] : [{ ...place, kind: 'title', text, isByPerson: payload.titleSource !== 'auto' }];
  }
  if (record.subtype !== 'chat_compression') return [];
  // The history that replaces the old one begins with the summary.
  const [first = {}] = objectsIn(payload.compressedHistory);
  const text = textIn({ message: first });
  const summary = (SNAPSHOT.exec(text)?.[1] ?? text).trim();
  const boundary: TranscriptEntry = { ...place, kind: 'boundary', trigger: null };
  return summary === '' ? [boundary] : [boundary, { ...place, kind: 'summary', text: summary }];
}

function userEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const payload = isJsonObject(record.systemPayload) ? record.systemPayload : {};
  const isPersons = record.provenance === undefined || record.provenance === 'real_user';
  const text = stripInjected(stringOf(payload.displayText) || textIn(record));
  return text === '' || !isPersons ? [] : [{ ...place, kind: 'request', text }];
}

/** One line of a transcript. Broken lines and unknown kinds give no entries. */
export const parseLine: ParseLine = (line, number) => {
  const record = parseObject(line);
  const place: LinePlace = { line: number, at: instantOf(record.timestamp) };
  if (record.isSidechain === true) return [];
  switch (record.type) {
    case 'user':
      return userEntries(record, place);
    case 'assistant': {
      const text = textIn(record).trim();
      const calls = callEntries(record, place);
      return text === '' ? calls : [{ ...place, kind: 'reply', text }, ...calls];
    }
    case 'tool_result':
      return resultEntries(record, place);
    case 'system':
      return systemEntries(record, place);
    default:
      return [];
  }
};

export const transcriptFormat = lineFormat({ parserFor: () => parseLine, folderOf });
