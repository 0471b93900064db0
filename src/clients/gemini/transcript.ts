import type { OpenFile } from '../../app/ports/system.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { CallInput, TodoState, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { readBytes } from '../../transcripts/transcript-position.ts';
import { instantOf, type LinePlace, objectsIn, parseObject, stringOf } from '../shared/transcript-json.ts';

/** The text of each part; parts that are results of tools have none. */
const partsOf = (content: unknown): readonly string[] =>
  typeof content === 'string' ? [content] : objectsIn(content).map(({ text }) => stringOf(text));

const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
  cancelled: 'done',
};

const todosOf = (todos: unknown) =>
  objectsIn(todos).flatMap(({ description, status }) => {
    const text = stringOf(description);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });

const write = ({ file_path }: JsonObject): CallInput => ({ what: 'write', path: stringOf(file_path) });
const search = ({ pattern, query }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query),
});

const TOOLS: Readonly<Record<string, (args: JsonObject) => CallInput>> = {
  run_shell_command: ({ command, is_background }) => ({
    what: 'command',
    command: stringOf(command),
    isInBackground: is_background === true,
  }),
  write_file: write,
  replace: write,
  read_file: ({ file_path, absolute_path }) => ({
    what: 'read',
    path: stringOf(file_path ?? absolute_path),
  }),
  write_todos: ({ todos }) => ({ what: 'todos', todos: todosOf(todos) }),
  grep_search: search,
  search_file_content: search,
  glob: search,
  google_web_search: search,
};

const WRAPPED = /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/;
const EXIT_CODE = /^Exit Code: (-?\d{1,10})$/m;
const CREATED = /^Successfully created and wrote to new file\b/;

function outputOf(result: unknown): string {
  const texts = objectsIn(result).map(({ functionResponse }) => {
    const response = isJsonObject(functionResponse) ? functionResponse.response : undefined;
    return isJsonObject(response) ? stringOf(response.output) || stringOf(response.error) : '';
  });
  const text = texts.join('\n');
  return WRAPPED.exec(text)?.[1] ?? text;
}

function callEntries(call: JsonObject, place: LinePlace): TranscriptEntry[] {
  const callId = stringOf(call.id);
  const tool = stringOf(call.name);
  const args = isJsonObject(call.args) ? call.args : {};
  const parse = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  const input = parse?.(args) ?? { what: 'other' };
  const text = outputOf(call.result);
  const isRefused = call.status === 'cancelled';
  const [, code] = input.what === 'command' ? (EXIT_CODE.exec(text) ?? []) : [];
  const exitCode = code === undefined ? null : Number(code);
  return [
    { ...place, kind: 'call', callId, tool, input, cwd: null, isBySubagent: false },
    {
      ...place,
      kind: 'result',
      callId,
      isError: isRefused || call.status === 'error' || (exitCode !== null && exitCode !== 0),
      isRefused,
      text: isRefused ? '' : CREATED.test(text) ? 'File created' : text,
      exitCode,
      todoId: null,
      answers: [],
    },
  ];
}

const SNAPSHOT = /<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/;

/** The whole conversation was replaced: if that was to shorten it, the summary is in it. */
function replacedEntries(messages: unknown, place: LinePlace): TranscriptEntry[] {
  for (const { content } of objectsIn(messages)) {
    const [, summary] = SNAPSHOT.exec(partsOf(content).join('\n')) ?? [];
    if (summary !== undefined)
      return [
        { ...place, kind: 'boundary', trigger: null },
        { ...place, kind: 'summary', text: summary.trim() },
      ];
  }
  return [];
}

/** The client's own parts stand beside what the person typed. */
const requestIn = (content: unknown): string =>
  partsOf(content)
    .map(stripInjected)
    .filter((text) => text !== '')
    .join('\n');

/** A message is written again when it grows, under the same id; only what is new in it counts. */
interface Seen {
  readonly messages: Set<string>;
  readonly calls: Set<string>;
}

function messageEntries(message: JsonObject, place: LinePlace, seen: Seen): TranscriptEntry[] {
  const id = stringOf(message.id);
  const isNew = !seen.messages.has(id);
  seen.messages.add(id);
  if (message.type === 'user') {
    const text = isNew ? requestIn(message.content) : '';
    return text === '' ? [] : [{ ...place, kind: 'request', text }];
  }
  if (message.type !== 'gemini') return [];
  const reply = isNew ? partsOf(message.content).join('\n').trim() : '';
  const calls = objectsIn(message.toolCalls).filter(({ id }) => !seen.calls.has(stringOf(id)));
  for (const { id } of calls) seen.calls.add(stringOf(id));
  return [
    ...(reply === '' ? [] : [{ ...place, kind: 'reply', text: reply } as const]),
    ...calls.flatMap((call) => callEntries(call, place)),
  ];
}

export function createParser(): ParseLine {
  const seen: Seen = { messages: new Set(), calls: new Set() };
  return (text, line) => {
    const record = parseObject(text);
    const place = { line, at: instantOf(record.timestamp) };
    const { $set: change } = record;
    if (isJsonObject(change)) return replacedEntries(change.messages, place);
    return messageEntries(record, place, seen);
  };
}

const HEAD_BYTES = 64 * 1024;
/** The client tells the model its folders in the first message. */
const FOLDER = /Workspace Directories:\*\*\\n\s+- ((?:[^"\\]|\\(?!n).)+)/;

async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const head = (await readBytes(file, 0, Math.min(HEAD_BYTES, file.size))).toString('utf8');
    const [, text] = FOLDER.exec(head) ?? [];
    return text === undefined ? null : String(JSON.parse(`"${text}"`));
  } catch {
    return null;
  }
}

export const transcriptFormat = lineFormat({ parserFor: createParser, folderOf });
