import type { ListedFile } from '../../app/ports/system.ts';
import type { ReadRows } from '../../app/ports/transcripts.ts';
import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { objectOf, objectsIn, parseObject, stringOf } from '../shared/transcript-json.ts';

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

const linesOf = (directory: unknown, messages: readonly Message[]): readonly string[] =>
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
  return linesOf(
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
  return linesOf(
    info.directory,
    objectsIn(messages).map((message) => ({
      info: objectOf(message.info),
      parts: objectsIn(message.parts),
    })),
  );
}
