import { findActiveSession, findOnlyPaused } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { readTextOrStdin, STDIN_HELP, textFlag } from '../flags.ts';
import { renderNoticeLines, renderNotices, renderRedacted } from '../format.ts';

export const note = defineCommand({
  name: 'note',
  summary: 'Add a note to the active or paused session.',
  effect: 'write',
  examples: [
    'throughline note "The flaky test is the clock, not the parser"',
    'throughline note --title Standup "Moved to Tuesdays"',
    'pbpaste | throughline note -',
  ],
  positionals: [{ name: 'TEXT', description: `The text of the note. ${STDIN_HELP}`, isRepeatable: true }],
  flags: {
    title: textFlag('TEXT', 'A title for the note.'),
    session: textFlag(
      'ID',
      'The session. Default: the active one here, else the paused one, else a new one.',
    ),
  },
  async act(context, { title, session, words }) {
    const { services, caller, style } = context;
    const summary = await readTextOrStdin(words, context);
    const active = session ?? (await findActiveSession(context));
    const paused = active === undefined ? await findOnlyPaused(context) : undefined;
    const session_id = active ?? paused?.session_id;
    const added = await services.addSessionNote(caller, { session_id, note: { summary, title } });
    const facts = {
      session_id: added.session.id,
      note_id: added.note.id,
      version: added.note.version,
      title: added.note.title,
      redacted: added.redacted,
      notices: renderNotices(added.notices),
    };
    const { note_id: noteId, session_id: sessionId } = facts;
    return {
      lines: [
        paused === undefined
          ? `${style.bold(noteId)} ${style.good('added')} to session ${sessionId}`
          : `${style.bold(noteId)} ${style.good('added')} to the paused session ${sessionId}. To resume it: throughline session resume`,
        ...renderRedacted(added.redacted),
        ...renderNoticeLines(added.notices),
      ],
      facts,
    };
  },
});
