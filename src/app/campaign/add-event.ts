import { type GivenRoll, rolledOf } from '../../domain/campaign/dice/given-roll.ts';
import type { Visibility } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import { derivedId, digestOf } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { decideHeard } from '../../domain/session/decide.ts';
import { refuseClosed } from '../../domain/session/errors.ts';
import { checkText } from '../../domain/text.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { findWriter } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import type { Found } from '../redact-content.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { campaignChange } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { findKept, type KeyedCall, keptWith, keyedCall } from './keyed-call.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { sayEvent } from './say-names.ts';
import { seenOf } from './seen-of.ts';

type Needs = Pick<Deps, 'clock' | 'dice' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

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
  /** Retry key: an event with the same key returns the first result. */
  readonly idempotency_key?: string | undefined;
}

export interface AddedEvent {
  readonly event: CampaignEvent;
  readonly version: number;
  readonly redacted: Found;
}

type Answer = Pick<AddedEvent, 'version'>;

async function attempt(deps: Needs, caller: Caller, input: AddEventInput, call: KeyedCall | null) {
  const moment = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const kept = await findKept<Answer>(deps, call, campaign, input.session_id);
  if (kept !== undefined) return { event: kept.event, ...kept.answer };
  const writer = await findWriter(deps, caller, {
    session_id: input.session_id,
    project: campaign.id,
    called: 'campaign',
  });
  const session = writer?.draft.session ?? null;
  if (session !== null) refuseClosed(session);
  writer?.draft.apply(decideHeard(writer.draft.session, moment));
  const event: CampaignEvent = await sayEvent(deps, campaign, {
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
    rolls: (input.rolls ?? []).map((roll) => rolledOf(roll, deps.dice)),
    effects: [],
    inGameDate: campaign.state.in_game_date,
    occurredAt: input.occurred_at ?? null,
    at: moment.now,
    ...(await seenOf(deps, campaign, input)),
  });
  const answer: Answer = { version: campaign.version + 1 };
  const change = campaignChange(
    campaign,
    { ...campaign, updatedAt: moment.now },
    { event: 'campaign.event', events: [event], ...keptWith(call, answer) },
  );
  await deps.store.ledger.commit([...(writer?.draft.changes() ?? []), change]);
  return { event, ...answer };
}

/** Something that happened and was nobody's turn. */
export async function addEvent(deps: Needs, caller: Caller, input: AddEventInput): Promise<AddedEvent> {
  checkText('description', input.description, { isRequired: true });
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanDeep(deps, asked);
  const call = keyedCall(KEYED_CALLS.event, input, content);
  return { ...(await retryOnConflict(() => attempt(deps, caller, content, call))), redacted: found };
}
