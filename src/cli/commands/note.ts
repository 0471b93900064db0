import { findActiveSession, findOnlyPaused } from '../active-session.ts';
import { defineCommand } from '../define-command.ts';
import { readTextOrStdin, STDIN_HELP, textFlag } from '../flags.ts';
import { renderNoticeLines, renderNotices, renderRedacted } from '../format.ts';

export const note = defineCommand({
  name: 'note',
  summary: 'Add a note to the session that is active here, or paused.',
  effect: 'write',
  examples: [
    'throughline note "The flaky test is the clock, not the parser"',
    'throughline note --title Standup "Moved to Tuesdays"',
    'pbpaste | throughline note -',
  ],
  positionals: [{ name: 'TEXT', description: `What happened; ${STDIN_HELP}`, isRepeatable: true }],
  flags: {
    title: textFlag('TEXT', 'A heading for it.'),
    session: textFlag(
      'ID',
      'The session it belongs to; default: the one active here, else the one paused here, else a new one.',
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
    return {
      lines: [
        paused === undefined
          ? `${style.bold(facts.note_id)} ${style.good('noted')} in ${facts.session_id}`
          : `${style.bold(facts.note_id)} ${style.good('added')} to the paused session ${facts.session_id}; throughline session resume takes it up again.`,
        ...renderRedacted(added.redacted),
        ...renderNoticeLines(added.notices),
      ],
      facts,
    };
  },
});
