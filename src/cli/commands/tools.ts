import { defineCommand } from '../define-command.ts';
import { renderTable } from '../render-table.ts';

const firstSentence = (text: string) => /^.*?[.;](?=\s|$)/s.exec(text)?.[0].replace(/;$/, '.') ?? text;

const COLUMNS = [
  { title: 'tool', isWhole: true },
  { title: 'toolset', isWhole: true, rank: 2 },
  { title: 'effect', isWhole: true, rank: 1 },
  { title: 'what it does', least: 40 },
];

export const tools = defineCommand({
  name: 'tools',
  summary: 'List the tools that agents are offered.',
  effect: 'read',
  examples: [
    'throughline tools',
    'throughline tools --toolsets session --read-only',
    'throughline tools --json',
  ],
  async act({ listTools, width, style }) {
    const offered = await listTools();
    const rows = offered.map(({ name, toolset, effect, description }) => [
      name,
      toolset,
      effect,
      firstSentence(description),
    ]);
    return { lines: renderTable(COLUMNS, rows, { width, style }), facts: { tools: offered } };
  },
});
