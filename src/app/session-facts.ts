import { outcomeOf } from '../domain/capture/derive/outcome.ts';
import { isDamagedText } from '../domain/damage.ts';
import { DAY_MS, isClockAhead, plusMs } from '../domain/instant.ts';
import {
  type FactItem,
  type OrientationFacts,
  RECENT_SESSIONS,
  SESSION_STARTS,
  type SessionFact,
} from '../domain/orientation/facts.ts';
import type { Project } from '../domain/project/project.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import {
  forbidsSuccessor,
  hasEnded,
  isImported,
  type Session,
  statusIn,
  type TimeContext,
} from '../domain/session/session.ts';
import type { IdMeasure } from '../domain/short-id.ts';
import type { OrientationDeps, StoreDeps } from './deps.ts';
import { clientFacts } from './orientation-sources.ts';
import type { LossPreview } from './preview-losses.ts';
import { silentBefore } from './time-context.ts';

/** The newest lost ones; the report rarely has room for more. */
const MAX_LOST = 4;

type Sessions = Pick<OrientationFacts, 'lastSession' | 'lostSessions' | 'recentSessions'>;

/** The last checkpoint of each session, whatever became of it since. */
async function findCheckpoints(
  { store }: StoreDeps,
  { records }: LossPreview,
  sessions: readonly SessionFact[],
): Promise<ReadonlyMap<string | null, ThroughlineRecord>> {
  const pending = records.filter(({ type }) => type === 'checkpoint');
  const stored = sessions.filter(({ id }) => !pending.some(({ sessionId }) => sessionId === id));
  const ids = stored.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await store.records.listLastOf(ids, 'checkpoint');
  // The first of a session that was just lost counts.
  return new Map([...pending.toReversed(), ...found].map((record) => [record.sessionId, record]));
}

/**
 * The sessions before this one, each with its outcome, unless the report shows its whole checkpoint. A session that
 * nobody may continue hands on no checkpoint, not even in one line.
 */
export async function withOutcomes(
  deps: StoreDeps,
  { lastSession, lostSessions, recentSessions }: Sessions,
  shown: readonly FactItem[],
  losses: LossPreview,
): Promise<Sessions> {
  const lost = lostSessions.slice(0, MAX_LOST);
  const isNamed = ({ id, hasHandoff, isSuccessorForbidden }: SessionFact) =>
    hasHandoff && !isSuccessorForbidden && !shown.some(({ sessionId }) => sessionId === id);
  const named = [...(lastSession === null ? [] : [lastSession]), ...lost, ...recentSessions].filter(isNamed);
  const checkpoints = await findCheckpoints(deps, losses, named);
  const withOutcome = (session: SessionFact): SessionFact => {
    const checkpoint = named.includes(session) ? checkpoints.get(session.id) : undefined;
    if (checkpoint === undefined || isDamagedText(checkpoint.content)) return session;
    return { ...session, outcome: outcomeOf(checkpoint.content, checkpoint.source === 'derived') };
  };
  return {
    lastSession: lastSession && withOutcome(lastSession),
    lostSessions: [...lost.map(withOutcome), ...lostSessions.slice(MAX_LOST)],
    recentSessions: recentSessions.map(withOutcome),
  };
}

export interface OrientationRequest {
  readonly project: Project;
  readonly isNewProject: boolean;
  readonly worktree: string | null;
  readonly self: Session | null;
  readonly identityPath?: string | undefined;
  readonly transcriptPath?: string | undefined;
  readonly budget: number;
  /** Whether the caller works in the project's folder; only then is its drift read. */
  readonly isHere: boolean | Promise<boolean>;
  readonly isOwnProject: boolean;
  /** What the next start will record about lost sessions; the report shows it as recorded. */
  readonly losses: LossPreview | Promise<LossPreview>;
  /** How many ids there are, where the caller counts them itself. */
  readonly ids?: IdMeasure;
}

const ALIVE_LIMIT = 100;
const LOST_LIMIT = 100;
/** Among the newest sessions are this one, the last one, and those that are active or lost. */
const NEWEST_LIMIT = 20;
/** What was lost longer ago and never continued is history. */
const LOST_DAYS = 30;

export const sessionFact = (session: Session, time: TimeContext): SessionFact => ({
  id: session.id,
  status: statusIn(session, time),
  title: session.title,
  agent: session.agent,
  startedAt: session.startedAt,
  lastSeenAt: session.lastSeenAt,
  endedAt: session.endedAt,
  branch: session.branch,
  worktree: session.worktree,
  transcriptPath: session.transcriptPath,
  hasHandoff: session.handoff !== null,
  isHandoffDerived: session.handoff?.isDerived ?? false,
  isSuccessorForbidden: forbidsSuccessor(session),
});

/** Only of the last session does a report say so. */
export const lastSessionFact = (session: Session, time: TimeContext): SessionFact => ({
  ...sessionFact(session, time),
  ...(isImported(session) ? { isImported: true } : {}),
});

/** The session before this one, in this worktree if there is one, else in the project. */
export async function findLast(deps: StoreDeps, view: OrientationRequest, time: TimeContext) {
  const { sessions } = deps.store;
  if (view.isNewProject) return undefined;
  if (view.self?.predecessorId) return sessions.find(view.self.predecessorId);
  const cutoff = silentBefore(time);
  const [here, paused, { sessions: lost }] = await Promise.all([
    view.worktree === null ? undefined : sessions.findNewestLeft(view.project.id, view.worktree, cutoff),
    sessions.findNewestPaused(view.project.id, view.worktree),
    view.losses,
  ]);
  const lostHere = lost.filter(({ worktree }) => worktree !== null && worktree === view.worktree);
  const isLeftHere = here !== undefined || lostHere.length > 0;
  const left = isLeftHere
    ? [here, ...lostHere]
    : [await sessions.findNewestLeft(view.project.id, undefined, cutoff), ...lost];
  const last = await sessions.findLastSeen([...left, paused].filter((one) => one !== undefined));
  return last?.id === view.self?.id ? undefined : (lost.find(({ id }) => id === last?.id) ?? last);
}

type SessionFacts = Pick<
  OrientationFacts,
  | 'aliveSessions'
  | 'lostSessions'
  | 'recentSessions'
  | 'sessionStarts'
  | 'unreviewedCaptures'
  | 'hookFailures'
  | 'hooksMissingFor'
>;

export async function gatherSessionFacts(
  deps: OrientationDeps,
  { project, self, losses }: OrientationRequest,
  lastFound: Promise<Session | undefined>,
  time: TimeContext,
): Promise<SessionFacts> {
  const { sessions } = deps.store;
  const facts = (found: readonly Session[], most: number) =>
    found
      .filter(({ id }) => id !== self?.id)
      .slice(0, most)
      .map((session) => sessionFact(session, time));
  const [lost, newest, starts, ofClient, last, preview] = await Promise.all([
    sessions.listLost(project.id, plusMs(time.now, -LOST_DAYS * DAY_MS), LOST_LIMIT + 2),
    sessions.listNewest(project.id, NEWEST_LIMIT),
    sessions.listStarts(project.id, SESSION_STARTS),
    clientFacts(deps, project, self, time),
    lastFound,
    losses,
  ]);
  const lostIds = new Set(preview.sessions.map(({ id }) => id));
  // Sessions lost before the last one were already reported to it.
  const lostSessions = facts(
    [...preview.sessions, ...preview.silent.filter(({ id }) => !lostIds.has(id)), ...lost].filter(
      ({ id, lastSeenAt }) =>
        id !== last?.id && !(last && (lastSeenAt < last.startedAt || isClockAhead(lastSeenAt, time.now))),
    ),
    LOST_LIMIT,
  );
  const isListed = ({ id }: Session) => id === last?.id || lostSessions.some((one) => one.id === id);
  return {
    aliveSessions: facts(
      preview.alive.filter(({ id }) => !lostIds.has(id)),
      ALIVE_LIMIT,
    ),
    lostSessions,
    recentSessions: facts(
      newest.filter((session) => !isListed(session) && (hasEnded(session) || session.status === 'lost')),
      RECENT_SESSIONS,
    ),
    sessionStarts: starts.filter((startedAt) => startedAt !== self?.startedAt),
    ...ofClient,
  };
}
