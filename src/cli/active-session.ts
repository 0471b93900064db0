import type { ListedSession } from '../app/get-sessions.ts';
import { conflict } from '../domain/error.ts';
import { quoteInline } from '../domain/quote-text.ts';
import type { SessionStatus } from '../domain/session/session.ts';
import type { CommandContext } from './define-command.ts';
import { oneLine, quotedName } from './safe-text.ts';
import { sayMoment } from './say-age.ts';

/** Under this name the command line starts sessions, and finds its own again. */
export const CLI_AGENT = 'cli';

type Here = Pick<CommandContext, 'services' | 'caller' | 'project' | 'worktree'>;

const MAX_PAGES = 5;

/** The project by name, or by the folder the command was run in; undefined outside of any. */
export const projectHere = ({ project, caller, worktree }: Omit<Here, 'services'>): string | undefined =>
  project ?? (worktree === null ? undefined : (caller.folder ?? undefined));

const isUnknownProject = (error: unknown) => (error as { code?: unknown }).code === 'project_not_found';

/** Sessions of this project and working tree that stand so, newest first. */
export async function sessionsHere(here: Here, status: SessionStatus): Promise<readonly ListedSession[]> {
  const project = projectHere(here);
  if (project === undefined) return [];
  const found: ListedSession[] = [];
  let cursor: string | undefined;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const { sessions, nextCursor } = await here.services.getSessions(here.caller, {
        project,
        status,
        limit: 200,
        cursor,
      });
      found.push(...sessions);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
  } catch (error) {
    if (!isUnknownProject(error)) throw error;
  }
  return found.filter(({ worktree }) => worktree === here.worktree);
}

const lastHeard = (sessions: readonly ListedSession[]) =>
  sessions.toSorted((a, b) => (a.last_heard_at < b.last_heard_at ? 1 : -1))[0];

/** Begun on the command line: by name, or by a write that found none open. */
async function isOwn({ services, caller }: Here, { session_id, agent }: ListedSession): Promise<boolean> {
  if (agent !== null) return agent === CLI_AGENT;
  const { state } = await services.getSessionState(caller, {
    session_id,
    detail_level: 'full',
    history_limit: 0,
  });
  return state.context_usage?.active_agents?.[0] === CLI_AGENT;
}

/** Of those active here, the ones that were begun on the command line. */
export async function ownSessions(
  here: Here,
  active: readonly ListedSession[],
): Promise<readonly ListedSession[]> {
  const own: ListedSession[] = [];
  for (const session of active) if (await isOwn(here, session)) own.push(session);
  return own;
}

/** Enough to tell one session from another. */
const describe = ({
  session_id,
  title,
  agent,
  started_at,
  last_heard_at,
  checkpoint,
  notes,
}: ListedSession) => {
  const about = title ?? checkpoint ?? notes[0]?.summary;
  return [
    session_id,
    ...(about === undefined ? [] : [quoteInline(oneLine(about).slice(0, 60).toWellFormed())]),
    ...(agent === null ? [] : [`by ${quotedName(agent)}`]),
    `started ${sayMoment(started_at)}, last heard ${sayMoment(last_heard_at)} UTC`,
  ].join(' ');
};

/** The one session that is paused here; undefined where there is none, or several. */
export async function onlyPaused(here: Here): Promise<ListedSession | undefined> {
  if (here.caller.clientSessionId !== null) return undefined;
  const paused = await sessionsHere(here, 'paused');
  return paused.length === 1 ? paused[0] : undefined;
}

/**
 * The session a command goes to when none is named: the client's own if there is one, else the one that is active
 * here, and of several the one begun on the command line. Undefined leaves it to the use case, which begins one.
 */
export async function activeSession(
  here: Here,
  { takesAny = false }: { readonly takesAny?: boolean } = {},
): Promise<string | undefined> {
  if (here.caller.clientSessionId !== null) return undefined;
  const active = await sessionsHere(here, 'active');
  if (active.length <= 1) return active[0]?.session_id;
  const own = await ownSessions(here, active);
  if (own.length === 1 || takesAny) return lastHeard(own.length === 1 ? own : active)?.session_id;
  throw conflict(
    'session_ambiguous',
    `${active.length} sessions are active here.`,
    'Name the one you mean with --session and its id; nothing was written.',
    { allowed: active.map(describe) },
  );
}
