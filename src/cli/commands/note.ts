import { activeSession } from '../active-session.ts';
import { sessionFlag } from '../common-flags.ts';
import { defineCommand } from '../define-command.ts';
import { joinWords, readOr } from '../read-words.ts';
import { sayNotices, sayRedacted } from '../say-results.ts';

export const note = defineCommand({
  name: 'note',
  summary: 'Add a note to the session that is active here.',
  effect: 'write',
  examples: [
    'throughline note "The flaky test is the clock, not the parser"',
    'throughline note --title Standup "Moved to Tuesdays"',
    'pbpaste | throughline note -',
  ],
  positionals: [
    { name: 'TEXT', description: 'What happened; "-" reads it from standard input.', isRepeatable: true },
  ],
  flags: [{ name: 'title', value: 'TEXT', description: 'A heading for it.' }, sessionFlag],
  parse: (flags, words) => ({
    text: joinWords(words),
    title: flags.title?.[0],
    session: flags.session?.[0],
  }),
  async act(context, { text, title, session }) {
    const { services, caller, style } = context;
    const summary = await readOr(text, context.readStdin);
    const session_id = session ?? (await activeSession(context));
    const added = await services.addSessionNote(caller, { session_id, note: { summary, title } });
    const facts = {
      session_id: added.session.id,
      note_id: added.note.id,
      version: added.note.version,
      title: added.note.title,
      redacted: added.redacted,
      notices: added.notices,
    };
    return {
      lines: [
        `${style.bold(facts.note_id)} ${style.good('noted')} in ${facts.session_id}`,
        ...sayRedacted(added.redacted),
        ...sayNotices(added.notices),
      ],
      facts,
    };
  },
});
