import { composeOrientation } from '../domain/orientation/compose.ts';
import type { FactList, OrientationFacts, SessionFact } from '../domain/orientation/facts.ts';
import type { Orientation } from '../domain/orientation/orientation.ts';
import type { Project } from '../domain/project/project.ts';
import type { RecordType } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import { type Session, statusIn } from '../domain/session/session.ts';
import { silentBefore } from './moment.ts';
import type { World } from './world.ts';

export interface Viewpoint {
  readonly project: Project;
  readonly isNewProject: boolean;
  readonly worktree: string | null;
  /** The session that is being oriented; it is not told about itself. */
  readonly self: Session | null;
  readonly identity: OrientationFacts['identity'];
  /** Where the last transcript is, if the caller said where to look. */
  readonly transcriptPath: string | null;
  readonly budget: number;
}

const CONSTRAINT_LIMIT = 500;
const ALIVE_LIMIT = 5;
const AWAITING_LIMIT = 20;
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
  const last = await findLast(world, view, moment);
  const alive = await sessions.listAlive(view.project.id, silentBefore(moment), ALIVE_LIMIT + 1);
  const awaiting = await sessions.listAwaitingSuccessor(view.project.id, AWAITING_LIMIT);
  return {
    project: view.project,
    now: moment.now,
    worktree: view.worktree,
    constraints: await live('constraint', CONSTRAINT_LIMIT),
    warnings: await live('warning'),
    checkpoints: await live('checkpoint'),
    focus: await live('next_session_focus'),
    openLoops: await live('open_loop'),
    lessons: await live('lesson'),
    decisions: await live('decision'),
    preferences: await live('preference'),
    relationalDeltas: await live('relational_delta'),
    lastSession: last === undefined ? null : sessionFact(last, moment),
    aliveSessions: alive
      .filter(({ id }) => id !== view.self?.id)
      .slice(0, ALIVE_LIMIT)
      .map((session) => sessionFact(session, moment)),
    awaitingSuccessor: awaiting.map((session) => sessionFact(session, moment)),
    identity: view.identity,
    lastTranscriptPath: view.transcriptPath ?? last?.transcriptPath ?? null,
  };
}

export const compose = (
  world: World,
  facts: OrientationFacts,
  budget: number,
  format: 'full' | 'brief' = 'full',
): Orientation => composeOrientation(facts, { budget, format, thresholds: world.settings.thresholds });
