import { applyChanges } from '../../domain/campaign/apply-changes.ts';
import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { Change as WorldChange } from '../../domain/campaign/change.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import type { Effect, RolledDice } from '../../domain/campaign/event.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { Session } from '../../domain/session/session.ts';
import { checkText } from '../../domain/text.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { takeTurn } from '../take-turn.ts';
import type { Caller, World } from '../world.ts';
import { campaignChange, checkVersion } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { unknownEntity } from './find-entity.ts';
import { type CampaignTarget, currentBranch, loadCampaign } from './load-campaign.ts';
import { locateSitting } from './locate-sitting.ts';
import { type GivenRoll, rolledOf } from './roll-dice.ts';
import { seenOf } from './seen-of.ts';
import { setScene } from './set-scene.ts';
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
}

export interface PlayedTurn {
  readonly turn: number;
  readonly eventId: string;
  readonly applied: readonly Effect[];
  readonly rolls: readonly RolledDice[];
  readonly version: number;
  readonly campaign: Campaign;
  readonly session: Session;
  readonly redacted: Found;
}

async function actorOf(world: World, campaign: Campaign, name: string | undefined): Promise<string | null> {
  if (name === undefined) return null;
  const [known] = await world.store.campaigns.findNamed(campaign.id, 'character', [entityKey(name)]);
  if (known !== undefined) return known.name;
  const [npc] = await world.store.campaigns.findNamed(campaign.id, 'npc', [entityKey(name)]);
  if (npc !== undefined) return npc.name;
  throw await unknownEntity(world, campaign.id, 'character', name, 'character_name');
}

async function attempt(
  world: World,
  caller: Caller,
  input: PlayerActionInput,
  rolls: readonly RolledDice[],
): Promise<Omit<PlayedTurn, 'redacted'>> {
  const moment = await momentOf(world);
  const campaign = await loadCampaign(world, caller, input);
  checkVersion(campaign, input.expected_version);
  const writer = await locateSitting(world, caller, input.session_id, campaign, moment);
  const { draft } = writer;
  const turn = campaign.turn + 1;
  const changes = input.changes ?? [];
  const seen = await seenOf(world, campaign.id, input);
  const actor = await actorOf(world, campaign, input.character_name);
  const { scene, known, near, make } = await setScene(world, campaign, changes, moment.now);
  applyChanges(scene, changes, { seen, turn, near, make });
  // Sessions tell of turns; what only some may know is not told there, nor who did it.
  const isPublic = seen.visibility === 'public';
  const spoken = isPublic
    ? { who: actor, what: input.action }
    : { who: null, what: `Turn ${turn}, not told to all.` };
  const taken = takeTurn(draft, spoken, moment);
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
  const after = { ...campaign, state: scene.state, turn, updatedAt: moment.now };
  const change = campaignChange(campaign, after, {
    event: 'campaign.turn',
    branches: [{ ...(await currentBranch(world, campaign)), headTurn: turn }],
    entities: scene.changed.map((entity) => ({ ...entity, updatedAt: moment.now })),
    patches: scene.patches(),
    events: [event],
  });
  await world.store.ledger.commit([...writer.changes, ...draft.changes(), taken, change]);
  if (caller.connection !== null && input.session_id === undefined) {
    caller.connection.sessionId = draft.session.id;
  }
  return {
    turn,
    eventId: event.id,
    applied: scene.effects,
    rolls,
    version: change.campaign.version,
    campaign: change.campaign,
    session: draft.session,
  };
}

/** One turn: who acted, what happened, the dice, and what it did to the world, together or not at all. */
export async function playerAction(
  world: World,
  caller: Caller,
  input: PlayerActionInput,
): Promise<PlayedTurn> {
  checkText('action', input.action);
  const { content, found } = await cleanDeep(world, input);
  const rolls = (content.rolls ?? []).map((roll) => rolledOf(roll, world.dice));
  const played = await retryOnConflict(() => attempt(world, caller, content, rolls));
  return { ...played, redacted: found };
}
