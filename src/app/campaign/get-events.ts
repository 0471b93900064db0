import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { EntityKind } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import type { Audience, Lens } from '../../domain/campaign/visible.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { getSession } from '../locate-writer.ts';
import { audienceOf } from './audience.ts';
import { type EventView, eventView } from './campaign-views.ts';
import { isMeant, namesTold, type Wanted } from './event-wanted.ts';
import { findMeant, lineOf } from './find-entity.ts';
import { loadLens } from './list-all.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { NamesAlike } from './names-alike.ts';
import { pageEvents } from './page-events.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface GetEventsInput extends CampaignTarget {
  readonly event_type?: EventType | undefined;
  readonly character?: string | undefined;
  readonly location?: string | undefined;
  readonly search?: string | undefined;
  readonly min_importance?: number | undefined;
  readonly as_player?: boolean | string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface EventList {
  readonly campaign: string;
  readonly events: readonly EventView[];
  readonly remaining: number;
  readonly next_cursor: string | null;
}

const DEFAULT_LIMIT = 20;

const PERSON: readonly EntityKind[] = ['character', 'npc'];

/** The game master may spell a name as in every other call; to players a hidden one must not be confirmed. */
async function nowCalled(
  deps: Pick<Deps, 'store'>,
  campaign: Campaign,
  lens: Lens,
  audience: Audience,
  name: string | undefined,
  kinds: readonly EntityKind[],
): Promise<string | undefined> {
  if (name === undefined || audience.kind !== 'dm') return name && lens.meant(name, kinds);
  const found = await findMeant(deps, campaign, kinds, name, new NamesAlike(deps, campaign.id, true));
  return found?.name ?? lens.meant(name, kinds);
}

/** What happened, newest first; all filters combine. */
export async function getEvents(deps: Needs, caller: Caller, input: GetEventsInput): Promise<EventList> {
  const campaign = await loadCampaign(deps, caller, input);
  const audience = await audienceOf(deps, campaign, input.as_player);
  const lens = await loadLens(deps, campaign, audience, {
    findsMentions: input.character !== undefined,
  });
  const filter = {
    stretches: await lineOf(deps, campaign),
    seenBy: audience,
    sessionId: input.session_id === undefined ? undefined : (await getSession(deps, input.session_id)).id,
    types: input.event_type === undefined ? undefined : [input.event_type],
    minImportance: input.min_importance,
  };
  const called = (name: string | undefined, kinds: readonly EntityKind[]) =>
    nowCalled(deps, campaign, lens, audience, name, kinds);
  const wanted: Wanted = {
    character: await called(input.character, PERSON),
    location: await called(input.location, ['location']),
    search: input.search,
  };
  const mentions = lens.mentions(wanted.character ?? '', PERSON);
  // What something hidden was called may stand in what players were told.
  const toldIn = (event: CampaignEvent) => (audience.kind === 'dm' ? namesTold(event) : []);
  const page = await pageEvents(deps, campaign.id, {
    filter,
    view: (event) => {
      const shown = lens.event(event);
      return shown === undefined || !isMeant(shown, wanted, toldIn(event), mentions)
        ? undefined
        : eventView(shown);
    },
    isFilterAll: [input.character, input.location, input.search].every((one) => one === undefined),
    limit: input.limit ?? DEFAULT_LIMIT,
    cursor: input.cursor,
  });
  return { campaign: campaign.name, ...page };
}
