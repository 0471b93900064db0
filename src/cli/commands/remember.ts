import type { StoreMemoryInput } from '../../app/draft-memory.ts';
import type { StoredMemory } from '../../app/store-memory.ts';
import type { RecordView } from '../../app/views/entity-views.ts';
import { invalid } from '../../domain/error.ts';
import { findActiveSession, findOnlyPaused } from '../active-session.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import {
  numberFlag,
  readTextOrStdin,
  refuseProject,
  STDIN_HELP,
  sessionFlag,
  switchFlag,
  textFlag,
  textsFlag,
  timeFlag,
  typeFlag,
} from '../flags.ts';
import { renderNoticeLines, renderNotices, renderRedacted } from '../format.ts';

/** Whether the next session is shown it without asking. */
const deliveryOf = ({ type }: Pick<RecordView, 'type'>): string =>
  type === 'memory'
    ? 'Search finds it. The next boot report only counts it. To have it shown there, pass --type, such as --type lesson.'
    : 'The next boot report shows it.';

async function renderStored(context: CommandContext, stored: StoredMemory): Promise<CommandOutput> {
  const { style } = context;
  const { record, isNew, sessionId, redacted, notices } = stored;
  const what = record.type === 'memory' ? '' : ` as ${record.type}`;
  const where = record.project === null ? ', for every project' : '';
  const until = record.expires_at === null ? '' : `, until ${record.expires_at}`;
  const replaced = record.supersedes.length === 0 ? '' : `, replacing ${record.supersedes.join(', ')}`;
  return {
    lines: [
      isNew
        ? `${style.bold(record.id)} ${style.good('stored')}${what}${where}${until}${replaced}`
        : `${style.bold(record.id)} already has this text.`,
      deliveryOf(record),
      ...renderRedacted(redacted),
      ...renderNoticeLines(notices),
    ],
    facts: {
      id: record.id,
      is_new: isNew,
      session_id: sessionId,
      record,
      redacted,
      notices: renderNotices(notices),
    },
  };
}

export async function storeText(context: CommandContext, input: StoreMemoryInput, takesAny: boolean) {
  const { services, caller } = context;
  const session_id = input.session_id ?? (await findActiveSession(context, { takesAny }));
  return renderStored(
    context,
    await services.storeMemory(caller, { ...input, session_id, startsNoSession: true }),
  );
}

const HUNDRED_YEARS_IN_HOURS = 876_000;

export const remember = defineCommand({
  name: 'remember',
  summary: 'Store one record: a memory, decision, constraint, open loop or another type.',
  effect: 'write',
  examples: [
    'throughline remember "The staging database is rebuilt every Monday"',
    'throughline remember --type constraint "Never deploy on Fridays"',
    'throughline remember --type decision --subject storage --supersedes rec_… "SQLite, not files"',
    'throughline remember --global --type preference "Short answers"',
    'throughline remember --ttl-hours 48 "The API is down for maintenance"',
    'cat notes.md | throughline remember -',
  ],
  positionals: [{ name: 'TEXT', description: `The text to store. ${STDIN_HELP}`, isRepeatable: true }],
  flags: {
    type: typeFlag(
      'The type of the record. Default: memory, which search finds and boot reports only count.',
    ),
    subject: textFlag('TEXT', 'The subject, in one or two words.'),
    importance: numberFlag(
      'N',
      { min: 1, max: 10 },
      '1 to 10. Default: depends on the type; 5 for a memory.',
    ),
    tag: textsFlag('TEXT', 'A label for search.'),
    alias: textsFlag('TEXT', 'Another word that should find it.'),
    global: switchFlag('Apply the record to every project.'),
    expires: timeFlag('When the record expires, such as 2026-03-01.'),
    'ttl-hours': numberFlag(
      'N',
      { min: 0, max: HUNDRED_YEARS_IN_HOURS, isFraction: true },
      'Hours until the record expires.',
    ),
    supersedes: textsFlag('ID', 'The id of a record that this one replaces.'),
    session: sessionFlag,
  },
  parse({ global, tag, alias, expires, 'ttl-hours': ttl_hours, session, ...values }, words, given) {
    refuseProject('--global', global, given, '; nothing was written');
    if (ttl_hours === 0) {
      throw invalid('invalid_arguments', '--ttl-hours must be greater than 0.', 'Pass a larger number.');
    }
    return {
      words,
      isGlobal: global,
      input: { ...values, tags: tag, aliases: alias, expires_at: expires, ttl_hours, session_id: session },
    };
  },
  async act(context, { words, isGlobal, input }) {
    const content = await readTextOrStdin(words, context);
    const project = isGlobal ? null : context.project;
    const isOfSession = input.type === 'checkpoint' || input.type === 'next_session_focus';
    return storeText(context, { ...input, content, project }, !isOfSession);
  },
});

export const checkpoint = defineCommand({
  name: 'checkpoint',
  summary: 'Store where the work stands, without ending the session.',
  effect: 'write',
  examples: [
    'throughline checkpoint "Parser done; next: the printer in src/print.ts"',
    'git diff --stat | throughline checkpoint -',
  ],
  positionals: [{ name: 'TEXT', description: `Where the work stands. ${STDIN_HELP}`, isRepeatable: true }],
  flags: { session: sessionFlag },
  async act(context, { session: session_id, words }) {
    const content = await readTextOrStdin(words, context);
    return storeText(context, { content, type: 'checkpoint', session_id, project: context.project }, false);
  },
});

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
