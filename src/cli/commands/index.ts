import type { Command, ServingCommand } from '../define-command.ts';
import { boot } from './boot.ts';
import { doctor } from './doctor.ts';
import { end } from './end.ts';
import { sessions } from './sessions.ts';

export const COMMANDS: readonly Command[] = [boot, end, sessions];

export const SERVING_COMMANDS: readonly ServingCommand[] = [
  {
    name: 'mcp',
    summary: 'Serve one MCP client over standard input and output.',
    effect: 'serve',
    examples: ['throughline mcp', 'claude mcp add throughline -- throughline mcp'],
    flags: [],
  },
  {
    name: 'serve',
    summary: 'Serve MCP over HTTP on this machine, and show how to connect clients.',
    effect: 'serve',
    examples: ['throughline serve', 'throughline serve --port 4748'],
    flags: [],
  },
  doctor,
];
