import { notFound } from '../../domain/error.ts';
import { BRIEF_BUDGET } from '../../domain/orientation/orientation.ts';
import { listSessionsHere } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { briefFlag } from '../flags.ts';
import { renderStarted } from './session-start.ts';

export const sessionResume = defineCommand({
  name: 'session resume',
  summary: 'Resume a paused or lost session. An ended session continues in a new one.',
  effect: 'write',
  needsStore: true,
  examples: ['throughline session resume', 'throughline session resume ses_… --brief'],
  positionals: [
    {
      name: 'ID',
      description: 'The id of the session. Default: the newest one paused here.',
      isOptional: true,
    },
  ],
  flags: { brief: briefFlag },
  async act(context, { brief, words: [id] }) {
    const session_id = id ?? (await listSessionsHere(context, 'paused'))[0]?.session_id;
    if (session_id === undefined) {
      throw notFound(
        'session_not_paused',
        'No session is paused here.',
        'Pass the id of a session from throughline session list, or run throughline session start.',
      );
    }
    const input = { session_id, budget_chars: brief ? BRIEF_BUDGET : undefined };
    return renderStarted(context, await context.services.startSession(context.caller, input));
  },
});
