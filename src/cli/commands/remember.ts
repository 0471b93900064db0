import type { StoreMemoryInput } from '../../app/draft-memory.ts';
import type { StoredMemory } from '../../app/store-memory.ts';
import { invalid } from '../../domain/error.ts';
import { RECORD_TYPES } from '../../domain/record/record.ts';
import { findActiveSession } from '../active-session.ts';
import { type CommandContext, type CommandOutput, defineCommand } from '../define-command.ts';
import {
  joinWords,
  parseChoice,
  parseInstant,
  parseNumber,
  readTextOrStdin,
  STDIN_HELP,
  sessionFlag,
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
  flags: [
    typeFlag('What it is; default memory, which search finds and boot does not show.'),
    { name: 'subject', value: 'TEXT', description: 'What it is about, in a word or two.' },
    { name: 'importance', value: 'N', description: '1 to 10; default: by type, 5 for a memory.' },
    { name: 'tag', value: 'TEXT', description: 'A label to find it by.', isRepeatable: true },
    { name: 'alias', value: 'TEXT', description: 'Another word it should be found by.', isRepeatable: true },
    { name: 'global', description: 'It holds in every project.' },
    { name: 'expires', value: 'TIME', description: 'From then on it no longer holds, such as 2026-03-01.' },
    { name: 'ttl-hours', value: 'N', description: 'Hours until it no longer holds.' },
    { name: 'supersedes', value: 'ID', description: 'The record it takes the place of.', isRepeatable: true },
    sessionFlag,
  ],
  parse(flags, words) {
    if (flags.global !== undefined && flags.project !== undefined) {
      throw invalid(
        'arguments_contradict',
        '--global is for every project, and --project for one.',
        'Leave out one of them; nothing was written.',
      );
    }
    const expires_at = parseInstant('--expires', flags.expires?.[0]);
    const ttl_hours = parseNumber('--ttl-hours', flags['ttl-hours']?.[0], {
      min: 0,
      max: HUNDRED_YEARS_IN_HOURS,
      isFraction: true,
    });
    if (ttl_hours === 0) {
      throw invalid('invalid_arguments', '--ttl-hours 0 would be over at once.', 'Pass a larger number.');
    }
    return {
      text: joinWords(words),
      isGlobal: flags.global !== undefined,
      input: {
        type: parseChoice('--type', flags.type?.[0], RECORD_TYPES),
        subject: flags.subject?.[0],
        importance: parseNumber('--importance', flags.importance?.[0], { min: 1, max: 10 }),
        tags: flags.tag,
        aliases: flags.alias,
        expires_at,
        ttl_hours,
        supersedes: flags.supersedes,
        session_id: flags.session?.[0],
      },
    };
  },
  async act(context, { text, isGlobal, input }) {
    const content = await readTextOrStdin(text, context.readStdin);
    const project = isGlobal ? null : context.project;
    const isOfSession = input.type === 'checkpoint' || input.type === 'next_session_focus';
    return storeText(context, { ...input, content, project }, !isOfSession);
  },
});
