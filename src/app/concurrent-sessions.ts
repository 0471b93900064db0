import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { nameOf } from '../domain/orientation/wording.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { StoreDeps } from './deps.ts';
import { silentBefore } from './time-context.ts';

const MAX_NAMED = 5;

/** Each of two concurrent sessions is notified of the other once, so the connection remembers `withKnownSessions`. */
export async function listNewConcurrentSessions(
  deps: StoreDeps,
  { connection }: Caller,
  session: Session,
  time: TimeContext,
): Promise<readonly Session[]> {
  if (connection === null) return [];
  const alive = await deps.store.sessions.listAlive(session.projectId, silentBefore(time), MAX_NAMED + 1);
  return alive.filter(
    ({ id, startedAt }) =>
      id !== session.id && startedAt > session.startedAt && !connection.knownPeers.has(id),
  );
}

export const withKnownSessions = ({ connection }: Caller, peers: readonly Session[]) => ({
  knownPeers: new Set([...(connection?.knownPeers ?? []), ...peers.map(({ id }) => id)]),
});

export function concurrentSessionNotices(session: Session, peers: readonly Session[]): readonly Notice[] {
  return peers.map(({ id, agent, client, branch, worktree }) => {
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
  });
}
