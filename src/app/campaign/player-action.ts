import { applyChanges } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change as WorldChange } from '../../domain/campaign/change.ts';
import { type GivenRoll, rolledOf } from '../../domain/campaign/dice/given-roll.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import type { RolledDice } from '../../domain/campaign/event.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { checkText } from '../../domain/text.ts';
import { getSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { sessionProcess } from '../session-processes.ts';
import { takeTurn } from '../take-turn.ts';
import type { Bound, Caller, World } from '../world.ts';
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
  /** Stands for this turn in its campaign for ever. */
  readonly idempotency_key?: string | undefined;
}

async function actorOf(world: World, campaign: Campaign, name: string | undefined): Promise<string | null> {
  if (name === undefined) return null;
  const known = await findMeant(world, campaign, ['character', 'npc'], name);
  if (known !== undefined) return known.name;
  throw await unknownEntity(world, campaign.id, ['character', 'npc'], name, 'character_name');
}

/** The very call was made before, under the same key: it is answered as then. */
async function repeated(world: World, caller: Caller, campaign: Campaign, kept: Kept<TurnAnswer>) {
  const session = await getSession(world, String(kept.event.sessionId));
  return {
    result: playedTurn(kept.event, kept.answer, campaign, session),
    binding: { sessionId: caller.connection?.sessionId ?? session.id },
  };
}

async function attempt(
  world: World,
  caller: Caller,
  input: PlayerActionInput,
  rolls: readonly RolledDice[],
  call: KeyedCall | null,
): Promise<Bound<Omit<PlayedTurn, 'redacted'>>> {
  const moment = await momentOf(world);
  const campaign = await loadCampaign(world, caller, input);
  const kept = await findKept<TurnAnswer>(world, call, campaign, input.session_id);
  if (kept !== undefined) return repeated(world, caller, campaign, kept);
  checkVersion(campaign, input.expected_version);
  const sitting = await locateSitting(world, caller, input.session_id, campaign, moment);
  const { draft, resumedFrom } = sitting;
  const turn = campaign.turn + 1;
  const changes = await sayChanges(world, campaign, input.changes ?? []);
  const seen = await seenOf(world, campaign, input);
  const actor = await actorOf(world, campaign, input.character_name);
  const { scene, known, ...told } = await setScene(world, campaign, changes, moment.now);
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
    branches: [{ ...(await currentBranch(world, campaign)), headTurn: turn }],
    entities: scene.changed.map((entity) => ({ ...entity, updatedAt: moment.now })),
    patches: scene.patches(),
    events: [event],
    ...keptWith(call, answer),
  });
  const playing = await sessionProcess(world, caller, draft.session, moment);
  await world.store.ledger.commit([...sitting.changes, ...draft.changes(), taken, ...playing, change]);
  return {
    result: playedTurn(event, answer, change.campaign, draft.session),
    binding: input.session_id === undefined ? { sessionId: draft.session.id } : {},
  };
}

/** One turn: who acted, what happened, the dice, and what it did to the world, together or not at all. */
export async function playerAction(
  world: World,
  caller: Caller,
  input: PlayerActionInput,
): Promise<Bound<PlayedTurn>> {
  checkText('action', input.action);
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanDeep(world, asked);
  const call = keyedCall(KEYED_CALLS.turn, input, content);
  const rolls = (content.rolls ?? []).map((roll) => rolledOf(roll, world.dice));
  const { result, binding } = await retryOnConflict(() => attempt(world, caller, content, rolls, call));
  return { result: { ...result, redacted: found }, binding };
}
