import { HOOK_EVENTS } from '../../app/ports/client-adapter.ts';
import type { ServingCommand } from '../define-command.ts';

export const hook: ServingCommand = {
  name: 'hook',
  summary:
    "Answer an event of an agent client: what its hooks call, with the client's JSON on standard input.",
  effect: 'serve',
  examples: ['throughline hook claude-code session-start', 'throughline hook claude-code check'],
  flags: [],
  positionals: [
    { name: 'CLIENT', description: 'The agent client whose event it is.' },
    {
      name: 'EVENT',
      description: `${HOOK_EVENTS.join(', ')}; check only answers.`,
    },
  ],
};
