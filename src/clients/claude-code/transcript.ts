import { ownWords } from '../../domain/capture/own-words.ts';
import type { Answer, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { folderOf } from '../../transcripts/folder-of.ts';
import { lineFormat } from '../../transcripts/line-format.ts';
import { blocksOf, isRecord, type JsonRecord, stringOf, textOf } from './transcript-blocks.ts';
import { normaliseCall } from './transcript-calls.ts';
import { readPrompt } from './transcript-prompt.ts';

const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]\s*/;
const REFUSED = /^The user doesn't want to (?:proceed with|take) this (?:tool use|action)/;
const SAID = /the user said:\s*\n?([\s\S]*)$/i;
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,3})(?:\n|$)/;
const WROTE = /^(?:File created|The file \S+ has been updated|Updated cell|Inserted cell|Applied \d+ edits?)/;
const NO_REPLY = /^(?:No response requested\.|\(no content\))$/;
const SUMMARY_OPENING = /^This session is being continued from a previous conversation[^\n]*\n/;
const SUMMARY_CLOSING =
  /\n[ \t]*(?:If you need specific details from before compaction|(?:Please )?[Cc]ontinue the conversation from where)[\s\S]*$/;
const IS_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

interface Place {
  readonly line: number;
  readonly at: Instant | null;
}

const instantOf = (value: unknown): Instant | null =>
  typeof value === 'string' && IS_INSTANT.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : null;

const interruption = (place: Place): TranscriptEntry => ({
  ...place,
  kind: 'interruption',
  by: 'person',
  text: 'The person interrupted.',
});

/** What a person typed, and where they broke in. Text beside a tool's result is the client's own. */
function personEntries(text: string, place: Place): TranscriptEntry[] {
  const rest = text.replace(INTERRUPTED, '');
  const stopped: TranscriptEntry[] = rest === text ? [] : [interruption(place)];
  const prompt = readPrompt(rest);
  return prompt === '' ? stopped : [...stopped, { ...place, kind: 'request', text: prompt }];
}

function answersOf(toolUseResult: unknown): Answer[] {
  if (!isRecord(toolUseResult) || !isRecord(toolUseResult.answers)) return [];
  return Object.entries(toolUseResult.answers).flatMap(([question, answer]) =>
    typeof answer === 'string' && answer.trim() !== '' ? [{ question, answer }] : [],
  );
}

function taskIdOf(toolUseResult: unknown, text: string): string | null {
  const task = isRecord(toolUseResult) && isRecord(toolUseResult.task) ? toolUseResult.task.id : undefined;
  if (typeof task === 'string' || typeof task === 'number') return String(task);
  return /^Task #(\S{1,40}) created/.exec(text)?.[1] ?? null;
}

function resultEntries(block: JsonRecord, toolUseResult: unknown, place: Place): TranscriptEntry[] {
  const callId = stringOf(block.tool_use_id);
  if (callId === '') return [];
  const told = textOf(block.content);
  const isError = block.is_error === true;
  const isRefused = isError && REFUSED.test(told);
  const said = isRefused ? ownWords(SAID.exec(told)?.[1] ?? '') : '';
  const exitCode = EXIT_CODE.exec(told)?.[1];
  const result: TranscriptEntry = {
    ...place,
    kind: 'result',
    callId,
    isError,
    isRefused,
    text: isRefused ? said : told.replace(EXIT_CODE, ''),
    exitCode: isError && exitCode !== undefined ? Number(exitCode) : null,
    todoId: isError ? null : taskIdOf(toolUseResult, told),
    answers: isError ? [] : answersOf(toolUseResult),
  };
  return said === '' ? [result] : [result, { ...place, kind: 'request', text: said }];
}

/** Of what a subagent was told, only that a file was written. */
const ofSubagent = (entry: TranscriptEntry): TranscriptEntry[] =>
  entry.kind === 'result' && !entry.isError && WROTE.test(entry.text) ? [{ ...entry, text: '' }] : [];

const summaryText = (text: string): string =>
  ownWords(text.replace(SUMMARY_OPENING, '').replace(SUMMARY_CLOSING, '')).replace(/^Summary:\s*/, '');

function userEntries(record: JsonRecord, place: Place): TranscriptEntry[] {
  const message = isRecord(record.message) ? record.message : {};
  const isSidechain = record.isSidechain === true;
  const blocks = blocksOf(message.content);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  if (results.length > 0) {
    const told = results.flatMap((block) => resultEntries(block, record.toolUseResult, place));
    if (isSidechain) return told.flatMap(ofSubagent);
    const isStopped = blocks.some(({ text }) => typeof text === 'string' && INTERRUPTED.test(text));
    return isStopped ? [...told, interruption(place)] : told;
  }
  if (isSidechain) return [];
  const text = textOf(message.content);
  if (record.isCompactSummary === true || SUMMARY_OPENING.test(text))
    return [{ ...place, kind: 'summary', text: summaryText(text) }];
  const isTheirs = !isRecord(record.origin) || record.origin.kind === 'human';
  const isPutIn = record.isMeta === true || record.isVisibleInTranscriptOnly === true;
  if (isPutIn || !isTheirs || typeof record.sourceToolUseID === 'string') return [];
  return personEntries(text, place);
}

function assistantEntries(record: JsonRecord, place: Place): TranscriptEntry[] {
  const message = isRecord(record.message) ? record.message : {};
  const isSidechain = record.isSidechain === true;
  const cwd = typeof record.cwd === 'string' ? record.cwd : null;
  const isTheModels = record.isApiErrorMessage !== true && message.model !== '<synthetic>';
  return blocksOf(message.content).flatMap((block): TranscriptEntry[] => {
    if (block.type === 'tool_use') {
      const call = normaliseCall(block);
      if (call === undefined || (isSidechain && call.input.what !== 'write')) return [];
      return [{ ...place, kind: 'call', ...call, cwd, isBySubagent: isSidechain }];
    }
    const text = block.type === 'text' ? stringOf(block.text).trim() : '';
    if (text === '' || isSidechain || NO_REPLY.test(text)) return [];
    if (isTheModels) return [{ ...place, kind: 'reply', text }];
    return record.isApiErrorMessage === true ? [{ ...place, kind: 'interruption', by: 'failure', text }] : [];
  });
}

function systemEntries(record: JsonRecord, place: Place): TranscriptEntry[] {
  if (record.subtype !== 'compact_boundary' || record.isSidechain === true) return [];
  const metadata = isRecord(record.compactMetadata) ? record.compactMetadata : {};
  const trigger = typeof metadata.trigger === 'string' ? metadata.trigger : null;
  return [{ ...place, kind: 'boundary', trigger }];
}

/** Words typed while the agent was working reach the transcript as an attachment and nowhere else. */
function queuedEntries({ attachment, isSidechain }: JsonRecord, place: Place): TranscriptEntry[] {
  if (!isRecord(attachment) || attachment.type !== 'queued_command' || isSidechain === true) return [];
  const isTheirs = !isRecord(attachment.origin) || attachment.origin.kind === 'human';
  const isPrompt = attachment.commandMode === undefined || attachment.commandMode === 'prompt';
  return isTheirs && isPrompt ? personEntries(textOf(attachment.prompt), place) : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Most lines repeat what was sent to the model, at length; they are not even parsed. */
const MAY_SPEAK = /"type"\s*:\s*"(?:user|assistant|queued_command)"|"compact_boundary"/;

/** One line of a Claude Code transcript. Lines that are broken, or of a kind we do not know, say nothing. */
export function parseLine(text: string, line: number): readonly TranscriptEntry[] {
  const record = MAY_SPEAK.test(text) ? parseJson(text) : undefined;
  if (!isRecord(record)) return [];
  const place: Place = { line, at: instantOf(record.timestamp) };
  switch (record.type) {
    case 'user':
      return userEntries(record, place);
    case 'assistant':
      return assistantEntries(record, place);
    case 'system':
      return systemEntries(record, place);
    case 'attachment':
      return queuedEntries(record, place);
    default:
      return [];
  }
}

export const transcriptFormat = lineFormat({ parseLine, folderOf });
