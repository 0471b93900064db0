import type { CallEntry, CallInput, Todo, TodoState } from '../../domain/capture/transcript-entry.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-depth.ts';

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Content is a plain string, or a list of typed blocks. */
export const blocksOf = (content: unknown): readonly JsonObject[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
};

export const textOf = (content: unknown): string =>
  blocksOf(content)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => stringOf(text))
    .join('\n');

const TODO_STATES: Readonly<Record<string, TodoState>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
};

function todosOf(value: unknown): Todo[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).flatMap(({ content, status }) => {
    const text = stringOf(content);
    return text === '' ? [] : [{ text, state: TODO_STATES[stringOf(status)] ?? 'open' }];
  });
}

function changeOf({ taskId, status, subject }: JsonObject): CallInput {
  const state = status === 'deleted' ? 'gone' : (TODO_STATES[stringOf(status)] ?? null);
  const id = typeof taskId === 'number' ? String(taskId) : stringOf(taskId);
  return { what: 'todo_changed', id, state, text: typeof subject === 'string' ? subject : null };
}

const pathed = (what: 'read' | 'write', path: unknown): CallInput =>
  typeof path === 'string' && path !== '' ? { what, path } : { what: 'other' };

const written = ({ file_path }: JsonObject) => pathed('write', file_path);
const read = ({ file_path, notebook_path }: JsonObject) => pathed('read', file_path ?? notebook_path);
const command = (input: JsonObject): CallInput => ({
  what: 'command',
  command: stringOf(input.command),
  isInBackground: input.run_in_background === true,
});
const search = ({ pattern, query, url, path }: JsonObject): CallInput => ({
  what: 'search',
  query: stringOf(pattern ?? query ?? url ?? path),
});

const plan = (input: JsonObject): CallInput => ({
  what: 'plan',
  text: stringOf(input.plan),
  path: typeof input.planFilePath === 'string' ? input.planFilePath : null,
});

const INPUTS: ReadonlyMap<string, (input: JsonObject) => CallInput> = new Map([
  ...['Write', 'Edit', 'MultiEdit'].map((tool) => [tool, written] as const),
  ['NotebookEdit', ({ notebook_path }) => pathed('write', notebook_path)],
  ...['Read', 'NotebookRead'].map((tool) => [tool, read] as const),
  ...['Bash', 'PowerShell'].map((tool) => [tool, command] as const),
  ['TodoWrite', ({ todos }) => ({ what: 'todos', todos: todosOf(todos) })],
  ['TaskCreate', ({ subject }) => ({ what: 'todo_added', text: stringOf(subject) })],
  ['TaskUpdate', changeOf],
  ['ExitPlanMode', plan],
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
    input: INPUTS.get(tool)?.(isJsonObject(block.input) ? block.input : {}) ?? { what: 'other' },
  };
}
