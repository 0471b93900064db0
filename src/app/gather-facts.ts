import {
  type ComposeOptions,
  composeOrientation,
  type OrientationRating,
  rateOrientation,
  rateWhole,
} from '../domain/orientation/compose.ts';
import type { FactList, OrientationFacts } from '../domain/orientation/facts.ts';
import { withRecords } from '../domain/orientation/facts-after.ts';
import { findLeadCheckpoint } from '../domain/orientation/find-lead-checkpoint.ts';
import { fitBudget } from '../domain/orientation/fit-budget.ts';
import type { Orientation } from '../domain/orientation/orientation.ts';
import { recordLists } from '../domain/orientation/record-kinds.ts';
import { RECORD_TYPES, type RecordType, type ThroughlineRecord } from '../domain/record/record.ts';
import type { TimeContext } from '../domain/session/session.ts';
import { type IdMeasure, shownIdLength } from '../domain/short-id.ts';
import type { Caller } from './caller.ts';
import { findChangesSinceReport } from './changes-since-report.ts';
import type { Deps, OrientationDeps, StoreDeps } from './deps.ts';
import { readIdentities } from './identity.ts';
import type { LossPreview } from './preview-losses.ts';
import {
  findLast,
  gatherSessionFacts,
  lastSessionFact,
  type OrientationRequest,
  sessionFact,
  withOutcomes,
} from './session-facts.ts';
import { worktreeDrift } from './worktree-drift.ts';

const CONSTRAINT_LIMIT = 500;
const AWAITING_LIMIT = 20;
/** An item with its attribution takes at least this much of the report. */
const MIN_ITEM_CHARS = 40;

/** Only read where the report depends on it: in a game, or in a session with turns. */
async function findStoredElsewhere(
  { gameProjects, store }: Pick<Deps, 'gameProjects' | 'store'>,
  { project, self }: OrientationRequest,
): Promise<OrientationFacts['storedElsewhere']> {
  if (project.kind === 'game' && (await gameProjects.hasGame(store, project.id))) return 'game';
  return self !== null && self.turnCount > 0 ? 'session' : undefined;
}

const withCaptures = (
  { items, total }: OrientationFacts['unreviewedCaptures'],
  added: LossPreview['captures'],
): OrientationFacts['unreviewedCaptures'] => ({
  items: [...added.map(({ id, sessionId }) => ({ id, sessionId })), ...items],
  total: total + added.length,
});

/** The ids are only counted: how long they have to be is measured by `withShortIds`. */
export async function gatherFacts(
  deps: OrientationDeps,
  view: OrientationRequest,
  time: TimeContext,
): Promise<OrientationFacts> {
  const { ids, records, sessions } = deps.store;
  const limit = Math.ceil(view.budget / MIN_ITEM_CHARS);
  const limits = new Map(RECORD_TYPES.map((type) => [type, limit]));
  limits.set('constraint', CONSTRAINT_LIMIT).set('memory', 0);
  const lastFound = findLast(deps, view, time);
  const { worktree } = view;
  // Takes several steps of its own, for which nothing else has to wait.
  const deltaFound = findChangesSinceReport(deps, view.self, time);
  deltaFound.catch(() => undefined);
  const [live, losses, last, company, awaiting, storedElsewhere, isHere, identities, counted] =
    await Promise.all([
      records.listLiveOf(view.project.id, limits, view.budget, time.now),
      view.losses,
      lastFound,
      gatherSessionFacts(deps, view, lastFound, time),
      sessions.listAwaitingSuccessor(view.project.id, AWAITING_LIMIT),
      findStoredElsewhere(deps, view),
      view.isHere,
      readIdentities(deps, { worktree, projectId: view.project.id, named: view.identityPath }),
      view.ids ?? ids.measure([]),
    ]);
  const agents = new Map(losses.sessions.map(({ id, agent }) => [id, agent]));
  const authorOf = ({ sessionId }: ThroughlineRecord) => agents.get(sessionId ?? '') ?? null;
  const listOf = (type: RecordType): FactList =>
    withRecords(
      live.get(type) ?? { items: [], total: 0 },
      losses.records.filter((record) => record.type === type),
      authorOf,
      time.now,
    );
  const lists = recordLists(({ type }) => listOf(type));
  const lead = findLeadCheckpoint({ checkpoints: lists.checkpoints, worktree });
  const lastSession = last === undefined ? null : lastSessionFact(last, time);
  const [drift, listed, delta] = await Promise.all([
    isHere ? worktreeDrift(deps, worktree, lead) : null,
    withOutcomes(deps, { ...company, lastSession }, lists.checkpoints.items, losses),
    deltaFound,
  ]);
  return {
    project: view.project,
    isOwnProject: view.isOwnProject,
    now: time.now,
    ids: counted,
    worktree,
    ...lists,
    damagedEvidence: losses.damaged,
    storedElsewhere,
    memoryCount: listOf('memory').total,
    ...company,
    delta,
    ...listed,
    unreviewedCaptures: withCaptures(company.unreviewedCaptures, losses.captures),
    drift,
    awaitingSuccessor: awaiting.map((session) => sessionFact(session, time)),
    identities,
    lastTranscriptPath: view.transcriptPath ?? last?.transcriptPath ?? null,
  };
}

/** Which ids a report names shows only when it is made. It is made again where one of them has to be longer. */
export async function withShortIds<Made extends Pick<Orientation, 'namedIds'>>(
  { store }: StoreDeps,
  counted: IdMeasure,
  make: (ids: IdMeasure) => Made,
): Promise<Made> {
  for (let ids = counted; ; ) {
    const made = make(ids);
    const { distinctLength } = await store.ids.measure([...made.namedIds], ids.count);
    if (distinctLength <= shownIdLength(ids)) return made;
    ids = { ...ids, distinctLength };
  }
}

/** For facts that are only rated: how many ids there are matters only where a report is so long that not all of it fits. */
export const NOT_COUNTED: IdMeasure = { count: 0, distinctLength: 0 };

/** Of facts that were gathered with `NOT_COUNTED`; `counting` is the measure without ids. */
export async function rateFacts(
  deps: StoreDeps,
  facts: OrientationFacts,
  options: ComposeOptions,
  counting: Promise<IdMeasure>,
): Promise<OrientationRating> {
  const whole = rateWhole(facts, options);
  if (whole !== undefined) return whole;
  const { count } = await counting;
  return withShortIds(deps, { ...facts.ids, count: count + facts.ids.count }, (ids) =>
    rateOrientation({ ...facts, ids }, options),
  );
}

export async function compose(
  deps: Pick<Deps, 'settings' | 'store' | 'wordings'>,
  { wording, budgetUnit = 'characters' }: Caller,
  facts: OrientationFacts,
  budget: number,
  format: 'full' | 'brief' = 'full',
): Promise<Orientation> {
  const { wordings } = deps;
  const { thresholds } = deps.settings;
  return withShortIds(deps, facts.ids, (ids) =>
    fitBudget({ size: budget, unit: budgetUnit }, (characters) =>
      composeOrientation({ ...facts, ids }, { budget: characters, format, thresholds, wording, wordings }),
    ),
  );
}
