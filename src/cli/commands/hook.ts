import type { ServingCommand } from '../define-command.ts';

export const hook: ServingCommand = {
  name: 'hook',
  summary:
    "Answer an event of an agent client: what its hooks call, with the client's JSON on standard input.",
  effect: 'serve',
  examples: ['throughline hook claude-code session-start', 'throughline hook claude-code check'],
  flags: [],
  positionals: [
    { name: 'CLIENT', description: 'Whose event it is: claude-code.' },
    {
      name: 'EVENT',
      description: 'session-start, prompt, stop, pre-compact, post-compact, session-end; check only answers.',
    },
  ],
};
