import type { CallInput, Todo, TodoState } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';
import { parseObject, stringOf } from './transcript-texts.ts';

/** A tool call in our own words. A patch of several files is several calls. */
export interface ParsedCall {
  readonly tool: string;
  readonly input: CallInput;
  /** The file is new. */
  readonly isNewFile?: true;
}

const PATCHED_FILE = /^\*\*\* (Add File|Update File|Move to): (.+)$/gm;

function patchCalls(patch: string): readonly ParsedCall[] {
  return [...patch.matchAll(PATCHED_FILE)].map(([, step = '', path = '']) => ({
    tool: 'apply_patch',
    input: { what: 'write', path: path.trim() },
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
  return [{ tool, input: { what: 'command', command, isInBackground: false } }];
}

const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
};

function todosOf(plan: unknown): readonly Todo[] {
  if (!Array.isArray(plan)) return [];
  return plan.filter(isJsonObject).flatMap(({ step, status }) => {
    const text = stringOf(step);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });
}

const one = (tool: string, input: CallInput): readonly ParsedCall[] => [{ tool, input }];

const TOOLS: Readonly<Record<string, (args: JsonObject, tool: string) => readonly ParsedCall[]>> = {
  exec_command: ({ cmd }, tool) => shellCalls(tool, commandOf(cmd)),
  shell: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  shell_command: ({ command }, tool) => shellCalls(tool, commandOf(command)),
  apply_patch: ({ input, patch }) => patchCalls(stringOf(input ?? patch)),
  update_plan: ({ plan }, tool) => one(tool, { what: 'todos', todos: todosOf(plan), isForTurn: true }),
  view_image: ({ path }, tool) => one(tool, { what: 'read', path: stringOf(path) }),
  // Only waits for a command that was started before.
  write_stdin: () => [],
};

/** The calls of one `function_call`, `custom_tool_call` or `local_shell_call`. */
export function parseCalls(payload: JsonObject): readonly ParsedCall[] {
  if (payload.type === 'local_shell_call') {
    const action = isJsonObject(payload.action) ? payload.action : {};
    return shellCalls('shell', commandOf(action.command));
  }
  const name = stringOf(payload.name);
  if (payload.type === 'custom_tool_call')
    return name === 'apply_patch' ? patchCalls(stringOf(payload.input)) : one(name, { what: 'other' });
  const parse = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  const tool = [stringOf(payload.namespace), name].filter((part) => part !== '').join('.');
  return parse?.(parseObject(stringOf(payload.arguments)), name) ?? one(tool, { what: 'other' });
}
