import { isClockAhead } from '../domain/clock-order.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import { composeOrientation } from '../domain/orientation/compose.ts';
import {
  type FactList,
  type OrientationFacts,
  RECENT_SESSIONS,
  SESSION_STARTS,
  type SessionFact,
} from '../domain/orientation/facts.ts';
import { findLeadCheckpoint } from '../domain/orientation/find-lead-checkpoint.ts';
import { fitBudget } from '../domain/orientation/fit-budget.ts';
import type { Orientation } from '../domain/orientation/orientation.ts';
import { recordLists } from '../domain/orientation/record-kinds.ts';
import type { Project } from '../domain/project/project.ts';
import { RECORD_TYPES, type RecordType } from '../domain/record/record.ts';
import {
  forbidsSuccessor,
  hasEnded,
  type Session,
  statusIn,
  type TimeContext,
} from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import { findChangesSinceReport } from './changes-since-report.ts';
import type { Deps, OrientationDeps, StoreDeps } from './deps.ts';
import { readIdentities } from './identity.ts';
import {
  clientFacts,
  lostSessionCheckpoints,
  NO_LOST_CHECKPOINTS,
  withLostCheckpoints,
  worktreeDrift,
} from './orientation-sources.ts';
import { silentBefore } from './time-context.ts';

interface OrientationRequest {
  readonly project: Project;
  readonly isNewProject: boolean;
  readonly worktree: string | null;
  /** The session that gets the report; it is not listed in it. */
  readonly self: Session | null;
  /** An identity file that the caller named. */
  readonly identityPath?: string | undefined;
  /** Path of the last transcript, if the caller named its folder. */
  readonly transcriptPath?: string | undefined;
  readonly budget: number;
  /** Whether the caller works in the project's folder; only then is its drift read. */
  readonly isHere: boolean | Promise<boolean>;
  /** Calls that name no project go to this one. */
  readonly isOwnProject: boolean;
  /** false if only the score is needed, which does not depend on other sessions or drift. */
  readonly isDelivered: boolean;
}

const CONSTRAINT_LIMIT = 500;
const ALIVE_LIMIT = 100;
const AWAITING_LIMIT = 20;
const LOST_LIMIT = 100;
/** Among the newest sessions are this one, the last one, and those that are active or lost. */
const NEWEST_LIMIT = 20;
/** What was lost longer ago and never continued is history. */
const LOST_DAYS = 30;
/** An item with its attribution takes at least this much of the report. */
const MIN_ITEM_CHARS = 40;

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

async function findLast(
  deps: StoreDeps,
  view: OrientationRequest,
  time: TimeContext,
): Promise<Session | undefined> {
  const { sessions } = deps.store;
  if (view.isNewProject) return undefined;
  if (view.self?.predecessorId) return sessions.find(view.self.predecessorId);
  const cutoff = silentBefore(time);
  const [here, anywhere, paused] = await Promise.all([
    view.worktree === null ? undefined : sessions.findNewestLeft(view.project.id, view.worktree, cutoff),
    sessions.findNewestLeft(view.project.id, undefined, cutoff),
    sessions.findNewestPaused(view.project.id, view.worktree),
  ]);
  const last = await sessions.findLastSeen([here ?? anywhere, paused].filter((one) => one !== undefined));
  return last?.id === view.self?.id ? undefined : last;
}

type SessionFacts = Pick<
  OrientationFacts,
  | 'aliveSessions'
  | 'lostSessions'
  | 'recentSessions'
  | 'sessionStarts'
  | 'delta'
  | 'unreviewedCaptures'
  | 'hookFailures'
  | 'hooksMissingFor'
>;

const NO_SESSION_FACTS: SessionFacts = {
  aliveSessions: [],
  lostSessions: [],
  recentSessions: [],
  sessionStarts: [],
  delta: null,
  unreviewedCaptures: { items: [], total: 0 },
  hookFailures: [],
  hooksMissingFor: null,
};

/** Other sessions of the project, and what changed since the last report. */
async function gatherSessionFacts(
  deps: OrientationDeps,
  { project, self }: OrientationRequest,
  lastFound: Promise<Session | undefined>,
  time: TimeContext,
): Promise<SessionFacts> {
  const { sessions } = deps.store;
  const cutoff = silentBefore(time);
  const facts = (found: readonly Session[], most: number) =>
    found
      .filter(({ id }) => id !== self?.id)
      .slice(0, most)
      .map((session) => sessionFact(session, time));
  const [silent, lost, newest, starts, alive, delta, ofClient, last] = await Promise.all([
    sessions.listSilent(project.id, cutoff, LOST_LIMIT + 2),
    sessions.listLost(project.id, plusMs(time.now, -LOST_DAYS * DAY_MS), LOST_LIMIT + 2),
    sessions.listNewest(project.id, NEWEST_LIMIT),
    sessions.listStarts(project.id, SESSION_STARTS),
    sessions.listAlive(project.id, cutoff, ALIVE_LIMIT + 1),
    findChangesSinceReport(deps, self, time),
    clientFacts(deps, project, self, time),
    lastFound,
  ]);
  return {
    aliveSessions: facts(alive, ALIVE_LIMIT),
    // Sessions lost before the last one were already reported to it.
    lostSessions: facts(
      [...silent, ...lost].filter(
        ({ id, lastSeenAt }) =>
          id !== last?.id && !(last && (lastSeenAt < last.startedAt || isClockAhead(lastSeenAt, time.now))),
      ),
      LOST_LIMIT,
    ),
    recentSessions: facts(
      newest.filter((session) => session.id !== last?.id && hasEnded(session)),
      RECENT_SESSIONS,
    ),
    sessionStarts: starts.filter((startedAt) => startedAt !== self?.startedAt),
    delta,
    ...ofClient,
  };
}

/** Only read where the report depends on it: in a game, or in a session with turns. */
async function findStoredElsewhere(
  { gameProjects, store }: Pick<Deps, 'gameProjects' | 'store'>,
  { project, self }: OrientationRequest,
): Promise<OrientationFacts['storedElsewhere']> {
  if (project.kind === 'game' && (await gameProjects.hasGame(store, project.id))) return 'game';
  return self !== null && self.turnCount > 0 ? 'session' : undefined;
}

export async function gatherFacts(
  deps: OrientationDeps,
  view: OrientationRequest,
  time: TimeContext,
): Promise<OrientationFacts> {
  const { records, sessions } = deps.store;
  const limit = Math.ceil(view.budget / MIN_ITEM_CHARS);
  const limits = new Map(RECORD_TYPES.map((type) => [type, limit]));
  limits.set('constraint', CONSTRAINT_LIMIT).set('memory', 0);
  const lastFound = findLast(deps, view, time);
  const { worktree } = view;
  const [live, traces, last, company, awaiting, storedElsewhere, isHere, identities] = await Promise.all([
    records.listLiveOf(view.project.id, limits, view.budget, time.now),
    view.isDelivered ? lostSessionCheckpoints(deps, view.project.id, time) : NO_LOST_CHECKPOINTS,
    lastFound,
    view.isDelivered ? gatherSessionFacts(deps, view, lastFound, time) : NO_SESSION_FACTS,
    sessions.listAwaitingSuccessor(view.project.id, AWAITING_LIMIT),
    view.isDelivered ? findStoredElsewhere(deps, view) : undefined,
    view.isHere,
    readIdentities(deps, { worktree, projectId: view.project.id, named: view.identityPath }),
  ]);
  const listOf = (type: RecordType): FactList => live.get(type) ?? { items: [], total: 0 };
  const checkpoints = withLostCheckpoints(listOf('checkpoint'), traces, time);
  const lead = findLeadCheckpoint({ checkpoints, worktree });
  const drift = view.isDelivered && isHere ? await worktreeDrift(deps, worktree, lead) : null;
  const isTraced = checkpoints.items.some(({ id }) => id === last?.id);
  return {
    project: view.project,
    isOwnProject: view.isOwnProject,
    now: time.now,
    worktree,
    ...recordLists(({ type }) => (type === 'checkpoint' ? checkpoints : listOf(type))),
    damagedEvidence: traces.damaged,
    storedElsewhere,
    memoryCount: listOf('memory').total,
    lastSession:
      last === undefined
        ? null
        : { ...sessionFact(last, time), ...(isTraced ? { hasHandoff: true, isHandoffDerived: true } : {}) },
    ...company,
    drift,
    awaitingSuccessor: awaiting.map((session) => sessionFact(session, time)),
    identities,
    lastTranscriptPath: view.transcriptPath ?? last?.transcriptPath ?? null,
  };
}

export const compose = (
  { settings: { thresholds }, wordings }: Pick<Deps, 'settings' | 'wordings'>,
  { wording, budgetUnit = 'characters' }: Caller,
  facts: OrientationFacts,
  budget: number,
  format: 'full' | 'brief' = 'full',
): Orientation =>
  fitBudget({ size: budget, unit: budgetUnit }, (characters) =>
    composeOrientation(facts, { budget: characters, format, thresholds, wording, wordings }),
  );
