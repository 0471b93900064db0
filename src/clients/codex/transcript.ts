import type { OpenFile } from '../../app/ports/system.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat, type ParseLine } from '../../transcripts/line-format.ts';
import { readBytes } from '../../transcripts/transcript-position.ts';
import {
  entry,
  instantOf,
  type LinePlace,
  objectOf,
  parseObject,
  stringOf,
} from '../shared/transcript-json.ts';
import {
  callEntries,
  endEntries,
  type Memory,
  outputEntries,
  readableReply,
  textOf,
} from './transcript-calls.ts';

/** What the first line says about the conversation. */
interface Conversation {
  readonly folder: string | null;
  /** Another agent gives the tasks. */
  readonly isSpawned: boolean;
  /** Until then the lines are a copy of the other agent's conversation: of that only what the person said is read, as background. */
  readonly copiedUntil: Instant | null;
}

const HEAD_BYTES = 8 * 1024;
const SPAWNED = /^[^\n]{0,4000}"source":\{"subagent":\{"thread_spawn"/;
const FORKED = /^[^\n]{0,4000}"forked_from_id":"/;
const FIRST_TIME = /^\{"timestamp":"([^"]{1,40})"/;
/** The client copies the earlier conversation in one go, with the time of the copy. */
const COPY_MS = 500;

async function readConversation(file: OpenFile): Promise<Conversation> {
  const folder = await folderOf(file);
  const head = (await readBytes(file, 0, Math.min(HEAD_BYTES, file.size))).toString('utf8');
  const at = instantOf(FIRST_TIME.exec(head)?.[1]);
  const isSpawned = SPAWNED.test(head);
  const isCopied = isSpawned && at !== null && FORKED.test(head);
  return {
    folder,
    isSpawned,
    copiedUntil: isCopied ? new Date(Date.parse(at) + COPY_MS).toISOString() : null,
  };
}

const USER_COMMAND =
  /^<user_shell_command>\s*<command>\s*([\s\S]*?)\s*<\/command>(?:[\s\S]*?Output:\n([\s\S]*?))?\s*(?:<\/result>|$)/;

function messageEntries(payload: JsonObject, place: LinePlace, folder: string | null): TranscriptEntry[] {
  const text = textOf(payload.content).trim();
  if (payload.role === 'assistant') return entry.text(place, 'reply', readableReply(text, folder));
  // Of messages in the role of the user, most are the client's. What the person typed is reported as an event.
  const [, command, output = ''] = (payload.role === 'user' && USER_COMMAND.exec(text)) || [];
  return command === undefined ? [] : [{ ...place, kind: 'shell', command, output }];
}

function itemEntries(
  payload: JsonObject,
  place: LinePlace,
  { folder }: Conversation,
  memory: Memory,
): TranscriptEntry[] {
  switch (payload.type) {
    case 'message':
      return messageEntries(payload, place, folder);
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      return callEntries(payload, place, folder, memory);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return outputEntries(payload, place, memory);
    default:
      return [];
  }
}

/** What the person typed; from another agent, what this one is to do. */
function personEntries(given: string, place: LinePlace, { isSpawned }: Conversation): TranscriptEntry[] {
  const text = stripInjected(given);
  if (text === '') return [];
  return [{ ...place, kind: 'request', text, ...(isSpawned ? { isByAgent: true } : {}) }];
}

/** What an event says that the person typed. */
function typedText({ type, message, item }: JsonObject): string | undefined {
  if (type === 'user_message') return stringOf(message);
  const { type: itemType, content } = objectOf(item);
  return type === 'item_completed' && itemType === 'UserMessage' ? textOf(content) : undefined;
}

/** What the person had said to the agent that started this one. */
function backgroundEntries(payload: JsonObject, place: LinePlace): TranscriptEntry[] {
  const text = stripInjected(typedText(payload) ?? '');
  return text === '' ? [] : [{ ...place, kind: 'background', text }];
}

function eventEntries(
  payload: JsonObject,
  place: LinePlace,
  conversation: Conversation,
  memory: Memory,
): TranscriptEntry[] {
  switch (payload.type) {
    case 'exec_command_end':
      return endEntries(payload, place, memory);
    case 'user_message':
    case 'item_completed':
      return personEntries(typedText(payload) ?? '', place, conversation);
    case 'turn_aborted':
      return payload.reason === 'interrupted' ? [entry.interruptedByPerson(place)] : [];
    case 'error':
      return [{ ...place, kind: 'interruption', by: 'failure', text: stringOf(payload.message) }];
    default:
      return [];
  }
}

/** What the first line says: the branch and the commit at the start, and what a subagent was started for. */
function originEntries({ git, source, agent_role: role }: JsonObject, place: LinePlace): TranscriptEntry[] {
  const { branch, commit_hash: commit } = objectOf(git);
  const { subagent } = objectOf(source);
  const named = typeof subagent === 'string' ? subagent : stringOf(role);
  return [
    {
      ...place,
      kind: 'origin',
      branch: stringOf(branch) || null,
      commit: stringOf(commit) || null,
      role: subagent === undefined ? null : `subagent${named === '' ? '' : ` (${named})`}`,
    },
  ];
}

const SUMMARY_OPENING = /^Another language model started to solve this problem[^\n]*\n/;

function compactedEntries({ message }: JsonObject, place: LinePlace): TranscriptEntry[] {
  const text = stringOf(message).replace(SUMMARY_OPENING, '').trim();
  return entry.compaction(place, text);
}

/** Most lines are instructions, usage and reasoning; they are not even parsed. */
const RELEVANT_LINE =
  /"type":"(?:message|function_call|function_call_output|custom_tool_call|custom_tool_call_output|local_shell_call|user_message|turn_aborted|error|compacted|exec_command_end)"|"type":"UserMessage"/;

export function createParser(conversation: Conversation): ParseLine {
  const memory: Memory = { patches: new Map(), waits: new Map(), running: new Set() };
  const { copiedUntil } = conversation;
  return (text, line) => {
    const record = line === 1 || RELEVANT_LINE.test(text) ? parseObject(text) : {};
    const place: LinePlace = { line, at: instantOf(record.timestamp) };
    const payload = objectOf(record.payload);
    if (line === 1 && record.type === 'session_meta') return originEntries(payload, place);
    if (copiedUntil !== null && place.at !== null && place.at <= copiedUntil)
      return record.type === 'event_msg' ? backgroundEntries(payload, place) : [];
    switch (record.type) {
      case 'response_item':
        return itemEntries(payload, place, conversation, memory);
      case 'event_msg':
        return eventEntries(payload, place, conversation, memory);
      case 'compacted':
        return compactedEntries(payload, place);
      default:
        return [];
    }
  };
}

export const transcriptFormat = lineFormat({
  parserFor: async (file) => createParser(await readConversation(file)),
  folderOf,
});
