import type { OpenFile } from '../../app/ports/system.ts';
import type { TranscriptFormat } from '../../app/ports/transcripts.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { textFile } from '../../transcripts/text-file.ts';
import { readBytes } from '../../transcripts/transcript-position.ts';
import {
  interruptedByPerson,
  type LinePlace,
  objectOf,
  parseObject,
  stringOf,
  textEntry,
} from '../shared/transcript-json.ts';
import { callEntries, resultEntries } from './transcript-calls.ts';
import { conversationsIn, instantOfMs, linesIn, linesOfExport } from './transcript-lines.ts';

const timeOf = (...values: readonly unknown[]): Instant | null =>
  instantOfMs(values.find((value) => typeof value === 'number'));

const QUOTED = /^"((?:[^"\\]|\\[\s\S])*)"$/;

/** `opencode run` puts a prompt of several words in quotation marks. */
const unquoted = (text: string): string => QUOTED.exec(text)?.[1]?.replaceAll(String.raw`\"`, '"') ?? text;

/** `synthetic`: written by the client in the person's name. */
function messageEntry(line: JsonObject, part: JsonObject, place: LinePlace): TranscriptEntry[] {
  const said = stringOf(part.text);
  if (line.role === 'user') {
    const text = part.synthetic === true || part.ignored === true ? '' : stripInjected(unquoted(said));
    return textEntry(place, 'request', text);
  }
  return textEntry(place, line.isSummary === true ? 'summary' : 'reply', said.trim());
}

function partEntries(line: JsonObject, part: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (part.type === 'text') return messageEntry(line, part, place);
  if (part.type !== 'compaction') return [];
  return [{ ...place, kind: 'boundary', trigger: part.auto === true ? 'auto' : 'manual' }];
}

function errorEntry({ name, data }: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (name === 'MessageAbortedError') return [interruptedByPerson(place)];
  const text = stringOf(objectOf(data).message) || stringOf(name);
  return [{ ...place, kind: 'interruption', by: 'failure', text }];
}

export const parseLine: ParseLine = (text, line) => {
  const record = parseObject(text);
  const created = objectOf(record.time).created;
  const { part, call, result, error } = record;
  const placeAt = (...times: readonly unknown[]) => ({ line, at: timeOf(...times, created) });
  if (isJsonObject(part)) return partEntries(record, part, placeAt(objectOf(part.time).start));
  if (isJsonObject(call)) return callEntries(call, placeAt(objectOf(call.time).start));
  if (isJsonObject(result)) return resultEntries(result, placeAt(objectOf(objectOf(result.state).time).end));
  return isJsonObject(error) ? errorEntry(error, placeAt(objectOf(record.time).completed)) : [];
};

/** What a person exported in one piece. */
const EXPORT_START = /^\s*\{\s*"info":/;
const START_BYTES = 200;
const MAX_EXPORT_BYTES = 64 * 1024 * 1024;

/** An export as the lines of its conversation; any other file as it is. */
async function asLines(file: OpenFile): Promise<OpenFile> {
  const start = (await readBytes(file, 0, Math.min(START_BYTES, file.size))).toString('utf8');
  if (!EXPORT_START.test(start) || file.size > MAX_EXPORT_BYTES) return file;
  const lines = linesOfExport((await readBytes(file, 0, file.size)).toString('utf8'));
  return lines === undefined ? file : textFile(file.path, lines.map((line) => `${line}\n`).join(''));
}

const lines = lineFormat({ parserFor: () => parseLine, folderOf });

export const transcriptFormat: TranscriptFormat = {
  linesIn,
  conversationsIn,
  read: async ({ file, ...request }) => lines.read({ file: await asLines(file), ...request }),
  folderOf: async (file) => lines.folderOf(await asLines(file)),
};
