import type { StoreMemoryInput } from '../../app/draft-memory.ts';
import type { StoredMemory } from '../../app/store-memory.ts';
import { invalid } from '../../domain/error.ts';
import { findActiveSession } from '../active-session.ts';
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

function renderStored({ style }: CommandContext, stored: StoredMemory): CommandOutput {
  const { record, isNew, sessionId, redacted, notices } = stored;
  const what = record.type === 'memory' ? '' : ` as ${record.type}`;
  const where = record.project === null ? ', for every project' : '';
  const until = record.expires_at === null ? '' : `, until ${record.expires_at}`;
  const replaced = record.supersedes.length === 0 ? '' : `, in place of ${record.supersedes.join(', ')}`;
  return {
    lines: [
      isNew
        ? `${style.bold(record.id)} ${style.good('kept')}${what}${where}${until}${replaced}`
        : `${style.bold(record.id)} was kept already, in the same words.`,
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

/** Stores one record, in the active session if there is one. */
export async function storeText(
  context: CommandContext,
  input: StoreMemoryInput,
  takesAny: boolean,
): Promise<CommandOutput> {
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
  summary: 'Keep one thing: a memory, decision, constraint, open loop, …',
  effect: 'write',
  examples: [
    'throughline remember "The staging database is rebuilt every Monday"',
    'throughline remember --type constraint "Never deploy on Fridays"',
    'throughline remember --type decision --subject storage --supersedes rec_… "SQLite, not files"',
    'throughline remember --global --type preference "Short answers"',
    'throughline remember --ttl-hours 48 "The API is down for maintenance"',
    'cat notes.md | throughline remember -',
  ],
  positionals: [{ name: 'TEXT', description: `What to keep; ${STDIN_HELP}`, isRepeatable: true }],
  flags: {
    type: typeFlag('What it is; default memory, which search finds and boot does not show.'),
    subject: textFlag('TEXT', 'What it is about, in a word or two.'),
    importance: numberFlag('N', { min: 1, max: 10 }, '1 to 10; default: by type, 5 for a memory.'),
    tag: textsFlag('TEXT', 'A label to find it by.'),
    alias: textsFlag('TEXT', 'Another word it should be found by.'),
    global: switchFlag('It holds in every project.'),
    expires: timeFlag('From then on it no longer holds, such as 2026-03-01.'),
    'ttl-hours': numberFlag(
      'N',
      { min: 0, max: HUNDRED_YEARS_IN_HOURS, isFraction: true },
      'Hours until it no longer holds.',
    ),
    supersedes: textsFlag('ID', 'The record it takes the place of.'),
    session: sessionFlag,
  },
  parse({ global, tag, alias, expires, 'ttl-hours': ttl_hours, session, ...values }, words, given) {
    refuseProject('--global', global, given, '; nothing was written');
    if (ttl_hours === 0) {
      throw invalid('invalid_arguments', '--ttl-hours 0 would be over at once.', 'Pass a larger number.');
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
