import type { ListedFile, OpenFile } from '../../app/ports/system.ts';
import type { ReadRows, TranscriptFormat } from '../../app/ports/transcripts.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { readBytes, textFile } from '../../transcripts/transcript-position.ts';
import {
  entry,
  type LinePlace,
  objectOf,
  objectsIn,
  parseObject,
  stringOf,
} from '../shared/transcript-json.ts';
import { callEntries, resultEntries } from './transcript-calls.ts';

const MAX_TIME_MS = 8.64e15;

/** The client counts milliseconds. */
export const instantOfMs = (value: unknown): Instant | null =>
  typeof value === 'number' && Math.abs(value) <= MAX_TIME_MS ? new Date(value).toISOString() : null;

interface Message {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

/** Parts that say something. The others are steps, snapshots and thoughts. */
const TYPES = ['text', 'tool', 'compaction'];

/** A call whose input has not arrived yet. */
const isPending = ({ status }: JsonObject): boolean => status === 'pending';
const isOver = ({ status }: JsonObject): boolean => status === 'completed' || status === 'error';

/** The client marks old results later, and keeps whole files in `metadata`. */
function stableState({ status, input, output, error, metadata, time }: JsonObject): object {
  const { exit, exists, answers } = objectOf(metadata);
  const end = objectOf(time).end;
  return { status, input, output, error, metadata: { exit, exists, answers }, time: { end } };
}

/**
 * A tool call and its result are two lines, because the part changes when the call is over: lines that were read once
 * should stay as they are.
 */
function partLines(info: JsonObject, part: JsonObject): readonly object[] {
  const { role, mode, summary, time, path } = info;
  const isSummary = summary === true || mode === 'compaction';
  // The time at which the message was completed comes later.
  const created = objectOf(time).created;
  const about = { role, time: { created }, ...(isSummary ? { isSummary } : {}) };
  if (part.type !== 'tool') return [{ ...about, part }];
  const state = objectOf(part.state);
  if (isPending(state)) return [];
  const { tool, callID } = part;
  const { input, time: called } = state;
  const cwd = objectOf(path).cwd;
  const start = objectOf(called).start;
  const call = { ...about, call: { tool, callID, input, cwd, time: { start } } };
  return isOver(state) ? [call, { ...about, result: { tool, callID, state: stableState(state) } }] : [call];
}

const messageLines = ({ info, parts }: Message): readonly object[] => [
  ...parts.filter(({ type }) => TYPES.includes(stringOf(type))).flatMap((part) => partLines(info, part)),
  ...(isJsonObject(info.error) ? [{ role: info.role, time: info.time, error: info.error }] : []),
];

const conversationLines = (directory: unknown, messages: readonly Message[]): readonly string[] =>
  [{ cwd: directory }, ...messages.flatMap(messageLines)].map((line) => JSON.stringify(line));

/** Of a fork, only what came after it: the earlier messages are copies of another conversation. */
const isCopied = (message: Readonly<Record<string, unknown>>, session: Readonly<Record<string, unknown>>) =>
  Number(message.time_created) < Number(session.time_created);

/** Those that a person began, by the path under which each is read. */
export const conversationsIn = (database: string, readRows: ReadRows): readonly Omit<ListedFile, 'size'>[] =>
  readRows({ table: 'session', where: {}, orderBy: ['id'] }).flatMap(({ id, parent_id, time_updated }) => {
    const changedAt = instantOfMs(time_updated);
    const isOwn = parent_id === null && changedAt !== null;
    return isOwn ? [{ path: `${database}#${String(id)}`, changedAt }] : [];
  });

/** One conversation from the client's database. */
export function linesIn(sessionId: string, readRows: ReadRows): readonly string[] {
  const [session] = readRows({ table: 'session', where: { id: sessionId }, orderBy: ['id'] });
  if (session === undefined) return [];
  const where = { session_id: sessionId };
  const messages = readRows({ table: 'message', where, orderBy: ['time_created', 'id'] });
  const parts = new Map<unknown, JsonObject[]>(messages.map(({ id }) => [id, []]));
  for (const { message_id, data } of readRows({ table: 'part', where, orderBy: ['id'] }))
    parts.get(message_id)?.push(parseObject(stringOf(data)));
  return conversationLines(
    session.directory,
    messages
      .filter((message) => !isCopied(message, session))
      .map(({ id, data }) => ({
        info: parseObject(stringOf(data)),
        parts: parts.get(id) ?? [],
      })),
  );
}

/** One conversation from what `opencode export` printed; undefined for anything else. */
export function linesOfExport(text: string): readonly string[] | undefined {
  const { info, messages } = parseObject(text);
  if (!isJsonObject(info) || !Array.isArray(messages)) return undefined;
  return conversationLines(
    info.directory,
    objectsIn(messages).map((message) => ({
      info: objectOf(message.info),
      parts: objectsIn(message.parts),
    })),
  );
}

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
    return entry.text(place, 'request', text);
  }
  return entry.text(place, line.isSummary === true ? 'summary' : 'reply', said.trim());
}

function partEntries(line: JsonObject, part: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (part.type === 'text') return messageEntry(line, part, place);
  if (part.type !== 'compaction') return [];
  return [{ ...place, kind: 'boundary', trigger: part.auto === true ? 'auto' : 'manual' }];
}

function errorEntry({ name, data }: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (name === 'MessageAbortedError') return [entry.interruptedByPerson(place)];
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
