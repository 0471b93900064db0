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

function inputOf(tool: string, input: JsonObject): CallInput {
  switch (tool) {
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
      return pathed('write', input.file_path);
    case 'NotebookEdit':
      return pathed('write', input.notebook_path);
    case 'Read':
    case 'NotebookRead':
      return pathed('read', input.file_path ?? input.notebook_path);
    case 'Bash':
    case 'PowerShell':
      return {
        what: 'command',
        command: stringOf(input.command),
        isInBackground: input.run_in_background === true,
      };
    case 'TodoWrite':
      return { what: 'todos', todos: todosOf(input.todos) };
    case 'TaskCreate':
      return { what: 'todo_added', text: stringOf(input.subject) };
    case 'TaskUpdate':
      return changeOf(input);
    case 'ExitPlanMode':
      return {
        what: 'plan',
        text: stringOf(input.plan),
        path: typeof input.planFilePath === 'string' ? input.planFilePath : null,
      };
    case 'Grep':
    case 'Glob':
    case 'LS':
    case 'WebSearch':
    case 'WebFetch':
    case 'ToolSearch':
      return { what: 'search', query: stringOf(input.pattern ?? input.query ?? input.url ?? input.path) };
    default:
      return { what: 'other' };
  }
}

/** A tool_use block in our own words. */
export function parseToolCall(block: JsonObject): Pick<CallEntry, 'callId' | 'tool' | 'input'> | undefined {
  const callId = stringOf(block.id);
  const tool = stringOf(block.name);
  if (callId === '' || tool === '') return undefined;
  return { callId, tool, input: inputOf(tool, isJsonObject(block.input) ? block.input : {}) };
}
