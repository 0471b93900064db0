import { HOOK_EVENTS } from '../../app/ports/client-adapter.ts';
import type { ServingCommand } from '../define-command.ts';

export const mcp: ServingCommand = {
  name: 'mcp',
  summary: 'Serve one MCP client over standard input and output.',
  effect: 'serve',
  examples: ['throughline mcp', 'claude mcp add throughline -- throughline mcp'],
  flags: [],
};

export const hook: ServingCommand = {
  name: 'hook',
  summary: 'Handle an event of an agent client. Its hooks run this with JSON on standard input.',
  effect: 'serve',
  examples: ['throughline hook claude-code session-start', 'throughline hook claude-code check'],
  flags: [],
  positionals: [
    { name: 'CLIENT', description: 'The agent client that sends the event.' },
    {
      name: 'EVENT',
      description: `${HOOK_EVENTS.join(', ')}. "check" only reports that the program runs.`,
    },
  ],
};
