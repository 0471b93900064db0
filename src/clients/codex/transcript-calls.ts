import type { CallInput, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import {
  entry,
  type LinePlace,
  objectOf,
  objectsIn,
  parseObject,
  stringOf,
  todosIn,
  toolInput,
} from '../shared/transcript-json.ts';

/** The text of a message, whose content is a list of typed parts. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objectsIn(content)
        .map(({ text }) => stringOf(text))
        .filter((text) => text !== '')
        .join('\n');

/** What a tool answered. */
export interface ToolOutput {
  readonly text: string;
  readonly exitCode: number | null;
  /** The command goes on under this id. */
  readonly runsAs: string | null;
}

const HEADER =
  /^(?:(?:Command|Chunk ID|Wall time|Exit code|Original token count|Total output lines)\b[^\n]*\n|Process (?:exited|running)[^\n]*\n)+Output:\n/;
const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d{1,10})$/m;
const RUNNING = /^Process running with session ID (\d{1,12})$/m;

/** Newer clients put a header before the output, older ones wrap it into JSON. */
export function parseOutput(output: unknown): ToolOutput {
  const written = isJsonObject(output) ? textOf(output.content ?? output.text) : textOf(output);
  const header = HEADER.exec(written)?.[0];
  if (header !== undefined) {
    const code = EXIT_CODE.exec(header)?.[1];
    return {
      text: written.slice(header.length),
      exitCode: code === undefined ? null : Number(code),
      runsAs: RUNNING.exec(header)?.[1] ?? null,
    };
  }
  const wrapped = written.startsWith('{"output":') ? parseObject(written) : {};
  const metadata = objectOf(wrapped.metadata);
  return {
    text: typeof wrapped.output === 'string' ? wrapped.output : written,
    exitCode: typeof metadata.exit_code === 'number' ? metadata.exit_code : null,
    runsAs: null,
  };
}

function locationOf({ code_location: place }: JsonObject, folder: string | null): string {
  const at = objectOf(place);
  const range = objectOf(at.line_range);
  const whole = stringOf(at.absolute_file_path);
  const path = folder !== null && whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : whole;
  return path === '' ? '' : ` (${path}${typeof range.start === 'number' ? `:${range.start}` : ''})`;
}

/** A review ends with its findings in JSON. They are shown as the client shows them. */
export function readableReply(text: string, folder: string | null): string {
  if (!/^\{\s*"(?:findings|overall_\w+)"/.test(text)) return text;
  const { findings, overall_explanation: explanation, overall_correctness: verdict } = parseObject(text);
  if (!Array.isArray(findings)) return text;
  const found = objectsIn(findings).map(
    (one) => `- ${stringOf(one.title)}${locationOf(one, folder)}: ${stringOf(one.body)}`,
  );
  const lines = [
    stringOf(verdict) === '' ? '' : `Verdict of the review: ${stringOf(verdict)}.`,
    found.length === 0 ? 'No findings.' : '',
  ];
  const opening = [...lines, stringOf(explanation)].filter((line) => line !== '').join(' ');
  return [opening, ...found].filter((line) => line !== '').join('\n');
}

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
    input: toolInput.write(path.trim()),
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
  return [{ tool, input: toolInput.command(command) }];
}

const one = (tool: string, input: CallInput): readonly ParsedCall[] => [{ tool, input }];

const TOOLS: Readonly<Record<string, (args: JsonObject, tool: string) => readonly ParsedCall[]>> = {
  exec_command: ({ cmd }, tool) => shellCalls(tool, commandOf(cmd)),
  shell: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  shell_command: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  apply_patch: ({ input, patch }) => patchCalls(stringOf(input ?? patch)),
  update_plan: ({ plan }, tool) =>
    one(tool, { what: 'todos', todos: todosIn(plan, 'step'), isForTurn: true }),
  view_image: ({ path }, tool) => one(tool, toolInput.read(path)),
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
    entry.call(place, { callId: callIdOf(callId, index), tool, input, cwd: folder }),
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
  return entry.result(place, {
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
