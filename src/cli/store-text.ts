import type { StoreMemoryInput } from '../app/draft-memory.ts';
import type { StoredMemory } from '../app/store-memory.ts';
import { activeSession } from './active-session.ts';
import type { CommandContext, CommandOutput } from './define-command.ts';
import { renderNotices, sayNotices, sayRedacted } from './say-results.ts';

function say({ style }: CommandContext, stored: StoredMemory): CommandOutput {
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
      ...sayRedacted(redacted),
      ...sayNotices(notices),
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

/** Keeps one record, in the session that is active here if there is one. */
export async function storeText(
  context: CommandContext,
  input: StoreMemoryInput,
  takesAny: boolean,
): Promise<CommandOutput> {
  const { services, caller } = context;
  const session_id = input.session_id ?? (await activeSession(context, { takesAny }));
  return say(context, await services.storeMemory(caller, { ...input, session_id, beginsNoSession: true }));
}
