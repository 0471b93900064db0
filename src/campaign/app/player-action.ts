import type { Bound, Caller } from '../../app/caller.ts';
import { sessionProcessChanges } from '../../app/client-processes.ts';
import type { Deps, StoreDeps } from '../../app/deps.ts';
import { getSession, newSessionNotices } from '../../app/locate-session.ts';
import type { RedactionCounts } from '../../app/redact-content.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { addTurn } from '../../app/session-turns.ts';
import { readTime } from '../../app/time-context.ts';
import { checkText } from '../../domain/check-text.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';
import { applyChanges } from '../domain/changes/apply-changes.ts';
import type { Change as WorldChange } from '../domain/changes/change.ts';
import { type RollInput, resolveRoll } from '../domain/dice/roll-check.ts';
import type { Visibility } from '../domain/entity.ts';
import type { CampaignEvent, Effect, RolledDice, Unchanged } from '../domain/event.ts';
import { resolveVisibility } from './audience.ts';
import {
  campaignChange,
  checkVersion,
  findKeyedResult,
  type KeyedCall,
  type KeyedResult,
  keyedAnswer,
  keyedCall,
} from './campaign-change.ts';
import { cleanInput } from './clean-input.ts';
import { findByName, unknownEntity } from './find-entity.ts';
import { type CampaignTarget, currentBranch, loadCampaign } from './load-campaign.ts';
import { loadTurnDraft } from './load-turn-draft.ts';
import { locatePlaySession, type PlaySessionWriter } from './locate-play-session.ts';
import { resolveChangeNames } from './resolve-names.ts';
import { sessionTurnText, turnEvent } from './turn-event.ts';

interface PlayedTurn {
  readonly turn: number;
  readonly eventId: string;
  /** The effects, and the changes that had none. */
  readonly applied: readonly (Effect | Unchanged)[];
  readonly rolls: readonly RolledDice[];
  readonly version: number;
  /** The session was paused or lost before this turn. */
  readonly isResumed: boolean;
  readonly notices: readonly Notice[];
  readonly campaign: Campaign;
  readonly session: Session;
  readonly redacted: RedactionCounts;
}

/** What a repeated call returns besides the event. It is stored with the retry key. */
interface TurnAnswer extends Pick<PlaySessionWriter, 'resumedFrom'> {
  readonly version: number;
  readonly unchanged: readonly Unchanged[];
  /** The turn created its session. */
  readonly isBeginning: boolean;
}

const startsSession = ({ isImplicit, turnCount }: Session): boolean => isImplicit && turnCount === 1;

function noticesOf(session: Session, campaign: Campaign, answer: TurnAnswer): readonly Notice[] {
  if (answer.isBeginning) return newSessionNotices({ ...session, status: 'active', turnCount: 1 }, campaign);
  const was = answer.resumedFrom;
  return was === null ? [] : [notice(`Session ${session.id} was ${was}; this turn resumed it.`)];
}

const playedTurn = (
  event: CampaignEvent,
  answer: TurnAnswer,
  campaign: Campaign,
  session: Session,
): Omit<PlayedTurn, 'redacted'> => ({
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

type Needs = Pick<
  Deps,
  | 'clock'
  | 'dice'
  | 'filesFor'
  | 'folders'
  | 'ids'
  | 'processes'
  | 'readOff'
  | 'redactor'
  | 'settings'
  | 'store'
  | 'transcripts'
>;
type AttemptNeeds = Pick<
  Deps,
  | 'clock'
  | 'filesFor'
  | 'folders'
  | 'ids'
  | 'processes'
  | 'readOff'
  | 'redactor'
  | 'settings'
  | 'store'
  | 'transcripts'
>;

export interface PlayerActionInput extends CampaignTarget {
  readonly action: string;
  readonly character_name?: string | undefined;
  readonly narration?: string | undefined;
  readonly rolls?: readonly RollInput[] | undefined;
  readonly changes?: readonly WorldChange[] | undefined;
  readonly context?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly private_to?: readonly string[] | undefined;
  readonly expected_version?: number | undefined;
  /** Retry key: a turn with the same key returns the first result. */
  readonly idempotency_key?: string | undefined;
}

async function actorOf(
  deps: StoreDeps,
  campaign: Campaign,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const known = await findByName(deps, campaign, ['character', 'npc'], name);
  if (known !== undefined) return known.name;
  throw await unknownEntity(deps, campaign.id, ['character', 'npc'], name, 'character_name');
}

/** Returns the result of an earlier call with the same retry key. */
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
  deps: AttemptNeeds,
  caller: Caller,
  input: PlayerActionInput,
  rolls: readonly RolledDice[],
  call: KeyedCall | null,
): Promise<Bound<Omit<PlayedTurn, 'redacted'>>> {
  const time = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const kept = await findKeyedResult<TurnAnswer>(deps, call, campaign, input.session_id);
  if (kept !== undefined) return repeatAnswer(deps, caller, campaign, kept);
  checkVersion(campaign, input.expected_version);
  const sitting = await locatePlaySession(deps, caller, input.session_id, campaign, time);
  const { draft, resumedFrom } = sitting;
  const turn = campaign.turn + 1;
  const changes = await resolveChangeNames(deps, campaign, input.changes ?? []);
  const seen = await resolveVisibility(deps, campaign, input);
  const actor = await actorOf(deps, campaign, input.character_name);
  const { draft: turnDraft, known, ...told } = await loadTurnDraft(deps, campaign, changes, time.now);
  applyChanges(turnDraft, changes, { seen, turn, ...told });
  const event = turnEvent({
    campaign,
    turn,
    action: input.action,
    narration: input.narration,
    context: input.context,
    changes,
    actor,
    known,
    rolls,
    draft: turnDraft,
    seen,
    sessionId: draft.session.id,
    at: time.now,
  });
  const said = { ...sessionTurnText(event), narration: event.narration ?? undefined };
  const taken = addTurn(draft, { ...said, eventId: event.id }, time);
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
  await deps.store.ledger.commit([...sitting.changes, ...draft.changes(), taken, ...playing, change]);
  return {
    result: playedTurn(event, answer, change.campaign, draft.session),
    binding: input.session_id === undefined ? { sessionId: draft.session.id } : {},
  };
}

/** Records one turn with its dice and changes, all or nothing. */
export async function playerAction(
  deps: Needs,
  caller: Caller,
  input: PlayerActionInput,
): Promise<Bound<PlayedTurn>> {
  checkText('action', input.action, { isRequired: true });
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanInput(deps, asked);
  const call = keyedCall(KEYED_CALLS.turn, input, content);
  const rolls = (content.rolls ?? []).map((roll) => resolveRoll(roll, deps.dice));
  const { result, binding } = await retryOnConflict(() => attempt(deps, caller, content, rolls, call));
  return { result: { ...result, redacted: found }, binding };
}
