import type { Caller } from '../../app/caller.ts';
import type { Deps, ProjectDeps } from '../../app/deps.ts';
import { findSessionWriter } from '../../app/locate-session.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { readTime } from '../../app/time-context.ts';
import { checkText } from '../../domain/check-text.ts';
import { derivedId, digestOf } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import { KEYED_CALLS } from '../../domain/record/sources.ts';
import { decideHeartbeat } from '../../domain/session/decide.ts';
import { refuseClosed } from '../../domain/session/errors.ts';
import { type RollInput, resolveRoll } from '../domain/dice/roll-dice.ts';
import type { CampaignEvent, EventType } from '../domain/event.ts';
import { mapEventNames } from '../domain/references.ts';
import type { VisibilityInput } from '../domain/visibility.ts';
import {
  campaignChange,
  cleanInput,
  findKeyedResult,
  type KeyedCall,
  keyedAnswer,
  keyedCall,
} from './campaign-change.ts';
import { EntityFinder } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { resolveNames } from './resolve-names.ts';

type Needs = ProjectDeps & Pick<Deps, 'dice'>;

export interface AddEventInput extends CampaignTarget, VisibilityInput {
  readonly event_type: EventType;
  readonly description: string;
  readonly title?: string | undefined;
  readonly characters_involved?: readonly string[] | undefined;
  readonly location?: string | undefined;
  readonly importance?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly occurred_at?: Instant | undefined;
  readonly rolls?: readonly RollInput[] | undefined;
  readonly idempotency_key?: string | undefined;
}

async function attempt(deps: Needs, caller: Caller, input: AddEventInput, call: KeyedCall | null) {
  const time = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const kept = await findKeyedResult<{ version: number }>(deps, call, campaign, input.session_id);
  if (kept !== undefined) return { event: kept.event, ...kept.answer };
  const writer = await findSessionWriter(deps, caller, {
    session_id: input.session_id,
    project: campaign.id,
    called: 'campaign',
  });
  const session = writer?.draft.session ?? null;
  if (session !== null) refuseClosed(session);
  writer?.draft.apply(decideHeartbeat(writer.draft.session, time));
  const finder = new EntityFinder(deps, campaign);
  const given: CampaignEvent = {
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
    rolls: (input.rolls ?? []).map((roll) => resolveRoll(roll, deps.dice)),
    effects: [],
    inGameDate: campaign.state.in_game_date,
    occurredAt: input.occurred_at ?? null,
    at: time.now,
    ...(await finder.getVisibility(input)),
  };
  const event = await resolveNames(finder, given, mapEventNames);
  const answer = { version: campaign.version + 1 };
  const change = campaignChange(
    campaign,
    { ...campaign, updatedAt: time.now },
    { event: 'campaign.event', events: [event], ...keyedAnswer(call, answer) },
  );
  await deps.store.ledger.commit([...(writer?.draft.changes() ?? []), change]);
  return { event, ...answer };
}

export async function addEvent(deps: Needs, caller: Caller, input: AddEventInput) {
  checkText('description', input.description, { isRequired: true });
  const { idempotency_key: _, ...asked } = input;
  const { content, found } = await cleanInput(deps, asked);
  const call = keyedCall(KEYED_CALLS.event, input, content);
  return { ...(await retryOnConflict(() => attempt(deps, caller, content, call))), redacted: found };
}
