import type { CallEntry, CallInput } from '../../domain/capture/transcript-entry.ts';
import type { JsonObject } from '../../lib/json-depth.ts';
import { objectOf, objectsIn, stringOf, TODO_STATES, todosIn, toolInput } from '../shared/transcript-json.ts';

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

const INPUTS: ReadonlyMap<string, (input: JsonObject) => CallInput> = new Map([
  ...['Write', 'Edit', 'MultiEdit'].map((tool) => [tool, written] as const),
  ['NotebookEdit', ({ notebook_path }) => pathed('write', notebook_path)],
  ...['Read', 'NotebookRead'].map((tool) => [tool, read] as const),
  ...['Bash', 'PowerShell'].map((tool) => [tool, command] as const),
  ['TodoWrite', ({ todos }) => ({ what: 'todos', todos: todosIn(todos, 'content') })],
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
    input: INPUTS.get(tool)?.(objectOf(block.input)) ?? { what: 'other' },
  };
}
