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
  /** Calls that wait for a command that was started before, perhaps in an earlier reading, by the id under which it goes on. */
  readonly waits: Map<string, string>;
  /** Commands of this reading that go on. */
  readonly running: Set<string>;
}

const runIdOf = (session: string) => `session ${session}`;
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
    memory.waits.set(callId, runIdOf(String(session)));
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
    const runsAs = runIdOf(output.runsAs);
    memory.running.add(runsAs);
    return [{ ...place, kind: 'running', callId, runsAs }];
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

/** The end of a command that went on; the others are reported as outputs. */
export function endEntries(payload: JsonObject, place: Place, memory: Memory): TranscriptEntry[] {
  const callId = runIdOf(stringOf(payload.process_id));
  if (!memory.running.delete(callId) || typeof payload.exit_code !== 'number') return [];
  const output = { text: stringOf(payload.aggregated_output), exitCode: payload.exit_code, runsAs: null };
  return [resultEntry(callId, output, place)];
}
