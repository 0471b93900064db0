import { type GivenRoll, rolledOf } from '../../domain/campaign/dice/given-roll.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import { derivedId, digestOf } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { decideHeard } from '../../domain/session/decide.ts';
import { refuseClosed } from '../../domain/session/errors.ts';
import { checkText } from '../../domain/text.ts';
import { findWriter } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { Caller, World } from '../world.ts';
import { campaignChange } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { findKept, type KeyedCall, keptWith, keyedCall } from './keyed-call.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { sayEvent } from './say-names.ts';
import { seenOf } from './seen-of.ts';

export interface AddEventInput extends CampaignTarget {
  readonly event_type: EventType;
  readonly description: string;
  readonly title?: string | undefined;
  readonly characters_involved?: readonly string[] | undefined;
  readonly location?: string | undefined;
  readonly importance?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly visibility?: Visibility | undefined;
  readonly private_to?: readonly string[] | undefined;
  readonly occurred_at?: Instant | undefined;
  readonly rolls?: readonly GivenRoll[] | undefined;
  /** Stands for this event in its campaign for ever. */
  readonly idempotency_key?: string | undefined;
}

export interface AddedEvent {
  readonly event: CampaignEvent;
  readonly version: number;
  readonly redacted: Found;
}

type Answer = Pick<AddedEvent, 'version'>;

async function attempt(world: World, caller: Caller, input: AddEventInput, call: KeyedCall | null) {
  const moment = await momentOf(world);
  const campaign = await loadCampaign(world, caller, input);
  const kept = await findKept<Answer>(world, call, campaign, input.session_id);
  if (kept !== undefined) return { event: kept.event, ...kept.answer };
  const writer = await findWriter(world, caller, {
    session_id: input.session_id,
    project: campaign.id,
    called: 'campaign',
  });
  const session = writer?.draft.session ?? null;
  if (session !== null) refuseClosed(session);
  writer?.draft.apply(decideHeard(writer.draft.session, moment));
  const event: CampaignEvent = await sayEvent(world, campaign, {
    id: derivedId(
      'evt',
      campaign.id,
      campaign.branchId,
      String(campaign.version + 1),
      digestOf(input.description),
    ),
    campaignId: campaign.id,
    branchId: campaign.branchId,
    turn: campaign.turn,
    isTurn: false,
    sessionId: session?.id ?? null,
    type: input.event_type,
    title: input.title ?? null,
    description: input.description,
    narration: null,
    context: null,
    actor: null,
    characters: input.characters_involved ?? [],
    location: input.location ?? campaign.state.location,
    importance: input.importance ?? 3,
    tags: input.tags ?? [],
    rolls: (input.rolls ?? []).map((roll) => rolledOf(roll, world.dice)),
    effects: [],
    inGameDate: campaign.state.in_game_date,
    occurredAt: input.occurred_at ?? null,
    at: moment.now,
    ...(await seenOf(world, campaign, input)),
  });
  const answer: Answer = { version: campaign.version + 1 };
  const change = campaignChange(
    campaign,
    { ...campaign, updatedAt: moment.now },
    { event: 'campaign.event', events: [event], ...keptWith(call, answer) },
  );
  await world.store.ledger.commit([...(writer?.draft.changes() ?? []), change]);
  return { event, ...answer };
}

/** Something that happened and was nobody's turn. */
export async function addEvent(world: World, caller: Caller, input: AddEventInput): Promise<AddedEvent> {
  checkText('description', input.description);
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanDeep(world, asked);
  const call = keyedCall(KEYED_CALLS.event, input, content);
  return { ...(await retryOnConflict(() => attempt(world, caller, content, call))), redacted: found };
}
