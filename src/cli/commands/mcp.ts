import type { ServingCommand } from '../define-command.ts';

export const mcp: ServingCommand = {
  name: 'mcp',
  summary: 'Serve one MCP client over standard input and output.',
  effect: 'serve',
  examples: ['throughline mcp', 'claude mcp add throughline -- throughline mcp'],
  flags: [],
};
