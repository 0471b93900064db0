import type { Instant } from '../domain/instant.ts';
import { isClockAhead } from '../domain/instant.ts';
import { hasEnded, type Session } from '../domain/session/session.ts';
import type { Change } from './ports/ledger.ts';
import type { SessionReader } from './ports/readers.ts';
import type { Store } from './ports/store.ts';

type SessionChange = Extract<Change, { kind: 'session' }>;
type Order = (a: Session, b: Session) => number;

const lastActivity = ({ lastSeenAt, endedAt }: Session): Instant =>
  endedAt !== null && endedAt > lastSeenAt ? endedAt : lastSeenAt;

const descending =
  (of: (session: Session) => string): Order =>
  (a, b) =>
    of(a) === of(b) ? 0 : of(a) < of(b) ? 1 : -1;
const newest = descending(({ startedAt }) => startedAt);
const lastSeen = descending(({ lastSeenAt }) => lastSeenAt);

const isLeft = (session: Session): boolean => hasEnded(session) || session.status === 'lost';

/** Where the store names only the best, the next best one is looked for among these. */
const MAX_SEARCHED = 50;

/** The store as it will be once these changes are committed: the score of the next orientation is in the same commit. */
export function withPendingSessions(store: Store, changes: readonly Change[], now: Instant): Store {
  const pending = changes.filter((change): change is SessionChange => change.kind === 'session');
  const byId = new Map(pending.map(({ session }) => [session.id, session]));
  const added = pending.filter(({ expectedVersion }) => expectedVersion === 0).map(({ session }) => session);
  const { sessions } = store;
  const among = (projectId: string) => [...byId.values()].filter((one) => one.projectId === projectId);
  const isStored = ({ id }: Session) => !byId.has(id);
  const merged = (stored: readonly Session[], own: readonly Session[], order: Order, limit: number) =>
    [...own, ...stored.filter(isStored)].sort(order).slice(0, limit);
  /** Those of which this is the last sign of life: it is written after all else, also at the same moment. */
  const heardNow = pending
    .filter(({ session, events }) => events.some(({ at }) => at === lastActivity(session)))
    .map(({ session: { id } }) => id);
  const lastWritten: Order = (a, b) => heardNow.indexOf(b.id) - heardNow.indexOf(a.id);
  const latestFirst: Order = (a, b) => descending(lastActivity)(a, b) || lastWritten(a, b);
  const findLatest = async (found: readonly Session[]): Promise<Session | undefined> => {
    const [latest] = found
      .filter((one) => !isClockAhead(lastActivity(one), now) || heardNow.includes(one.id))
      .sort(latestFirst);
    const isKnown = latest !== undefined && (heardNow.includes(latest.id) || found.length === 1);
    return isKnown || found.length === 0 ? latest : sessions.findLastSeen(found);
  };
  const storedBest = async (best: Session | undefined, others: () => Promise<readonly Session[]>) =>
    best === undefined || isStored(best)
      ? best === undefined
        ? []
        : [best]
      : (await others()).filter(isStored);
  const reader: SessionReader = {
    ...sessions,
    find: async (id) => byId.get(id) ?? (await sessions.find(id)),
    findLastSeen: findLatest,
    async findNewestPaused(projectId, worktree) {
      const isHere = (one: Session) => one.status === 'paused' && one.worktree === worktree;
      const best = await sessions.findNewestPaused(projectId, worktree);
      const stored = await storedBest(best, async () =>
        (await sessions.listNewest(projectId, MAX_SEARCHED)).filter(isHere),
      );
      return findLatest([...stored, ...among(projectId).filter(isHere)]);
    },
    async findNewestLeft(projectId, worktree, silentBefore) {
      const isHere = (one: Session) => isLeft(one) && (worktree === undefined || one.worktree === worktree);
      const own = among(projectId).filter(isHere);
      // Time does not run backwards: what the store has was left before now.
      const leaving = own.find((one) => heardNow.includes(one.id) && lastActivity(one) >= now);
      if (leaving !== undefined && own.length === 1) return leaving;
      const best = await sessions.findNewestLeft(projectId, worktree, silentBefore);
      const stored = await storedBest(best, async () =>
        (await sessions.listNewest(projectId, MAX_SEARCHED)).filter(isHere),
      );
      return findLatest([...stored, ...own]);
    },
    listSilent: async (projectId, silentBefore, limit) =>
      merged(await sessions.listSilent(projectId, silentBefore, limit + byId.size), [], () => 0, limit),
    listAlive: async (projectId, silentBefore, limit) =>
      merged(
        await sessions.listAlive(projectId, silentBefore, limit + byId.size),
        among(projectId).filter(({ status }) => status === 'active'),
        lastSeen,
        limit,
      ),
    listLost: async (projectId, since, limit) =>
      merged(
        await sessions.listLost(projectId, since, limit + byId.size),
        among(projectId).filter(
          ({ status, successorId, lastSeenAt }) =>
            status === 'lost' && successorId === null && lastSeenAt > since,
        ),
        lastSeen,
        limit,
      ),
    listStarts: async (projectId, limit) => {
      const own = added.filter((one) => one.projectId === projectId).map(({ startedAt }) => startedAt);
      const stored = await sessions.listStarts(projectId, limit);
      return [...own, ...stored].sort().reverse().slice(0, limit);
    },
    listNewest: async (projectId, limit) =>
      merged(await sessions.listNewest(projectId, limit + byId.size), among(projectId), newest, limit),
    listAwaitingSuccessor: async (projectId, limit) =>
      (await sessions.listAwaitingSuccessor(projectId, limit)).filter(
        ({ id }) => (byId.get(id)?.successorId ?? null) === null,
      ),
  };
  return { ...store, sessions: reader };
}
