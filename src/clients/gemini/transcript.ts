import type { OpenFile } from '../../app/ports/system.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { readBytes } from '../../transcripts/transcript-position.ts';
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

/** The text of each part; parts that are results of tools have none. */
const partsOf = (content: unknown): readonly string[] =>
  typeof content === 'string' ? [content] : objectsIn(content).map(({ text }) => stringOf(text));

const TOOLS: ToolInputs = {
  run_shell_command: ({ command, is_background }) => toolInput.command(command, is_background === true),
  write_file: ({ file_path }) => toolInput.write(file_path),
  replace: ({ file_path }) => toolInput.write(file_path),
  read_file: ({ file_path, absolute_path }) => toolInput.read(file_path ?? absolute_path),
  write_todos: ({ todos }) => ({ what: 'todos', todos: todosIn(todos, 'description') }),
  grep_search: toolInput.search,
  search_file_content: toolInput.search,
  glob: toolInput.search,
  google_web_search: toolInput.search,
};

const WRAPPED = /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/;
const EXIT_CODE = /^Exit Code: (-?\d{1,10})$/m;
const CREATED = /^Successfully created and wrote to new file\b/;

function outputOf(result: unknown): string {
  const texts = objectsIn(result).map(({ functionResponse }) => {
    const { output, error } = objectOf(objectOf(functionResponse).response);
    return stringOf(output) || stringOf(error);
  });
  const text = texts.join('\n');
  return WRAPPED.exec(text)?.[1] ?? text;
}

function callEntries(call: JsonObject, place: LinePlace): TranscriptEntry[] {
  const callId = stringOf(call.id);
  const tool = stringOf(call.name);
  const input = inputOf(TOOLS, tool, call.args);
  const text = outputOf(call.result);
  const isRefused = call.status === 'cancelled';
  const [, code] = input.what === 'command' ? (EXIT_CODE.exec(text) ?? []) : [];
  return [
    entry.call(place, { callId, tool, input }),
    entry.result(place, {
      callId,
      isError: isRefused || call.status === 'error',
      isRefused,
      text: isRefused ? '' : CREATED.test(text) ? 'File created' : text,
      exitCode: code === undefined ? null : Number(code),
    }),
  ];
}

const SNAPSHOT = /<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/;

/** The whole conversation was replaced: if that was to shorten it, the summary is in it. */
function replacedEntries(messages: unknown, place: LinePlace): TranscriptEntry[] {
  for (const { content } of objectsIn(messages)) {
    const [, summary] = SNAPSHOT.exec(partsOf(content).join('\n')) ?? [];
    if (summary !== undefined) return entry.compaction(place, summary.trim());
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
    return isNew ? entry.text(place, 'request', requestIn(message.content)) : [];
  }
  if (message.type !== 'gemini') return [];
  const reply = isNew ? partsOf(message.content).join('\n').trim() : '';
  const calls = objectsIn(message.toolCalls).filter(({ id }) => !seen.calls.has(stringOf(id)));
  for (const { id } of calls) seen.calls.add(stringOf(id));
  return [...entry.text(place, 'reply', reply), ...calls.flatMap((call) => callEntries(call, place))];
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

const headOf = async (file: OpenFile): Promise<string> =>
  (await readBytes(file, 0, Math.min(HEAD_BYTES, file.size))).toString('utf8');

async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const [, text] = FOLDER.exec(await headOf(file)) ?? [];
    return text === undefined ? null : String(JSON.parse(`"${text}"`));
  } catch {
    return null;
  }
}

async function sessionIdIn(file: OpenFile): Promise<string | null> {
  try {
    const [first = ''] = (await headOf(file)).split('\n', 1);
    return stringOf(parseObject(first).sessionId) || null;
  } catch {
    return null;
  }
}

export const transcriptFormat = { ...lineFormat({ parserFor: createParser, folderOf }), sessionIdIn };
