import { notFound } from '../../domain/error.ts';
import { findActiveSession, listSessionsHere } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import {
  HANDOFF_FLAGS,
  isEmptyTexts,
  leaveSession,
  parseHandoffFlags,
  parseSessionId,
  readHandoffTexts,
  SESSION_POSITIONAL,
} from '../leave-session.ts';

export const sessionPause = defineCommand({
  name: 'session pause',
  summary: 'Pause a session, with or without a handoff.',
  effect: 'write',
  examples: [
    'throughline session pause',
    'throughline session pause --checkpoint "Lunch; the printer is next"',
    'throughline session pause ses_…',
  ],
  positionals: [SESSION_POSITIONAL],
  flags: HANDOFF_FLAGS,
  parse: (flags, words) => ({
    session: parseSessionId('session pause', flags, words),
    texts: parseHandoffFlags(flags),
  }),
  async act(context, { session: named, texts }) {
    const active = named ?? (await findActiveSession(context));
    const isOwn = active !== undefined || context.caller.clientSessionId !== null;
    // A session that is paused already is accepted; without any session there must be a handoff.
    const session = isOwn ? active : (await listSessionsHere(context, 'paused'))[0]?.session_id;
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
      texts: await readHandoffTexts(texts, context.readStdin),
    });
  },
});
