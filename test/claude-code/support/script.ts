import type { Model, Reply } from './messages-api.ts';
import { asksForSummary } from './model-input.ts';

export type Step = readonly Reply[] | 'hang';

export const SUMMARY = 'We read the tides. What is left is the rounding.';

/** A model that does these things one after the other and is done then; asked for a summary it gives one. */
export function inOrder(...steps: readonly Step[]): Model {
  const left = [...steps];
  return (request) =>
    asksForSummary(request) ? [`<summary>${SUMMARY}</summary>`] : (left.shift() ?? ['Done.']);
}

/** The client loads the tools of a server only when the model asks for them. */
export function using(tool: string, input: Readonly<Record<string, unknown>>): readonly Step[] {
  const name = `mcp__plugin_throughline_throughline__${tool}`;
  return [[{ tool: 'ToolSearch', input: { query: `select:${name}` } }], [{ tool: name, input }]];
}

export const write = (file_path: string, content: string): Reply => ({
  tool: 'Write',
  input: { file_path, content },
});

export const edit = (file_path: string, old_string: string, new_string: string): Reply => ({
  tool: 'Edit',
  input: { file_path, old_string, new_string },
});

export const run = (command: string): Reply => ({
  tool: 'Bash',
  input: { command, description: 'Run it' },
});

type Status = 'completed' | 'in_progress' | 'pending';

export const plan = (...todos: readonly (readonly [content: string, status: Status])[]): Reply => ({
  tool: 'TodoWrite',
  input: { todos: todos.map(([content, status]) => ({ content, status, activeForm: content })) },
});
