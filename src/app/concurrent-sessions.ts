import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { nameOf } from '../domain/orientation/wording.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Binding, Caller } from './caller.ts';
import type { StoreDeps } from './deps.ts';
import { silentBefore } from './time-context.ts';

const MAX_NAMED = 5;

function concurrentSessionNotice(session: Session, { id, agent, client, branch, worktree }: Session): Notice {
  const who = agent ?? client;
  const by = who === null ? '' : ` (${nameOf(who, 40)})`;
  const where =
    worktree === session.worktree
      ? 'in this working tree'
      : `in another one${branch === null ? '' : `, on branch ${nameOf(branch, 60)}`}`;
  return notice(
    `Another session has started in this project: ${id}${by}, ${where}. Boot reports show what it stores.`,
    nextStep('orientation.read'),
  );
}

interface ConcurrentSessions {
  readonly notices: readonly Notice[];
  /** Each of two concurrent sessions is notified of the other once, so the connection remembers it. */
  readonly binding: Partial<Pick<Binding, 'knownPeers'>>;
}

export const NO_CONCURRENT_SESSIONS: ConcurrentSessions = { notices: [], binding: {} };

/** The sessions that started in the project since this one, and that the connection was not notified of. */
export async function findConcurrentSessions(
  deps: StoreDeps,
  { connection }: Caller,
  session: Session,
  time: TimeContext,
): Promise<ConcurrentSessions> {
  if (connection === null) return NO_CONCURRENT_SESSIONS;
  const alive = await deps.store.sessions.listAlive(session.projectId, silentBefore(time), MAX_NAMED + 1);
  const peers = alive.filter(
    ({ id, startedAt }) =>
      id !== session.id && startedAt > session.startedAt && !connection.knownPeers.has(id),
  );
  return {
    notices: peers.map((peer) => concurrentSessionNotice(session, peer)),
    binding: { knownPeers: new Set([...connection.knownPeers, ...peers.map(({ id }) => id)]) },
  };
}
