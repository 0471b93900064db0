import type { Bound, Caller } from '../../app/caller.ts';
import { markDeadClientsLost, sessionProcessChanges } from '../../app/client-processes.ts';
import type { Deps, StoreDeps, WriteDeps } from '../../app/deps.ts';
import {
  createSessionWriter,
  findSessionWriter,
  getSession,
  newSessionNotices,
  projectOf,
  type SessionWriter,
} from '../../app/locate-session.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { addTurn, SessionDraft } from '../../app/session-draft.ts';
import { readTime, silentBefore } from '../../app/time-context.ts';
import { checkText } from '../../domain/check-text.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { decideRejoin } from '../../domain/session/decide.ts';
import { type Session, statusIn, type TimeContext } from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';
import { applyChanges } from '../domain/changes/apply-changes.ts';
import type { Change as WorldChange } from '../domain/changes/change.ts';
import { type RollInput, resolveRoll } from '../domain/dice/roll-dice.ts';
import { CREATURES } from '../domain/entity.ts';
import type { CampaignEvent, RolledDice, Unchanged } from '../domain/event.ts';
import { mapChangeNames } from '../domain/references.ts';
import type { VisibilityInput } from '../domain/visibility.ts';
import {
  campaignChange,
  checkVersion,
  cleanInput,
  findKeyedResult,
  type KeyedCall,
  type KeyedResult,
  keyedAnswer,
  keyedCall,
} from './campaign-change.ts';
import { EntityFinder } from './find-entity.ts';
import { type CampaignTarget, currentBranch, loadCampaign } from './load-campaign.ts';
import { loadTurnDraft, sessionTurnText, turnEvent } from './prepare-turn.ts';
import { resolveNames } from './resolve-names.ts';

type Needs = WriteDeps & Pick<Deps, 'processes'>;

/** A stateless caller joins the active session of the campaign; otherwise each of its turns would begin a session. */
async function findActiveSession(
  deps: StoreDeps,
  { connection, clientSessionId }: Caller,
  campaign: Campaign,
  time: TimeContext,
): Promise<SessionWriter | undefined> {
  if (connection !== null || clientSessionId !== null) return undefined;
  const [alive] = await deps.store.sessions.listAlive(campaign.id, silentBefore(time), 1);
  return alive === undefined
    ? undefined
    : { draft: new SessionDraft(alive), located: await projectOf(deps, alive), changes: [] };
}

interface PlaySessionWriter extends SessionWriter {
  readonly resumedFrom: 'paused' | 'lost' | null;
}

/** The named session, else the caller's own, resumed if need be. A named session that has ended is refused. */
async function locatePlaySession(
  deps: Needs,
  caller: Caller,
  sessionId: string | undefined,
  campaign: Campaign,
  time: TimeContext,
): Promise<PlaySessionWriter> {
  const writer =
    (await findSessionWriter(deps, caller, {
      session_id: sessionId,
      project: campaign.id,
      called: 'campaign',
    })) ?? (await findActiveSession(deps, caller, campaign, time));
  if (writer !== undefined && (sessionId !== undefined || writer.draft.session.status !== 'ended')) {
    const { draft } = writer;
    const was = statusIn(draft.session, time);
    draft.apply(decideRejoin(draft.session, { clientSessionId: null, branch: null, head: null }, time));
    return { ...writer, resumedFrom: was === 'paused' || was === 'lost' ? was : null };
  }
  const project = await deps.store.projects.find(campaign.id);
  if (project === undefined) throw new Error(`campaign ${campaign.id} has no project`);
  await markDeadClientsLost(deps, campaign.id, time);
  const begun = await createSessionWriter(deps, caller, { project, isNew: false, changes: [] }, time);
  return { ...begun, resumedFrom: null };
}

/** What a repeated call returns besides the event. It is stored with the retry key. */
interface TurnAnswer extends Pick<PlaySessionWriter, 'resumedFrom'> {
  readonly version: number;
  readonly unchanged: readonly Unchanged[];
  readonly isBeginning: boolean;
}

const startsSession = ({ isImplicit, turnCount }: Session): boolean => isImplicit && turnCount === 1;

function noticesOf(session: Session, campaign: Campaign, answer: TurnAnswer): readonly Notice[] {
  if (answer.isBeginning) return newSessionNotices({ ...session, status: 'active', turnCount: 1 }, campaign);
  const was = answer.resumedFrom;
  return was === null ? [] : [notice(`Session ${session.id} was ${was}; this turn resumed it.`)];
}

const playedTurn = (event: CampaignEvent, answer: TurnAnswer, campaign: Campaign, session: Session) => ({
  turn: event.turn,
  eventId: event.id,
  applied: [...event.effects, ...answer.unchanged],
  rolls: event.rolls,
  version: answer.version,
  isResumed: answer.resumedFrom !== null,
  notices: noticesOf(session, campaign, answer),
  campaign,
  session,
});

export interface PlayerActionInput extends CampaignTarget, VisibilityInput {
  readonly action: string;
  readonly character_name?: string | undefined;
  readonly narration?: string | undefined;
  readonly rolls?: readonly RollInput[] | undefined;
  readonly changes?: readonly WorldChange[] | undefined;
  readonly context?: string | undefined;
  readonly importance?: number | undefined;
  readonly expected_version?: number | undefined;
  readonly idempotency_key?: string | undefined;
}

async function repeatAnswer(
  deps: StoreDeps,
  caller: Caller,
  campaign: Campaign,
  kept: KeyedResult<TurnAnswer>,
) {
  const session = await getSession(deps, String(kept.event.sessionId));
  return {
    result: playedTurn(kept.event, kept.answer, campaign, session),
    binding: { sessionId: caller.connection?.sessionId ?? session.id },
  };
}

async function attempt(
  deps: Needs,
  caller: Caller,
  input: PlayerActionInput,
  rolls: readonly RolledDice[],
  call: KeyedCall | null,
): Promise<Bound<ReturnType<typeof playedTurn>>> {
  const time = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const kept = await findKeyedResult<TurnAnswer>(deps, call, campaign, input.session_id);
  if (kept !== undefined) return repeatAnswer(deps, caller, campaign, kept);
  checkVersion(campaign, input.expected_version);
  const {
    draft,
    resumedFrom,
    changes: sessionChanges,
  } = await locatePlaySession(deps, caller, input.session_id, campaign, time);
  const turn = campaign.turn + 1;
  const finder = new EntityFinder(deps, campaign);
  const changes = await resolveNames(finder, input.changes ?? [], (all, mapName) =>
    all.map((one) => mapChangeNames(one, mapName)),
  );
  const seen = await finder.getVisibility(input);
  const { character_name: who } = input;
  const actor = who === undefined ? null : await finder.get(CREATURES, who, 'character_name');
  const { draft: turnDraft, known, lookups } = await loadTurnDraft(finder, campaign, changes, time.now);
  applyChanges(turnDraft, changes, { seen, turn, ...lookups });
  const played = {
    turn,
    description: input.action,
    narration: input.narration ?? null,
    context: input.context ?? null,
    ...(input.importance === undefined ? {} : { importance: input.importance }),
    actor: actor?.name ?? null,
    rolls,
    sessionId: draft.session.id,
    at: time.now,
    ...seen,
  };
  const event = turnEvent(played, campaign, changes, known, turnDraft);
  const turnText = { ...sessionTurnText(event), narration: event.narration ?? undefined };
  const taken = addTurn(draft, { ...turnText, eventId: event.id }, time);
  const answer: TurnAnswer = {
    version: campaign.version + 1,
    unchanged: turnDraft.unchanged,
    resumedFrom,
    isBeginning: startsSession(draft.session),
  };
  const after = { ...campaign, state: turnDraft.state, turn, updatedAt: time.now };
  const change = campaignChange(campaign, after, {
    event: 'campaign.turn',
    branches: [{ ...(await currentBranch(deps, campaign)), headTurn: turn }],
    entities: turnDraft.changed.map((entity) => ({ ...entity, updatedAt: time.now })),
    patches: turnDraft.patches(),
    events: [event],
    ...keyedAnswer(call, answer),
  });
  const playing = await sessionProcessChanges(deps, caller, draft.session, time);
  await deps.store.ledger.commit([...sessionChanges, ...draft.changes(), taken, ...playing, change]);
  return {
    result: playedTurn(event, answer, change.campaign, draft.session),
    binding: input.session_id === undefined ? { sessionId: draft.session.id } : {},
  };
}

export async function playerAction(
  deps: Needs & Pick<Deps, 'dice'>,
  caller: Caller,
  input: PlayerActionInput,
) {
  checkText('action', input.action, { isRequired: true });
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanInput(deps, asked);
  const call = keyedCall(KEYED_CALLS.turn, input, content);
  const rolls = (content.rolls ?? []).map((roll) => resolveRoll(roll, deps.dice));
  const { result, binding } = await retryOnConflict(() => attempt(deps, caller, content, rolls, call));
  return { result: { ...result, redacted: found }, binding };
}
