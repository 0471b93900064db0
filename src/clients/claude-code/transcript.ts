import { join } from 'node:path';
import type { TranscriptFormat } from '../../app/ports/transcripts.ts';
import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { Answer, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { folderOf, lineFormat } from '../../transcripts/line-format.ts';
import {
  entry,
  instantOf,
  type LinePlace,
  objectOf,
  parseObject,
  stringOf,
} from '../shared/transcript-json.ts';
import { blocksOf, parseToolCall, readPrompt, textOf, wrappedEntry } from './transcript-blocks.ts';

const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]\s*/;
const REFUSED = /^The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const REFUSAL_REASON = /the user said:\s*\n?([\s\S]*)$/i;
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,3})(?:\n|$)/;
const WROTE = /^(?:File created|The file \S+ has been updated|Updated cell|Inserted cell|Applied \d+ edits?)/;
const NO_REPLY = /^(?:No response requested\.|\(no content\))$/;
const SUMMARY_OPENING = /^This session is being continued from a previous conversation[^\n]*\n/;
const SUMMARY_CLOSING =
  /\n[ \t]*(?:If you need specific details from before compaction|(?:Please )?[Cc]ontinue the conversation from where)[\s\S]*$/;
/** What a person typed, and where they broke in. Text beside a tool's result is the client's own. */
function personEntries(text: string, place: LinePlace): TranscriptEntry[] {
  const wrapped = wrappedEntry(text, place);
  if (wrapped !== undefined) return [wrapped];
  const rest = text.replace(INTERRUPTED, '');
  const stopped: TranscriptEntry[] = rest === text ? [] : [entry.interruptedByPerson(place)];
  const prompt = readPrompt(rest);
  return [...stopped, ...entry.text(place, 'request', prompt)];
}

/** Of a message that the client says is not the person's, only facts of the client itself are kept. */
const attributed = (entries: TranscriptEntry[], origin: unknown): TranscriptEntry[] =>
  !isJsonObject(origin) || origin.kind === 'human' ? entries : entries.filter(({ kind }) => kind === 'task');

function answersOf(toolUseResult: unknown): Answer[] {
  return Object.entries(objectOf(objectOf(toolUseResult).answers)).flatMap(([question, answer]) =>
    typeof answer === 'string' && answer.trim() !== '' ? [{ question, answer }] : [],
  );
}

function taskIdOf(toolUseResult: unknown, text: string): string | null {
  const { id } = objectOf(objectOf(toolUseResult).task);
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return /^Task #(\S{1,40}) created/.exec(text)?.[1] ?? null;
}

function resultEntries(block: JsonObject, toolUseResult: unknown, place: LinePlace): TranscriptEntry[] {
  const callId = stringOf(block.tool_use_id);
  if (callId === '') return [];
  const text = textOf(block.content);
  const isError = block.is_error === true;
  const isRefused = isError && REFUSED.test(text);
  const reason = isRefused ? stripInjected(REFUSAL_REASON.exec(text)?.[1] ?? '') : '';
  const exitCode = EXIT_CODE.exec(text)?.[1];
  const result = entry.result(place, {
    callId,
    isError,
    isRefused,
    text: isRefused ? reason : text.replace(EXIT_CODE, ''),
    exitCode: isError && exitCode !== undefined ? Number(exitCode) : null,
    todoId: isError ? null : taskIdOf(toolUseResult, text),
    answers: isError ? [] : answersOf(toolUseResult),
  });
  return [result, ...entry.text(place, 'request', reason)];
}

/** Of the results that a subagent got, only those of files that it wrote are kept. */
const ofSubagent = (entry: TranscriptEntry): TranscriptEntry[] =>
  entry.kind === 'result' && !entry.isError && WROTE.test(entry.text) ? [{ ...entry, text: '' }] : [];

const summaryText = (text: string): string =>
  stripInjected(text.replace(SUMMARY_OPENING, '').replace(SUMMARY_CLOSING, '')).replace(/^Summary:\s*/, '');

function userEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const message = objectOf(record.message);
  const isSidechain = record.isSidechain === true;
  const blocks = blocksOf(message.content);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0) {
    const entries = results.flatMap((block) => resultEntries(block, record.toolUseResult, place));
    if (isSidechain) return entries.flatMap(ofSubagent);
    const isStopped = blocks.some(({ text }) => typeof text === 'string' && INTERRUPTED.test(text));
    return isStopped ? [...entries, entry.interruptedByPerson(place)] : entries;
  }
  if (isSidechain) return [];
  const text = textOf(message.content);
  if (record.isCompactSummary === true || SUMMARY_OPENING.test(text))
    return [{ ...place, kind: 'summary', text: summaryText(text) }];
  const isPutIn = record.isMeta === true || record.isVisibleInTranscriptOnly === true;
  if (isPutIn || typeof record.sourceToolUseID === 'string') return [];
  return attributed(personEntries(text, place), record.origin);
}

function assistantEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  const message = objectOf(record.message);
  const isSidechain = record.isSidechain === true;
  const cwd = typeof record.cwd === 'string' ? record.cwd : null;
  const branch =
    typeof record.gitBranch === 'string' && record.gitBranch !== 'HEAD' ? record.gitBranch : null;
  const isTheModels = record.isApiErrorMessage !== true && message.model !== '<synthetic>';
  return blocksOf(message.content).flatMap((block): TranscriptEntry[] => {
    if (block.type === 'tool_use') {
      const call = parseToolCall(block);
      if (call === undefined || (isSidechain && call.input.what !== 'write')) return [];
      return [{ ...place, kind: 'call', ...call, cwd, branch, isBySubagent: isSidechain }];
    }
    const text = block.type === 'text' ? stringOf(block.text).trim() : '';
    if (text === '' || isSidechain || NO_REPLY.test(text)) return [];
    if (isTheModels) return [{ ...place, kind: 'reply', text }];
    return record.isApiErrorMessage === true ? [{ ...place, kind: 'interruption', by: 'failure', text }] : [];
  });
}

const RECAP_HINT = /\(disable recaps in \/config\)$/;

function systemEntries(record: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (record.isSidechain === true) return [];
  if (record.subtype === 'away_summary') {
    return entry.text(place, 'recap', stringOf(record.content).trim().replace(RECAP_HINT, '').trim());
  }
  if (record.subtype !== 'compact_boundary') return [];
  const metadata = objectOf(record.compactMetadata);
  const trigger = typeof metadata.trigger === 'string' ? metadata.trigger : null;
  return [{ ...place, kind: 'boundary', trigger }];
}

/** Words typed while the agent was working reach the transcript as an attachment and nowhere else. */
function queuedEntries({ attachment, isSidechain }: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (!isJsonObject(attachment) || attachment.type !== 'queued_command' || isSidechain === true) return [];
  const isPrompt = attachment.commandMode === undefined || attachment.commandMode === 'prompt';
  const entries = attributed(personEntries(textOf(attachment.prompt), place), attachment.origin);
  return isPrompt ? entries : entries.filter(({ kind }) => kind === 'task');
}

/** Older clients record a message that was typed while the agent worked only where it was queued. */
function queueEntries({ operation, content }: JsonObject, place: LinePlace): TranscriptEntry[] {
  if (operation !== 'enqueue' || typeof content !== 'string') return [];
  return personEntries(content, place).flatMap((entry) =>
    entry.kind === 'request' ? [{ ...entry, isQueued: true }] : [],
  );
}

const titleEntry = (text: unknown, isByPerson: boolean, place: LinePlace): TranscriptEntry[] =>
  typeof text === 'string' && text.trim() !== ''
    ? [{ ...place, kind: 'title', text: text.trim(), isByPerson }]
    : [];

const linkEntry = (url: unknown, place: LinePlace): TranscriptEntry[] =>
  typeof url === 'string' && /^https:\/\//.test(url) ? [{ ...place, kind: 'pull_request', url }] : [];

/** Most lines repeat what was sent to the model, at length; they are not even parsed. */
const RELEVANT_LINE =
  /"type"\s*:\s*"(?:user|assistant|queued_command|queue-operation|pr-link|ai-title|custom-title)"|"(?:compact_boundary|away_summary)"/;

/** One line of a Claude Code transcript. Broken lines and unknown kinds give no entries. */
export function parseLine(text: string, line: number): readonly TranscriptEntry[] {
  const record = RELEVANT_LINE.test(text) ? parseObject(text) : {};
  const place: LinePlace = { line, at: instantOf(record.timestamp) };
  switch (record.type) {
    case 'user':
      return userEntries(record, place);
    case 'assistant':
      return assistantEntries(record, place);
    case 'system':
      return systemEntries(record, place);
    case 'attachment':
      return queuedEntries(record, place);
    case 'queue-operation':
      return queueEntries(record, place);
    case 'ai-title':
      return titleEntry(record.aiTitle, false, place);
    case 'custom-title':
      return titleEntry(record.customTitle, true, place);
    case 'pr-link':
      return linkEntry(record.prUrl, place);
    default:
      return [];
  }
}

export const transcriptFormat: TranscriptFormat = {
  ...lineFormat({ parserFor: () => parseLine, folderOf }),
  subagentsOf: (path) => join(path.replace(/\.jsonl$/, ''), 'subagents'),
};
