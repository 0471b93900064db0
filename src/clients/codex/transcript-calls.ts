import type { CallInput, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import {
  callEntry,
  type LinePlace,
  objectOf,
  parseObject,
  readFrom,
  resultEntry,
  runCommand,
  stringOf,
  todosIn,
  writeTo,
} from '../shared/transcript-json.ts';
import { parseOutput, type ToolOutput } from './transcript-texts.ts';

/** A tool call in our own words. A patch of several files is several calls. */
interface ParsedCall {
  readonly tool: string;
  readonly input: CallInput;
  /** The file is new. */
  readonly isNewFile?: true;
}

const PATCHED_FILE = /^\*\*\* (Add File|Update File|Move to): (.+)$/gm;

function patchCalls(patch: string): readonly ParsedCall[] {
  return [...patch.matchAll(PATCHED_FILE)].map(([, step = '', path = '']) => ({
    tool: 'apply_patch',
    input: writeTo(path.trim()),
    ...(step === 'Add File' ? { isNewFile: true } : {}),
  }));
}

/** Some models call the patch tool through the shell. */
const SHELL_PATCH = /^\s*(?:cd [^\n&]+&& *)?apply_patch\b[\s\S]*\*\*\* Begin Patch/;

/** `["bash", "-lc", "ls"]` is how older clients ran `ls`. */
function commandOf(value: unknown): string {
  if (!Array.isArray(value)) return stringOf(value);
  const words = value.filter((word) => typeof word === 'string');
  return /^-l?c$/.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ');
}

function shellCalls(tool: string, command: string): readonly ParsedCall[] {
  if (SHELL_PATCH.test(command)) return patchCalls(command);
  return [{ tool, input: runCommand(command) }];
}

const one = (tool: string, input: CallInput): readonly ParsedCall[] => [{ tool, input }];

const TOOLS: Readonly<Record<string, (args: JsonObject, tool: string) => readonly ParsedCall[]>> = {
  exec_command: ({ cmd }, tool) => shellCalls(tool, commandOf(cmd)),
  shell: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  shell_command: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  apply_patch: ({ input, patch }) => patchCalls(stringOf(input ?? patch)),
  update_plan: ({ plan }, tool) =>
    one(tool, { what: 'todos', todos: todosIn(plan, 'step'), isForTurn: true }),
  view_image: ({ path }, tool) => one(tool, readFrom(path)),
  // Only waits for a command that was started before.
  write_stdin: () => [],
};

/** The calls of one `function_call`, `custom_tool_call` or `local_shell_call`. */
function parseCalls(payload: JsonObject): readonly ParsedCall[] {
  if (payload.type === 'local_shell_call') {
    return shellCalls('shell', commandOf(objectOf(payload.action).command));
  }
  const name = stringOf(payload.name);
  if (payload.type === 'custom_tool_call')
    return name === 'apply_patch' ? patchCalls(stringOf(payload.input)) : one(name, { what: 'other' });
  const parse = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  const tool = [stringOf(payload.namespace), name].filter((part) => part !== '').join('.');
  return parse?.(parseObject(stringOf(payload.arguments)), name) ?? one(tool, { what: 'other' });
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
  place: LinePlace,
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
  return calls.map(({ tool, input }, index) =>
    callEntry(place, { callId: callIdOf(callId, index), tool, input, cwd: folder }),
  );
}

const FAILED = /^(?:apply_patch verification failed|\S+ failed: |failed to |err: |aborted by user)/i;
const REFUSED = /^(?:exec command rejected by user|rejected by user|user rejected|patch rejected by user)/i;

function answersOf(text: string) {
  if (!text.startsWith('{"answers":')) return [];
  const { answers } = parseObject(text);
  return Object.entries(objectOf(answers)).flatMap(([question, given]) => {
    const { answers: list } = objectOf(given);
    const answer = (Array.isArray(list) ? list : []).filter((one) => typeof one === 'string').join(', ');
    return answer === '' ? [] : [{ question: question.replaceAll('_', ' '), answer }];
  });
}

function outputEntry(callId: string, { text, exitCode }: ToolOutput, place: LinePlace): TranscriptEntry {
  const isRefused = REFUSED.test(text);
  return resultEntry(place, {
    callId,
    isError: isRefused || (exitCode === null && FAILED.test(text)),
    isRefused,
    text: isRefused ? '' : text,
    exitCode,
    answers: answersOf(text),
  });
}

export function outputEntries(payload: JsonObject, place: LinePlace, memory: Memory): TranscriptEntry[] {
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
    outputEntry(
      callIdOf(callId, index),
      file?.isNewFile ? { ...output, text: 'File created' } : output,
      place,
    ),
  );
}

/** The end of a command that went on; the others are reported as outputs. */
export function endEntries(payload: JsonObject, place: LinePlace, memory: Memory): TranscriptEntry[] {
  const callId = runIdOf(stringOf(payload.process_id));
  if (!memory.running.delete(callId) || typeof payload.exit_code !== 'number') return [];
  const output = { text: stringOf(payload.aggregated_output), exitCode: payload.exit_code, runsAs: null };
  return [outputEntry(callId, output, place)];
}
