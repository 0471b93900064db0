import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { Instant } from '../../domain/instant.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { type ParsedCall, parseCalls } from './transcript-calls.ts';
import { parseObject, parseOutput, stringOf, type ToolOutput } from './transcript-texts.ts';

export interface Place {
  readonly line: number;
  readonly at: Instant | null;
}

/** What is known from earlier lines of the same reading. */
export interface Memory {
  /** The paths of a patch, to tell which file is new. */
  readonly patches: Map<string, readonly ParsedCall[]>;
  /** The calls that started commands that go on, by the id under which they do. */
  readonly running: Map<string, string>;
  /** The calls that started the commands for which other calls wait. */
  readonly waits: Map<string, string>;
}

const callIdOf = (callId: string, index: number) => (index === 0 ? callId : `${callId}#${index}`);

export function callEntries(
  payload: JsonObject,
  place: Place,
  folder: string | null,
  memory: Memory,
): TranscriptEntry[] {
  const callId = stringOf(payload.call_id) || stringOf(payload.id);
  if (callId === '') return [];
  if (payload.name === 'write_stdin') {
    const { session_id: session } = parseObject(stringOf(payload.arguments));
    const started = memory.running.get(String(session));
    if (started !== undefined) memory.waits.set(callId, started);
    return [];
  }
  const calls = parseCalls(payload);
  if (calls.some(({ input }) => input.what === 'write')) memory.patches.set(callId, calls);
  return calls.map(({ tool, input }, index) => ({
    ...place,
    kind: 'call',
    callId: callIdOf(callId, index),
    tool,
    input,
    cwd: folder,
    isBySubagent: false,
  }));
}

const FAILED = /^(?:apply_patch verification failed|\S+ failed: |failed to |err: |aborted by user)/i;
const REFUSED = /^(?:exec command rejected by user|rejected by user|user rejected|patch rejected by user)/i;

function answersOf(text: string) {
  if (!text.startsWith('{"answers":')) return [];
  const { answers } = parseObject(text);
  return Object.entries(isJsonObject(answers) ? answers : {}).flatMap(([question, given]) => {
    const list = isJsonObject(given) && Array.isArray(given.answers) ? given.answers : [];
    const answer = list.filter((one) => typeof one === 'string').join(', ');
    return answer === '' ? [] : [{ question: question.replaceAll('_', ' '), answer }];
  });
}

function resultEntry(callId: string, { text, exitCode }: ToolOutput, place: Place): TranscriptEntry {
  const isRefused = REFUSED.test(text);
  return {
    ...place,
    kind: 'result',
    callId,
    isError: isRefused || (exitCode !== null && exitCode !== 0) || (exitCode === null && FAILED.test(text)),
    isRefused,
    text: isRefused ? '' : text,
    exitCode,
    todoId: null,
    answers: answersOf(text),
  };
}

export function outputEntries(payload: JsonObject, place: Place, memory: Memory): TranscriptEntry[] {
  const own = stringOf(payload.call_id);
  const callId = memory.waits.get(own) ?? own;
  const output = parseOutput(payload.output);
  if (callId === '') return [];
  if (output.runsAs !== null) {
    memory.running.set(output.runsAs, callId);
    return [];
  }
  const files = memory.patches.get(callId) ?? [undefined];
  return files.map((file, index) =>
    resultEntry(
      callIdOf(callId, index),
      file?.isNewFile ? { ...output, text: 'File created' } : output,
      place,
    ),
  );
}
