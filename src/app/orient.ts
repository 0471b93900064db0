import { isAhead } from '../domain/clock-order.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import { composeOrientation } from '../domain/orientation/compose.ts';
import {
  type FactList,
  type OrientationFacts,
  SESSION_STARTS,
  type SessionFact,
} from '../domain/orientation/facts.ts';
import { findLeadCheckpoint } from '../domain/orientation/find-lead-checkpoint.ts';
import { fitBudget } from '../domain/orientation/fit-budget.ts';
import type { Orientation } from '../domain/orientation/orientation.ts';
import type { Project } from '../domain/project/project.ts';
import { RECORD_TYPES, type RecordType } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import { type Session, statusIn } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import { clientFacts } from './client-facts.ts';
import { deltaOf } from './delta.ts';
import type { Deps } from './deps.ts';
import { lostTraces, NO_TRACES, withTraces } from './lost-traces.ts';
import { silentBefore } from './moment.ts';
import { worktreeDrift } from './worktree-drift.ts';

type Needs = Pick<
  Deps,
  'clientsWithHooks' | 'folders' | 'listHookFailures' | 'readDrift' | 'settings' | 'store'
>;
type GatherCompanyNeeds = Pick<
  Deps,
  'clientsWithHooks' | 'folders' | 'listHookFailures' | 'settings' | 'store'
>;

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
  /** Whether the caller stands in the project's own folder: only there can it be asked what moved. */
  readonly isHere: boolean | Promise<boolean>;
  /** Calls that name no project go to this one. */
  readonly isOwnProject: boolean;
  /** false where only the score is wanted, which does not depend on who else is there or what moved. */
  readonly isDelivered: boolean;
}

const CONSTRAINT_LIMIT = 500;
const ALIVE_LIMIT = 100;
const AWAITING_LIMIT = 20;
const LOST_LIMIT = 100;
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
  lastSeenAt: session.lastSeenAt,
  endedAt: session.endedAt,
  branch: session.branch,
  worktree: session.worktree,
  transcriptPath: session.transcriptPath,
  hasHandoff: session.handoff !== null,
  isHandoffDerived: session.handoff?.isDerived ?? false,
  isBarred: session.closing?.policy === 'closed_without_successor',
});

async function findLast(
  deps: Pick<Deps, 'store'>,
  view: Viewpoint,
  moment: Moment,
): Promise<Session | undefined> {
  const { sessions } = deps.store;
  if (view.isNewProject) return undefined;
  if (view.self?.predecessorId) return sessions.find(view.self.predecessorId);
  const cutoff = silentBefore(moment);
  const [here, anywhere, paused] = await Promise.all([
    view.worktree === null ? undefined : sessions.findNewestLeft(view.project.id, view.worktree, cutoff),
    sessions.findNewestLeft(view.project.id, undefined, cutoff),
    sessions.findNewestPaused(view.project.id, view.worktree),
  ]);
  const last = await sessions.findLastHeard([here ?? anywhere, paused].filter((one) => one !== undefined));
  return last?.id === view.self?.id ? undefined : last;
}

type Company = Pick<
  OrientationFacts,
  | 'aliveSessions'
  | 'lostSessions'
  | 'sessionStarts'
  | 'delta'
  | 'unreviewedCaptures'
  | 'hookFailures'
  | 'hooksMissingFor'
>;

const NO_COMPANY: Company = {
  aliveSessions: [],
  lostSessions: [],
  sessionStarts: [],
  delta: null,
  unreviewedCaptures: { items: [], total: 0 },
  hookFailures: [],
  hooksMissingFor: null,
};

/** Who else is or was there, and what they did since this session was last told. */
async function gatherCompany(
  deps: GatherCompanyNeeds,
  { project, self }: Viewpoint,
  lastFound: Promise<Session | undefined>,
  moment: Moment,
): Promise<Company> {
  const { sessions } = deps.store;
  const cutoff = silentBefore(moment);
  const facts = (found: readonly Session[], most: number) =>
    found
      .filter(({ id }) => id !== self?.id)
      .slice(0, most)
      .map((session) => sessionFact(session, moment));
  const [silent, lost, starts, alive, delta, ofClient, last] = await Promise.all([
    sessions.listSilent(project.id, cutoff, LOST_LIMIT + 2),
    sessions.listLost(project.id, plusMs(moment.now, -LOST_DAYS * DAY_MS), LOST_LIMIT + 2),
    sessions.listStarts(project.id, SESSION_STARTS),
    sessions.listAlive(project.id, cutoff, ALIVE_LIMIT + 1),
    deltaOf(deps, self, moment),
    clientFacts(deps, project, self, moment),
    lastFound,
  ]);
  return {
    aliveSessions: facts(alive, ALIVE_LIMIT),
    // Whoever came after one that was lost was told of it then.
    lostSessions: facts(
      [...silent, ...lost].filter(
        ({ id, lastSeenAt }) =>
          id !== last?.id && !(last && (lastSeenAt < last.startedAt || isAhead(lastSeenAt, moment.now))),
      ),
      LOST_LIMIT,
    ),
    sessionStarts: starts.filter((startedAt) => startedAt !== self?.startedAt),
    delta,
    ...ofClient,
  };
}

/** Asked only where it changes what is said: a project with a game, or a session that has begun to write. */
async function findBesides(
  { store }: Pick<Deps, 'store'>,
  { project, self }: Viewpoint,
): Promise<OrientationFacts['besides']> {
  const campaign = project.kind === 'game' ? await store.campaigns.find(project.id) : undefined;
  if (campaign !== undefined) return 'game';
  return self !== null && self.turnCount > 0 ? 'session' : undefined;
}

export async function gatherFacts(deps: Needs, view: Viewpoint, moment: Moment): Promise<OrientationFacts> {
  const { records, sessions } = deps.store;
  const limit = Math.ceil(view.budget / LEAST_ITEM_CHARS);
  const limits = new Map(RECORD_TYPES.map((type) => [type, limit]));
  limits.set('constraint', CONSTRAINT_LIMIT).set('memory', 0);
  const lastFound = findLast(deps, view, moment);
  const [live, traces, last, company, awaiting, besides, isHere] = await Promise.all([
    records.listLiveOf(view.project.id, limits, view.budget, moment.now),
    view.isDelivered ? lostTraces(deps, view.project.id, moment) : NO_TRACES,
    lastFound,
    view.isDelivered ? gatherCompany(deps, view, lastFound, moment) : NO_COMPANY,
    sessions.listAwaitingSuccessor(view.project.id, AWAITING_LIMIT),
    view.isDelivered ? findBesides(deps, view) : undefined,
    view.isHere,
  ]);
  const listOf = (type: RecordType): FactList => live.get(type) ?? { items: [], total: 0 };
  const checkpoints = withTraces(listOf('checkpoint'), traces, moment);
  const { worktree } = view;
  const lead = findLeadCheckpoint({ checkpoints, worktree });
  const drift = view.isDelivered && isHere ? await worktreeDrift(deps, worktree, lead) : null;
  const isTraced = checkpoints.items.some(({ id }) => id === last?.id);
  return {
    project: view.project,
    isOwnProject: view.isOwnProject,
    now: moment.now,
    worktree: view.worktree,
    constraints: listOf('constraint'),
    warnings: listOf('warning'),
    checkpoints,
    damagedTraces: traces.damaged,
    besides,
    focus: listOf('next_session_focus'),
    openLoops: listOf('open_loop'),
    lessons: listOf('lesson'),
    decisions: listOf('decision'),
    preferences: listOf('preference'),
    relationalDeltas: listOf('relational_delta'),
    memoryCount: listOf('memory').total,
    lastSession:
      last === undefined
        ? null
        : { ...sessionFact(last, moment), ...(isTraced ? { hasHandoff: true, isHandoffDerived: true } : {}) },
    ...company,
    drift,
    awaitingSuccessor: awaiting.map((session) => sessionFact(session, moment)),
    identities: view.identities,
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
