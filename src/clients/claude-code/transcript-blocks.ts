import { stripInjected } from '../../domain/capture/envelopes.ts';
import type { CallEntry, CallInput, TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import {
  type LinePlace,
  objectOf,
  objectsIn,
  stringOf,
  TODO_STATES,
  todosIn,
  toolInput,
} from '../shared/transcript-json.ts';

/** Content is a plain string, or a list of typed blocks. */
export const blocksOf = (content: unknown): readonly JsonObject[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return objectsIn(content);
};

export const textOf = (content: unknown): string =>
  blocksOf(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => stringOf(text))
    .join('\n');

function changeOf({ taskId, status, subject }: JsonObject): CallInput {
  const state = status === 'deleted' ? 'gone' : (TODO_STATES[stringOf(status)] ?? null);
  const id = typeof taskId === 'number' ? String(taskId) : stringOf(taskId);
  return { what: 'todo_changed', id, state, text: typeof subject === 'string' ? subject : null };
}

const pathed = (what: 'read' | 'write', path: unknown): CallInput =>
  typeof path === 'string' && path !== '' ? { what, path } : { what: 'other' };

const written = ({ file_path }: JsonObject) => pathed('write', file_path);
const read = ({ file_path, notebook_path }: JsonObject) => pathed('read', file_path ?? notebook_path);
const command = ({ command, run_in_background }: JsonObject) =>
  toolInput.command(command, run_in_background === true);
const search = ({ pattern, query, url, path }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query ?? url ?? path),
});

const plan = (input: JsonObject): CallInput => ({
  what: 'plan',
  text: stringOf(input.plan),
  path: typeof input.planFilePath === 'string' ? input.planFilePath : null,
});

/** "Which one? (this / that)" */
const asked = ({ questions }: JsonObject): CallInput => ({
  what: 'ask',
  text: objectsIn(questions)
    .map(({ question, options }) => {
      const labels = objectsIn(options).map(({ label }) => stringOf(label));
      return `${stringOf(question)}${labels.length === 0 ? '' : ` (${labels.join(' / ')})`}`;
    })
    .join(' '),
});

const INPUTS: ReadonlyMap<string, (input: JsonObject) => CallInput> = new Map([
  ...['Write', 'Edit', 'MultiEdit'].map((tool) => [tool, written] as const),
  ['NotebookEdit', ({ notebook_path }) => pathed('write', notebook_path)],
  ...['Read', 'NotebookRead'].map((tool) => [tool, read] as const),
  ...['Bash', 'PowerShell'].map((tool) => [tool, command] as const),
  ['TodoWrite', ({ todos }) => ({ what: 'todos', todos: todosIn(todos, 'content') })],
  ['TaskCreate', ({ subject }) => ({ what: 'todo_added', text: stringOf(subject) })],
  ['TaskUpdate', changeOf],
  ['ExitPlanMode', plan],
  ['AskUserQuestion', asked],
  ...['Grep', 'Glob', 'LS', 'WebSearch', 'WebFetch', 'ToolSearch'].map((tool) => [tool, search] as const),
]);

/** A tool_use block in our own words. */
export function parseToolCall(block: JsonObject): Pick<CallEntry, 'callId' | 'tool' | 'input'> | undefined {
  const callId = stringOf(block.id);
  const tool = stringOf(block.name);
  if (callId === '' || tool === '') return undefined;
  return {
    callId,
    tool,
    input: INPUTS.get(tool)?.(objectOf(block.input)) ?? { what: 'other' },
  };
}

const COMMAND_NAME = /^[ \t]*<command-name>\s*\/?([^<]{1,80}?)\s*<\/command-name>/m;
const COMMAND_ARGS = /<command-args>([\s\S]*?)<\/command-args>/;

/** Commands to the client itself; any other is a stored prompt that is called by its name. */
const CLIENT_COMMANDS = new Set(
  (
    'add-dir agents allowed-tools bashes bug clear compact config context copy cost doctor effort exit export ' +
    'extra-usage fast feedback help hooks ide install-github-app keybindings login logout mcp memory mobile model ' +
    'output-style passes permissions plan plugin privacy-settings quit rate-limit-options release-notes reload-plugins ' +
    'remote-control remote-env rename resume rewind sandbox settings skills stats status statusline stickers tasks ' +
    'terminal-setup theme todos upgrade usage vim'
  ).split(' '),
);
const TYPED_COMMAND = /^\/([\w:-]{1,80})(?=\s|$)/;

const isOurs = (name: string) => CLIENT_COMMANDS.has(name) || /^throughline\b/.test(name);

/** What the person asked for: their words, or the command of their own they called; '' where it was neither. */
export function readPrompt(text: string): string {
  const name = COMMAND_NAME.exec(text)?.[1];
  if (name !== undefined) {
    const args = stripInjected(COMMAND_ARGS.exec(text)?.[1] ?? '');
    // The client writes the name first if it answers the command itself.
    const isAnsweredByClient = args === '' && /^\s*<command-name>/.test(text);
    return isOurs(name) || isAnsweredByClient ? '' : `/${name} ${args}`.trim();
  }
  const words = stripInjected(text);
  const typed = TYPED_COMMAND.exec(words)?.[1];
  return typed !== undefined && isOurs(typed) ? '' : words;
}

const SHELL_INPUT = /^\s*<bash-input>([\s\S]*?)<\/bash-input>/;
/** Both streams. A sentence that begins with the tag does not end with a closed one. */
const SHELL_OUTPUT =
  /^\s*<bash-(stdout|stderr)>(?! \w(?![\s\S]*<\/bash-std(?:out|err)>\s*$))([\s\S]*?)(?:<\/bash-\1>(?:\s*<bash-stderr>([\s\S]*?)(?:<\/bash-stderr>|$))?|$)/;

/** What a command of the person printed; undefined if the text is something else. */
function shellOutput(text: string): string | undefined {
  const [found, , first = '', second = ''] = SHELL_OUTPUT.exec(text) ?? [];
  return found === undefined ? undefined : [first, second].filter((part) => part.trim() !== '').join('\n');
}

const TASK = /^\s*<task-notification>[\s\S]*?<summary>([\s\S]*?)<\/summary>/;
/** A message that only notifies the agent; the agent may reply to it. */
const NOTIFIES = /^\s*<(task-notification|teammate-message|cross-session-message)(?![\w-])/;
const TASK_ID = /<task-id>([^<]{1,80})<\/task-id>/;
const TASK_FAILED = /<status>(?:failed|error)<\/status>|\bfailed\b|exit code [1-9]/;

/** What the client wraps into a message of the person: a command that they ran, or the end of one in the background. */
export function wrappedEntry(text: string, place: LinePlace): TranscriptEntry | undefined {
  const command = SHELL_INPUT.exec(text)?.[1]?.trim();
  const output = shellOutput(text);
  if (command !== undefined || output !== undefined)
    return { ...place, kind: 'shell', command: command ?? '', output: output ?? '' };
  const summary = TASK.exec(text)?.[1]?.trim();
  const notified = summary ?? (readPrompt(text) === '' ? NOTIFIES.exec(text)?.[1] : undefined);
  if (notified === undefined) return undefined;
  const id = TASK_ID.exec(text)?.[1] ?? '';
  const isFailed = summary !== undefined && TASK_FAILED.test(text.slice(0, 2_000));
  return { ...place, kind: 'task', id, isFailed, text: notified };
}
