import { DAY_MS, plusMs } from '../domain/instant.ts';
import { composeOrientation } from '../domain/orientation/compose.ts';
import {
  type FactList,
  type OrientationFacts,
  SESSION_STARTS,
  type SessionFact,
} from '../domain/orientation/facts.ts';
import { findLeadCheckpoint } from '../domain/orientation/find-lead-checkpoint.ts';
import type { Orientation } from '../domain/orientation/orientation.ts';
import type { Project } from '../domain/project/project.ts';
import type { RecordType } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import { type Session, statusIn } from '../domain/session/session.ts';
import { deltaOf } from './delta.ts';
import { withLostTraces } from './lost-traces.ts';
import { silentBefore } from './moment.ts';
import { worktreeDrift } from './worktree-drift.ts';
import type { World } from './world.ts';

export interface Viewpoint {
  readonly project: Project;
  readonly isNewProject: boolean;
  readonly worktree: string | null;
  /** The session that is being oriented; it is not told about itself. */
  readonly self: Session | null;
  readonly identities: OrientationFacts['identities'];
  /** Where the last transcript is, if the caller said where to look. */
  readonly transcriptPath: string | null;
  readonly budget: number;
  /** Whether to look at what moved in the worktree since the checkpoint. */
  readonly seesDrift: boolean;
}

const CONSTRAINT_LIMIT = 500;
const ALIVE_LIMIT = 5;
const AWAITING_LIMIT = 20;
const LOST_LIMIT = 5;
/** What was lost longer ago and never continued is history. */
const LOST_DAYS = 30;
/** An item with its attribution takes at least this much of the report. */
const LEAST_ITEM_CHARS = 40;

export const sessionFact = (session: Session, moment: Moment): SessionFact => ({
  id: session.id,
  status: statusIn(session, moment),
  title: session.title,
  agent: session.agent,
  startedAt: session.startedAt,
  heardAt: session.heardAt,
  endedAt: session.endedAt,
  branch: session.branch,
  worktree: session.worktree,
  transcriptPath: session.transcriptPath,
  hasHandoff: session.handoff !== null,
  isHandoffDerived: session.handoff?.isDerived ?? false,
  isBarred: session.closing?.policy === 'closed_without_successor',
});

async function findLast(world: World, view: Viewpoint, moment: Moment): Promise<Session | undefined> {
  const { sessions } = world.store;
  if (view.isNewProject) return undefined;
  if (view.self?.predecessorId) return sessions.find(view.self.predecessorId);
  const cutoff = silentBefore(moment);
  const here =
    view.worktree === null
      ? undefined
      : await sessions.findNewestLeft(view.project.id, view.worktree, cutoff);
  const left = here ?? (await sessions.findNewestLeft(view.project.id, undefined, cutoff));
  const paused = await sessions.findNewestPaused(view.project.id, view.worktree);
  const isPausedLast = paused !== undefined && (left === undefined || left.heardAt <= paused.heardAt);
  const last = isPausedLast ? paused : left;
  return last?.id === view.self?.id ? undefined : last;
}

export async function gatherFacts(world: World, view: Viewpoint, moment: Moment): Promise<OrientationFacts> {
  const { records, sessions } = world.store;
  const limit = Math.ceil(view.budget / LEAST_ITEM_CHARS);
  const live = (type: RecordType, most = limit): Promise<FactList> =>
    records.listLive(view.project.id, type, most, view.budget, moment.now);
  const checkpoints = await live('checkpoint');
  const { worktree } = view;
  const lead = findLeadCheckpoint({ checkpoints, worktree });
  const drift = view.seesDrift ? worktreeDrift(world, worktree, lead) : null;
  const last = await findLast(world, view, moment);
  const alive = await sessions.listAlive(view.project.id, silentBefore(moment), ALIVE_LIMIT + 1);
  const lost = [
    ...(await sessions.listSilent(view.project.id, silentBefore(moment), LOST_LIMIT + 2)),
    ...(await sessions.listLost(view.project.id, plusMs(moment.now, -LOST_DAYS * DAY_MS), LOST_LIMIT + 2)),
  ];
  const awaiting = await sessions.listAwaitingSuccessor(view.project.id, AWAITING_LIMIT);
  return {
    project: view.project,
    now: moment.now,
    worktree: view.worktree,
    constraints: await live('constraint', CONSTRAINT_LIMIT),
    warnings: await live('warning'),
    checkpoints: await withLostTraces(world, checkpoints, last, moment),
    focus: await live('next_session_focus'),
    openLoops: await live('open_loop'),
    lessons: await live('lesson'),
    decisions: await live('decision'),
    preferences: await live('preference'),
    relationalDeltas: await live('relational_delta'),
    memoryCount: (await live('memory', 1)).total,
    lastSession: last === undefined ? null : sessionFact(last, moment),
    lostSessions: lost
      .filter(
        ({ id, heardAt }) => id !== last?.id && id !== view.self?.id && !(last && heardAt < last.startedAt),
      )
      .slice(0, LOST_LIMIT)
      .map((session) => sessionFact(session, moment)),
    sessionStarts: (await sessions.listStarts(view.project.id, SESSION_STARTS)).filter(
      (startedAt) => startedAt !== view.self?.startedAt,
    ),
    delta: await deltaOf(world, view.self, moment),
    drift: await drift,
    aliveSessions: alive
      .filter(({ id }) => id !== view.self?.id)
      .slice(0, ALIVE_LIMIT)
      .map((session) => sessionFact(session, moment)),
    awaitingSuccessor: awaiting.map((session) => sessionFact(session, moment)),
    identities: view.identities,
    lastTranscriptPath: view.transcriptPath ?? last?.transcriptPath ?? null,
  };
}

export const compose = (
  world: World,
  facts: OrientationFacts,
  budget: number,
  format: 'full' | 'brief' = 'full',
): Orientation => composeOrientation(facts, { budget, format, thresholds: world.settings.thresholds });
