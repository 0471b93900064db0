import { defineCommand, type ToolLine } from '../define-command.ts';
import { type Column, renderTable } from '../render-table.ts';

const firstSentence = (text: string) => /^.*?[.;](?=\s|$)/s.exec(text)?.[0].replace(/;$/, '.') ?? text;

const COLUMNS: readonly Column<ToolLine>[] = [
  { title: 'tool', isWhole: true, cell: ({ name }) => name },
  { title: 'toolset', isWhole: true, rank: 2, cell: ({ toolset }) => toolset },
  { title: 'effect', isWhole: true, rank: 1, cell: ({ effect }) => effect },
  { title: 'what it does', minWidth: 40, cell: ({ description }) => firstSentence(description) },
];

export const tools = defineCommand({
  name: 'tools',
  summary: 'List the tools that agents can call.',
  effect: 'read',
  examples: [
    'throughline tools',
    'throughline tools --toolsets session --read-only',
    'throughline tools --json',
  ],
  async act(context) {
    const offered = await context.listTools();
    return { lines: renderTable(COLUMNS, offered, context), facts: { tools: offered } };
  },
});
