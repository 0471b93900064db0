import { applyChanges } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change as WorldChange } from '../../domain/campaign/change.ts';
import { type GivenRoll, rolledOf } from '../../domain/campaign/dice/given-roll.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import type { RolledDice } from '../../domain/campaign/event.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { checkText } from '../../domain/text.ts';
import type { Bound, Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { getSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { sessionProcess } from '../session-processes.ts';
import { takeTurn } from '../take-turn.ts';
import { campaignChange, checkVersion } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { findMeant, unknownEntity } from './find-entity.ts';
import { findKept, type Kept, type KeyedCall, keptWith, keyedCall } from './keyed-call.ts';
import { type CampaignTarget, currentBranch, loadCampaign } from './load-campaign.ts';
import { locateSitting } from './locate-sitting.ts';
import { isBeginning, type PlayedTurn, playedTurn, type TurnAnswer } from './played-turn.ts';
import { sayChanges } from './say-names.ts';
import { seenOf } from './seen-of.ts';
import { setScene } from './set-scene.ts';
import { spokenTurn } from './spoken-turn.ts';
import { turnEvent } from './turn-event.ts';

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
  readonly rolls?: readonly GivenRoll[] | undefined;
  readonly changes?: readonly WorldChange[] | undefined;
  readonly context?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly private_to?: readonly string[] | undefined;
  readonly expected_version?: number | undefined;
  /** Retry key: a turn with the same key returns the first result. */
  readonly idempotency_key?: string | undefined;
}

async function actorOf(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const known = await findMeant(deps, campaign, ['character', 'npc'], name);
  if (known !== undefined) return known.name;
  throw await unknownEntity(deps, campaign.id, ['character', 'npc'], name, 'character_name');
}

/** The very call was made before, under the same key: it is answered as then. */
async function repeated(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  campaign: Campaign,
  kept: Kept<TurnAnswer>,
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
  const moment = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const kept = await findKept<TurnAnswer>(deps, call, campaign, input.session_id);
  if (kept !== undefined) return repeated(deps, caller, campaign, kept);
  checkVersion(campaign, input.expected_version);
  const sitting = await locateSitting(deps, caller, input.session_id, campaign, moment);
  const { draft, resumedFrom } = sitting;
  const turn = campaign.turn + 1;
  const changes = await sayChanges(deps, campaign, input.changes ?? []);
  const seen = await seenOf(deps, campaign, input);
  const actor = await actorOf(deps, campaign, input.character_name);
  const { scene, known, ...told } = await setScene(deps, campaign, changes, moment.now);
  applyChanges(scene, changes, { seen, turn, ...told });
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
    scene,
    seen,
    sessionId: draft.session.id,
    at: moment.now,
  });
  const taken = takeTurn(draft, { ...spokenTurn(event), eventId: event.id }, moment);
  const answer: TurnAnswer = {
    version: campaign.version + 1,
    unchanged: scene.unchanged,
    resumedFrom,
    isBeginning: isBeginning(draft.session),
  };
  const after = { ...campaign, state: scene.state, turn, updatedAt: moment.now };
  const change = campaignChange(campaign, after, {
    event: 'campaign.turn',
    branches: [{ ...(await currentBranch(deps, campaign)), headTurn: turn }],
    entities: scene.changed.map((entity) => ({ ...entity, updatedAt: moment.now })),
    patches: scene.patches(),
    events: [event],
    ...keptWith(call, answer),
  });
  const playing = await sessionProcess(deps, caller, draft.session, moment);
  await deps.store.ledger.commit([...sitting.changes, ...draft.changes(), taken, ...playing, change]);
  return {
    result: playedTurn(event, answer, change.campaign, draft.session),
    binding: input.session_id === undefined ? { sessionId: draft.session.id } : {},
  };
}

/** One turn: who acted, what happened, the dice, and what it did to the world, together or not at all. */
export async function playerAction(
  deps: Needs,
  caller: Caller,
  input: PlayerActionInput,
): Promise<Bound<PlayedTurn>> {
  checkText('action', input.action, { isRequired: true });
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanDeep(deps, asked);
  const call = keyedCall(KEYED_CALLS.turn, input, content);
  const rolls = (content.rolls ?? []).map((roll) => rolledOf(roll, deps.dice));
  const { result, binding } = await retryOnConflict(() => attempt(deps, caller, content, rolls, call));
  return { result: { ...result, redacted: found }, binding };
}
