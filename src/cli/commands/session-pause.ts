import { notFound } from '../../domain/error.ts';
import { findActiveSession, listSessionsHere } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import {
  endOrPauseSession,
  HANDOFF_FLAGS,
  isEmptyTexts,
  parseLeaving,
  readHandoffTexts,
  SESSION_POSITIONAL,
} from '../end-or-pause.ts';

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
  parse: (_, words, given) => parseLeaving('session pause', given, words),
  async act(context, { session: named, texts }) {
    const active = named ?? (await findActiveSession(context));
    const isOwn = active !== undefined || context.caller.clientSessionId !== null;
    // A session that is paused already is accepted; without any session there must be a handoff.
    const session = isOwn ? active : (await listSessionsHere(context, 'paused'))[0]?.session_id;
    if (!isOwn && session === undefined && isEmptyTexts(texts)) {
      throw notFound(
        'session_not_active',
        'No session is active here.',
        'Run throughline session start to start one, or throughline session list to see all.',
      );
    }
    const read = await readHandoffTexts(texts, context);
    return endOrPauseSession(context, { mode: 'pause', session, texts: read });
  },
});
