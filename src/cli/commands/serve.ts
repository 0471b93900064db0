import type { ServingCommand } from '../define-command.ts';

export const serve: ServingCommand = {
  name: 'serve',
  summary: 'Serve MCP over HTTP on this machine, and show how to connect clients.',
  effect: 'serve',
  examples: ['throughline serve', 'throughline serve --port 4748'],
  flags: [],
};
