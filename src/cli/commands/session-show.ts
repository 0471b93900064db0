import type { Caller } from '../../app/caller.ts';
import type { Services } from '../../app/services.ts';
import type { NoteView } from '../../app/views/note-view.ts';
import type { SessionInfo } from '../../app/views/session-info.ts';
import { notFound } from '../../domain/error.ts';
import { activeSession, projectHere } from '../active-session.ts';
import { type CommandContext, defineCommand } from '../define-command.ts';
import { type LeftRecords, renderSession, type ShownSession } from '../render-session.ts';

/** The newest session here, where none is active. */
async function newestHere(context: CommandContext): Promise<string> {
  const { services, caller } = context;
  const { sessions } = await services.getSessions(caller, { project: projectHere(context), limit: 1 });
  const [newest] = sessions;
  if (newest !== undefined) return newest.session_id;
  throw notFound(
    'session_not_found',
    'This project has no sessions yet.',
    'throughline session list --all-projects shows those of others.',
  );
}

/** Notes come with the list of sessions; this one is found there by when it started. */
async function notesOf(services: Services, caller: Caller, info: SessionInfo): Promise<readonly NoteView[]> {
  const { project_id: project, started_at: at } = info;
  const { sessions } = await services.getSessions(caller, { project, since: at, until: at });
  return sessions.find(({ session_id }) => session_id === info.session_id)?.notes ?? [];
}

/** What a session leaves besides what its snapshot holds. */
const KINDS = ['warning', 'lesson', 'preference', 'relational_delta', 'memory'] as const;
const MOST = 50;

async function leftBy(
  services: Services,
  caller: Caller,
  session_id: string,
): Promise<readonly LeftRecords[]> {
  const left: LeftRecords[] = [];
  for (const type of KINDS) {
    const { memories, remaining } = await services.listMemories(caller, { session_id, type, limit: MOST });
    const records = memories.map(({ id, content }) => ({ id, content })).toReversed();
    if (records.length > 0) left.push({ type, records, remaining });
  }
  return left;
}

export const sessionShow = defineCommand({
  name: 'session show',
  summary: 'Show where a session stands: its work, notes and last turns.',
  effect: 'read',
  examples: [
    'throughline session show',
    'throughline session show ses_…',
    'throughline session show ses_… --full --json',
  ],
  positionals: [
    {
      name: 'ID',
      description: "Our id or the client's own; default: the session active here, else the newest.",
      isOptional: true,
    },
  ],
  flags: [{ name: 'full', description: 'With every record, file and the line it stands in.' }],
  parse: (flags, [id]) => ({ id, isFull: flags.full !== undefined }),
  async act(context, { id, isFull }) {
    const { services, caller, width, style, now } = context;
    const own = id ?? (await activeSession(context, { takesAny: true }));
    const isBound = own === undefined && caller.clientSessionId !== null;
    const session_id = own ?? (isBound ? undefined : await newestHere(context));
    const { state } = await services.getSessionState(caller, {
      session_id,
      detail_level: isFull ? 'full' : 'standard',
      with_snapshot: true,
    });
    const facts: ShownSession = {
      ...state,
      notes: await notesOf(services, caller, state.session_info),
      left: await leftBy(services, caller, state.session_info.session_id),
    };
    return { lines: renderSession(facts, { width, style, now }), facts };
  },
});
