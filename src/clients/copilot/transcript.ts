import type { OpenFile } from '../../app/ports/system.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
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
  toolInput,
} from '../shared/transcript-json.ts';

const TOOLS: ToolInputs = {
  bash: ({ command }) => toolInput.command(command),
  powershell: ({ command }) => toolInput.command(command),
  create: ({ path }) => toolInput.write(path),
  edit: ({ path }) => toolInput.write(path),
  str_replace: ({ path }) => toolInput.write(path),
  insert: ({ path }) => toolInput.write(path),
  view: ({ path }) => toolInput.read(path),
  grep: toolInput.search,
  glob: toolInput.search,
  web_search: toolInput.search,
};

function callIn(data: JsonObject, place: LinePlace): TranscriptEntry {
  const tool = stringOf(data.toolName);
  return entry.call(place, {
    callId: stringOf(data.toolCallId),
    tool,
    input: inputOf(TOOLS, tool, data.arguments),
    isBySubagent: stringOf(data.parentToolCallId) !== '',
  });
}

const SHELL_END = /\n?<shellId: \S+ completed with exit code -?\d+>\s*$/;

function resultIn(data: JsonObject, place: LinePlace): TranscriptEntry {
  const { exitCode } = objectOf(data.shellExecution);
  const error = objectOf(data.error);
  const text = isJsonObject(data.result) ? stringOf(data.result.content) : stringOf(error.message);
  const isNewFile = objectsIn(data.fileEdits).some(({ kind }) => kind === 'create');
  return entry.result(place, {
    callId: stringOf(data.toolCallId),
    isError: data.success === false,
    isRefused: /^(?:denied|rejected)$/.test(stringOf(error.code)),
    text: isNewFile ? 'File created' : text.replace(SHELL_END, ''),
    exitCode: typeof exitCode === 'number' ? exitCode : null,
  });
}

function entriesOf(type: unknown, data: JsonObject, place: LinePlace): TranscriptEntry[] {
  switch (type) {
    case 'user.message': {
      // `transformedContent` has what the client and hooks added; `content` is what the person typed.
      const text = stripInjected(stringOf(data.content));
      const isByPerson = stringOf(data.source) === '' || data.source === 'user';
      return isByPerson ? entry.text(place, 'request', text) : [];
    }
    case 'assistant.message':
      return entry.text(place, 'reply', stringOf(data.content).trim());
    case 'tool.execution_start':
      return [callIn(data, place)];
    case 'tool.execution_complete':
      return [resultIn(data, place)];
    case 'session.compaction_complete':
      return entry.compaction(place, stringOf(data.summaryContent).trim());
    case 'abort':
      return [entry.interruptedByPerson(place)];
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
  return entriesOf(record.type, objectOf(record.data), { line, at: instantOf(record.timestamp) });
};

const HEAD_BYTES = 4_096;
const FIRST_LINE = /^\{"type":"session\.start"[^\n]*"timestamp":"([^"]{1,40})"/;

/** The log of a fork begins when it was forked, and has the earlier events of the other conversation with their own times. */
async function parserFor(file: OpenFile): Promise<ParseLine> {
  const head = (await readBytes(file, 0, Math.min(HEAD_BYTES, file.size))).toString('utf8');
  const startedAt = instantOf(FIRST_LINE.exec(head)?.[1]) ?? '';
  return (text, line) => parseLine(text, line).filter(({ at }) => at === null || at >= startedAt);
}

export const transcriptFormat = lineFormat({ parserFor, folderOf });
