import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import { lineTo } from '../../domain/campaign/lineage.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { cursorInvalid } from '../../domain/cursor-invalid.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/take-fitting.ts';
import { getSession } from '../locate-writer.ts';
import type { Caller, World } from '../world.ts';
import { audienceOf } from './audience.ts';
import { type EventView, eventView } from './campaign-views.ts';
import { loadLens } from './list-all.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

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
const MAX_CHARS = 18_000;
const BATCH = 500;

function isMeant(event: CampaignEvent, { character, location, search }: GetEventsInput): boolean {
  const has = (text: string | null, wanted: string) => text !== null && entityKey(text) === entityKey(wanted);
  if (
    character !== undefined &&
    !event.characters.some((name) => has(name, character)) &&
    !has(event.actor, character)
  )
    return false;
  if (location !== undefined && !has(event.location, location)) return false;
  if (search === undefined) return true;
  const words = entityKey(
    JSON.stringify([
      event.title,
      event.description,
      event.narration,
      event.tags,
      event.characters,
      event.location,
    ]),
  );
  return entityKey(search)
    .split(' ')
    .every((word) => words.includes(word));
}

/** What happened, newest first; all filters combine. */
export async function getEvents(world: World, caller: Caller, input: GetEventsInput): Promise<EventList> {
  const from = input.cursor === undefined ? null : decodeCursor(input.cursor, 1)?.[0];
  if (from !== null && typeof from !== 'number') throw cursorInvalid();
  const campaign = await loadCampaign(world, caller, input);
  const lens = await loadLens(world, campaign.id, await audienceOf(world, campaign, input.as_player));
  const branches = await world.store.campaigns.listBranches(campaign.id);
  const filter = {
    stretches: lineTo(branches, campaign.branchId, campaign.turn),
    sessionId: input.session_id === undefined ? undefined : (await getSession(world, input.session_id)).id,
    types: input.event_type === undefined ? undefined : [input.event_type],
    minImportance: input.min_importance,
  };
  const limit = input.limit ?? DEFAULT_LIMIT;
  const found: { seq: number; view: EventView }[] = [];
  let count = 0;
  for (let before = from, isEnd = false; !isEnd; ) {
    const rows = await world.store.campaigns.listEvents(campaign.id, filter, BATCH, before);
    for (const { seq, event } of rows) {
      const shown = lens.event(event);
      if (shown === undefined || !isMeant(shown, input)) continue;
      count += 1;
      if (found.length < limit) found.push({ seq, view: eventView(shown) });
    }
    isEnd = rows.length < BATCH;
    before = rows.at(-1)?.seq ?? before;
  }
  const page = takeFitting(found, MAX_CHARS, ({ view }) => jsonSize(view));
  const remaining = count - page.length;
  const last = page.at(-1)?.seq;
  return {
    campaign: campaign.name,
    events: page.map(({ view }) => view),
    remaining,
    next_cursor: remaining > 0 && last !== undefined ? encodeCursor(last) : null,
  };
}
