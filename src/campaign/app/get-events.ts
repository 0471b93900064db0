import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { getSession } from '../../app/locate-session.ts';
import { cursorInvalid, notFound } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/lists.ts';
import { CREATURES, type EntityKind } from '../domain/entity.ts';
import { type CampaignEvent, type EventType, effectLine, namedIn } from '../domain/event.ts';
import { entityKey, isSameName } from '../domain/name-key.ts';
import type { EventFilter, EventKey } from '../ports/campaign-store.ts';
import { type EventView, eventView } from './campaign-views.ts';
import { EntityFinder, loadAudienceFilter, loadLineage } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

/** Conditions that the store cannot check. */
type EventQuery = Pick<GetEventsInput, 'character' | 'location' | 'search'>;

const namesInEvent = ({ characters, location, effects }: CampaignEvent): readonly (string | null)[] => [
  ...characters,
  location,
  ...effects.map(effectLine),
];

const freeTextsOf = ({ title, description, narration, context, rolls }: CampaignEvent) => [
  title,
  description,
  narration,
  context,
  ...rolls.map(({ label }) => label),
];

const notesIn = ({ effects }: CampaignEvent) =>
  effects.map((effect) => ('note' in effect ? effect.note : 'learned' in effect ? effect.learned : null));

/** `event` is as the audience may see it; `recordedNames` are as they were recorded; `mentions` tests for the character. */
function matchesQuery(
  event: CampaignEvent,
  { character, location, search }: EventQuery,
  recordedNames: readonly (string | null)[],
  mentions: (event: CampaignEvent, text: string) => boolean,
): boolean {
  const texts = freeTextsOf(event);
  if (character !== undefined && !namedIn(event).some((name) => isSameName(name, character))) {
    const free = [...texts, ...notesIn(event)].filter((text) => text !== null);
    if (!mentions(event, free.join('\n\n'))) return false;
  }
  if (location !== undefined && !isSameName(event.location, location)) return false;
  if (search === undefined) return true;
  const words = entityKey([...texts, ...event.tags, ...namesInEvent(event), ...recordedNames].join('\n'));
  return entityKey(search)
    .split(' ')
    .every((word) => words.includes(word) || (word.startsWith('evt_') && event.id.startsWith(word)));
}

const MAX_CHARS = 18_000;
const BATCH = 500;

interface EventPageRequest {
  readonly filter: EventFilter;
  readonly view: (event: CampaignEvent) => EventView | undefined;
  /** The filter is the whole condition: the store counts, and nothing beyond the page is read. */
  readonly isFilterAll: boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
}

function parseKey(cursor: string): EventKey {
  const [turn, seq] = decodeCursor(cursor, 2) ?? [];
  if (typeof turn !== 'number' || typeof seq !== 'number') throw cursorInvalid();
  return { turn, seq };
}

/** A page of events, newest first, and the number of further ones. An event that is larger than a page is alone on it. */
async function pageEvents({ store: { campaigns } }: StoreDeps, campaignId: string, wanted: EventPageRequest) {
  const { filter, view, isFilterAll, limit, cursor } = wanted;
  const size = isFilterAll ? limit : BATCH;
  const found: { readonly key: EventKey; readonly view: EventView }[] = [];
  let count = 0;
  const start = cursor === undefined ? null : parseKey(cursor);
  for (let before = start, isMore = true; isMore; ) {
    const rows = await campaigns.listEvents(campaignId, filter, size, before);
    for (const { seq, event } of rows) {
      before = { turn: event.turn, seq };
      const shown = view(event);
      if (shown === undefined) continue;
      count += 1;
      if (found.length < limit) found.push({ key: before, view: shown });
    }
    isMore = !isFilterAll && rows.length === size;
  }
  if (isFilterAll && found.length === limit) count = await campaigns.countEvents(campaignId, filter, start);
  const page = takeFitting(found, MAX_CHARS, (one) => jsonSize(one.view));
  const remaining = count - page.length;
  const last = page.at(-1)?.key;
  return {
    events: page.map((one) => one.view),
    remaining,
    next_cursor: remaining > 0 && last !== undefined ? encodeCursor(last.turn, last.seq) : null,
  };
}

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

const DEFAULT_LIMIT = 20;

export async function getEvents(deps: ProjectDeps, caller: Caller, input: GetEventsInput) {
  const campaign = await loadCampaign(deps, caller, input);
  const finder = new EntityFinder(deps, campaign);
  const audience = await finder.getAudience(input.as_player);
  const audienceFilter = await loadAudienceFilter(deps, campaign, audience, {
    findsMentions: input.character !== undefined,
  });
  const isDm = audience.kind === 'dm';
  const currentName = async (name: string | undefined, kinds: readonly EntityKind[]) => {
    if (name === undefined) return undefined;
    // For the game master, similar names are found too. For players this could confirm a hidden name.
    const found = isDm ? await finder.find(kinds, name, { isLenient: true }) : undefined;
    return found?.name ?? audienceFilter.currentName(name, kinds);
  };
  const filter = {
    segments: await loadLineage(deps, campaign),
    seenBy: audience,
    sessionId: input.session_id === undefined ? undefined : (await getSession(deps, input.session_id)).id,
    types: input.event_type === undefined ? undefined : [input.event_type],
    minImportance: input.min_importance,
  };
  const query: EventQuery = {
    character: await currentName(input.character, CREATURES),
    location: await currentName(input.location, ['location']),
    search: input.search,
  };
  const mentions = audienceFilter.mentions(query.character ?? '', CREATURES);
  const page = await pageEvents(deps, campaign.id, {
    filter,
    view: (event) => {
      const shown = audienceFilter.event(event);
      // Recorded names may reveal something hidden, so players do not search in them.
      const recordedNames = isDm ? namesInEvent(event) : [];
      if (shown === undefined || !matchesQuery(shown, query, recordedNames, mentions)) return undefined;
      return eventView(shown);
    },
    isFilterAll: [input.character, input.location, input.search].every((one) => one === undefined),
    limit: input.limit ?? DEFAULT_LIMIT,
    cursor: input.cursor,
  });
  return { campaign: campaign.name, ...page };
}

/** One event, as the game master sees it. */
export async function readEvent(
  { store }: StoreDeps,
  _caller: Caller,
  { id }: { readonly id: string },
): Promise<EventView> {
  const [event] = await store.campaigns.findEvents([id]);
  if (event !== undefined) return eventView(event);
  throw notFound(
    'event_not_found',
    `No event has the id ${JSON.stringify(id)}.`,
    'Pass the id of an existing event.',
    {
      fields: [{ field: 'id', problem: 'is unknown here' }],
      next: [nextStep('event.list')],
    },
  );
}
