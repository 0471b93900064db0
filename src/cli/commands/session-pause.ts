import { notFound } from '../../domain/error.ts';
import { activeSession, sessionsHere } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { HANDOFF_FLAGS, parseHandoffFlags, parseLeaver, readTexts, SESSION_PLACE } from '../handoff-flags.ts';
import { isEmptyTexts } from '../handoff-parts.ts';
import { leaveSession } from '../leave-session.ts';

export const sessionPause = defineCommand({
  name: 'session pause',
  summary: 'Pause a session, with or without a handoff.',
  effect: 'write',
  examples: [
    'throughline session pause',
    'throughline session pause --checkpoint "Lunch; the printer is next"',
    'throughline session pause ses_…',
  ],
  positionals: [SESSION_PLACE],
  flags: HANDOFF_FLAGS,
  parse: (flags, words) => ({
    session: parseLeaver('session pause', flags, words),
    texts: parseHandoffFlags(flags),
  }),
  async act(context, { session: named, texts }) {
    const active = named ?? (await activeSession(context));
    const isOwn = active !== undefined || context.caller.clientSessionId !== null;
    // Paused already is fine; but there must be something to pause, or something to say.
    const session = isOwn ? active : (await sessionsHere(context, 'paused'))[0]?.session_id;
    if (!isOwn && session === undefined && isEmptyTexts(texts)) {
      throw notFound(
        'session_not_active',
        'No session is active here.',
        'throughline session list shows those there are; throughline session start begins one.',
      );
    }
    return leaveSession(context, {
      mode: 'pause',
      session,
      texts: await readTexts(texts, context.readStdin),
    });
  },
});
