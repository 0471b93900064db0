import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { CallInput, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { instantOf, type LinePlace, parseObject, stringOf } from '../shared/transcript-json.ts';

const write = ({ path }: JsonObject): CallInput => ({ what: 'write', path: stringOf(path) });
const search = ({ pattern, query }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query),
});
const command = ({ command }: JsonObject): CallInput => ({
  what: 'command',
  command: stringOf(command),
  isInBackground: false,
});

const TOOLS: Readonly<Record<string, (args: JsonObject) => CallInput>> = {
  bash: command,
  powershell: command,
  create: write,
  edit: write,
  str_replace: write,
  insert: write,
  view: ({ path }) => ({ what: 'read', path: stringOf(path) }),
  grep: search,
  glob: search,
  web_search: search,
};

function callEntry(data: JsonObject, place: LinePlace): TranscriptEntry[] {
  const tool = stringOf(data.toolName);
  const parse = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  const args = isJsonObject(data.arguments) ? data.arguments : {};
  return [
    {
      ...place,
      kind: 'call',
      callId: stringOf(data.toolCallId),
      tool,
      input: parse?.(args) ?? { what: 'other' },
      cwd: null,
      isBySubagent: stringOf(data.parentToolCallId) !== '',
    },
  ];
}

const SHELL_END = /\n?<shellId: \S+ completed with exit code -?\d+>\s*$/;

function resultEntry(data: JsonObject, place: LinePlace): TranscriptEntry[] {
  const shell = isJsonObject(data.shellExecution) ? data.shellExecution.exitCode : undefined;
  const exitCode = typeof shell === 'number' ? shell : null;
  const error = isJsonObject(data.error) ? data.error : {};
  const isRefused = /^(?:denied|rejected)$/.test(stringOf(error.code));
  const text = isJsonObject(data.result) ? stringOf(data.result.content) : stringOf(error.message);
  const edits = Array.isArray(data.fileEdits) ? data.fileEdits.filter(isJsonObject) : [];
  const isNewFile = edits.some(({ kind }) => kind === 'create');
  return [
    {
      ...place,
      kind: 'result',
      callId: stringOf(data.toolCallId),
      isError: data.success === false || (exitCode !== null && exitCode !== 0),
      isRefused,
      text: isNewFile ? 'File created' : text.replace(SHELL_END, ''),
      exitCode,
      todoId: null,
      answers: [],
    },
  ];
}

function entriesOf(type: unknown, data: JsonObject, place: LinePlace): TranscriptEntry[] {
  switch (type) {
    case 'user.message': {
      // `transformedContent` has what the client and hooks added; `content` is what the person typed.
      const text = stripInjected(stringOf(data.content));
      const isByPerson = stringOf(data.source) === '' || data.source === 'user';
      return text === '' || !isByPerson ? [] : [{ ...place, kind: 'request', text }];
    }
    case 'assistant.message': {
      const text = stringOf(data.content).trim();
      return text === '' ? [] : [{ ...place, kind: 'reply', text }];
    }
    case 'tool.execution_start':
      return callEntry(data, place);
    case 'tool.execution_complete':
      return resultEntry(data, place);
    case 'session.compaction_complete': {
      const text = stringOf(data.summaryContent).trim();
      const boundary: TranscriptEntry = { ...place, kind: 'boundary', trigger: null };
      return text === '' ? [boundary] : [boundary, { ...place, kind: 'summary', text }];
    }
    case 'abort':
      return [{ ...place, kind: 'interruption', by: 'person', text: 'The person interrupted.' }];
    case 'session.error':
      return [{ ...place, kind: 'interruption', by: 'failure', text: stringOf(data.message) }];
    default:
      return [];
  }
}

/** Most lines are about hooks and usage, or repeat the instructions; they are not even parsed. */
const RELEVANT_LINE =
  /^\{"type":"(?:user\.message|assistant\.message|tool\.execution_(?:start|complete)|session\.compaction_complete|session\.error|abort)"/;

export const parseLine: ParseLine = (text, line) => {
  const record = RELEVANT_LINE.test(text) ? parseObject(text) : {};
  const data = isJsonObject(record.data) ? record.data : {};
  return entriesOf(record.type, data, { line, at: instantOf(record.timestamp) });
};

export const transcriptFormat = lineFormat({ parserFor: () => parseLine, folderOf });
