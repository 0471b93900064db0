import type { ListedSession } from '../app/get-sessions.ts';
import { conflict, hasCode } from '../domain/error.ts';
import { quoteInline } from '../domain/quote-text.ts';
import type { SessionStatus } from '../domain/session/session.ts';
import { collectPages } from '../lib/lists.ts';
import type { CommandContext } from './define-command.ts';
import { formatMinute } from './format.ts';
import { oneLine, quotedName } from './terminal-text.ts';

export const CLI_AGENT = 'cli';

type SessionLookup = Pick<CommandContext, 'services' | 'caller' | 'project' | 'worktree'>;

const MAX_PAGES = 5;

/** The name that was given, or the folder the command was run in; undefined outside of any project. */
export const currentProject = (here: Omit<SessionLookup, 'services'>): string | undefined =>
  here.project ?? (here.worktree === null ? undefined : (here.caller.folder ?? undefined));

export async function listSessionsHere(here: SessionLookup, status: SessionStatus) {
  const project = currentProject(here);
  if (project === undefined) return [];
  const readPage = async (cursor: string | undefined) => {
    const input = { project, status, limit: 200, cursor };
    const { sessions, nextCursor } = await here.services.getSessions(here.caller, input);
    return { items: sessions, next: nextCursor };
  };
  const found = await collectPages(MAX_PAGES, readPage).catch((error) => {
    if (hasCode(error, 'project_not_found')) return [];
    throw error;
  });
  return found.filter(({ worktree }) => worktree === here.worktree);
}

const latestHeard = (sessions: readonly ListedSession[]) =>
  sessions.toSorted((a, b) => (a.last_heard_at < b.last_heard_at ? 1 : -1))[0];

/** Whether it was started on the command line, explicitly or by a write that found no open session. */
async function isOwn({ services, caller }: SessionLookup, { session_id, agent }: ListedSession) {
  if (agent !== null) return agent === CLI_AGENT;
  const input = { session_id, detail_level: 'full' as const, history_limit: 0 };
  const { state } = await services.getSessionState(caller, input);
  return state.context_usage?.active_agents?.[0] === CLI_AGENT;
}

export async function filterOwnSessions(here: SessionLookup, active: readonly ListedSession[]) {
  const own: ListedSession[] = [];
  for (const session of active) if (await isOwn(here, session)) own.push(session);
  return own;
}

export const topicOf = ({ title, checkpoint, notes }: ListedSession): string | undefined =>
  title ?? checkpoint ?? notes[0]?.summary;

function describeSession(session: ListedSession): string {
  const { agent } = session;
  const about = topicOf(session);
  return [
    session.session_id,
    ...(about === undefined ? [] : [quoteInline(oneLine(about).slice(0, 60).toWellFormed())]),
    ...(agent === null ? [] : [`by ${quotedName(agent)}`]),
    `started ${formatMinute(session.started_at)}, last heard ${formatMinute(session.last_heard_at)} UTC`,
  ].join(' ');
}

/** The session that is paused here; undefined if there is none, or more than one. */
export async function findOnlyPaused(here: SessionLookup): Promise<ListedSession | undefined> {
  if (here.caller.clientSessionId !== null) return undefined;
  const paused = await listSessionsHere(here, 'paused');
  return paused.length === 1 ? paused[0] : undefined;
}

/** The client's own session, else the active one here, preferably one that was started on the command line. */
export async function findActiveSession(
  here: SessionLookup,
  { takesAny = false }: { readonly takesAny?: boolean } = {},
): Promise<string | undefined> {
  if (here.caller.clientSessionId !== null) return undefined;
  const active = await listSessionsHere(here, 'active');
  if (active.length <= 1) return active[0]?.session_id;
  const own = await filterOwnSessions(here, active);
  if (own.length === 1 || takesAny) return latestHeard(own.length === 1 ? own : active)?.session_id;
  throw conflict(
    'session_ambiguous',
    `${active.length} sessions are active here.`,
    'Pass --session with the id of one of them; nothing was written.',
    { allowed: active.map(describeSession) },
  );
}
