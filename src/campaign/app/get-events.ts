import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { getSession } from '../../app/locate-session.ts';
import { cursorInvalid } from '../../domain/error.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { jsonSize, takeFitting } from '../../lib/lists.ts';
import type { AudienceFilter } from '../domain/audience-filter.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { EntityKind } from '../domain/entity.ts';
import type { CampaignEvent, EventType } from '../domain/event.ts';
import { effectLine } from '../domain/export/effect-line.ts';
import { entityKey } from '../domain/name-key.ts';
import type { Audience } from '../domain/visibility.ts';
import type { EventFilter, EventKey } from '../ports/campaign-reader.ts';
import { resolveAudience } from './audience.ts';
import { type EventView, eventView } from './campaign-views.ts';
import { findByName, LooseNameIndex, loadLineage } from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';
import { loadAudienceFilter } from './load-entities.ts';

/** Conditions that the store cannot check. */
interface EventQuery {
  readonly character?: string | undefined;
  readonly location?: string | undefined;
  readonly search?: string | undefined;
}

const namesInEvent = ({ characters, location, effects }: CampaignEvent): readonly (string | null)[] => [
  ...characters,
  location,
  ...effects.map(effectLine),
];

/** Who acted, was present or was changed. */
const peopleIn = ({ actor, characters, effects }: CampaignEvent): readonly (string | null)[] => [
  actor,
  ...characters,
  ...effects.map((effect) => ('who' in effect ? effect.who : null)),
];

/** Free text of an event. */
const textsOf = ({ title, description, narration, context, rolls, effects }: CampaignEvent): string =>
  [
    title,
    description,
    narration,
    context,
    ...rolls.map(({ label }) => label),
    ...effects.flatMap((effect) =>
      'note' in effect ? effect.note : 'learned' in effect ? effect.learned : null,
    ),
  ]
    .filter((text) => text !== null)
    .join('\n\n');

/** `event` is as the audience may see it; `told` has the names as they were recorded; `mentions` tests for the character. */
function matchesQuery(
  event: CampaignEvent,
  { character, location, search }: EventQuery,
  told: readonly (string | null)[],
  mentions: (event: CampaignEvent, text: string) => boolean,
): boolean {
  const has = (text: string | null, wanted: string) => text !== null && entityKey(text) === entityKey(wanted);
  const isNamed = (wanted: string) =>
    peopleIn(event).some((name) => has(name, wanted)) || mentions(event, textsOf(event));
  if (character !== undefined && !isNamed(character)) return false;
  if (location !== undefined && !has(event.location, location)) return false;
  if (search === undefined) return true;
  const { title, description, narration, context, tags, rolls } = event;
  const labels = rolls.map(({ label }) => label);
  const words = entityKey(
    [title, description, narration, context, ...tags, ...labels, ...namesInEvent(event), ...told].join('\n'),
  );
  return entityKey(search)
    .split(' ')
    .every((word) => words.includes(word));
}

const MAX_CHARS = 18_000;
const BATCH = 500;

interface EventPageRequest<View> {
  readonly filter: EventFilter;
  /** undefined for an event that does not match. */
  readonly view: (event: CampaignEvent) => View | undefined;
  /** The filter is the whole condition: the store counts, and nothing beyond the page is read. */
  readonly isFilterAll: boolean;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface RedactionCounts<View> {
  readonly key: EventKey;
  readonly view: View;
}

function keyIn(cursor: string): EventKey {
  const [turn, seq] = decodeCursor(cursor, 2) ?? [];
  if (typeof turn !== 'number' || typeof seq !== 'number') throw cursorInvalid();
  return { turn, seq };
}

async function listFound<View>(
  deps: StoreDeps,
  campaignId: string,
  { filter, view }: EventPageRequest<View>,
  limit: number,
  before: EventKey | null,
): Promise<readonly { readonly key: EventKey; readonly view: View | undefined }[]> {
  const rows = await deps.store.campaigns.listEvents(campaignId, filter, limit, before);
  return rows.map(({ seq, event }) => ({ key: { turn: event.turn, seq }, view: view(event) }));
}

const isSome = <View>(one: { key: EventKey; view: View | undefined }): one is RedactionCounts<View> =>
  one.view !== undefined;

async function readPage<View>(deps: StoreDeps, campaignId: string, wanted: EventPageRequest<View>) {
  const { filter, limit, cursor } = wanted;
  const before = cursor === undefined ? null : keyIn(cursor);
  const found = (await listFound(deps, campaignId, wanted, limit, before)).filter(isSome);
  const count =
    found.length < limit ? found.length : await deps.store.campaigns.countEvents(campaignId, filter, before);
  return { found, count };
}

/** Reads all events, because the store cannot check the condition. */
async function readAll<View>(deps: StoreDeps, campaignId: string, wanted: EventPageRequest<View>) {
  const found: RedactionCounts<View>[] = [];
  let count = 0;
  for (let before = wanted.cursor === undefined ? null : keyIn(wanted.cursor); ; ) {
    const batch = await listFound(deps, campaignId, wanted, BATCH, before);
    const meant = batch.filter(isSome);
    count += meant.length;
    found.push(...meant.slice(0, wanted.limit - found.length));
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return { found, count };
    before = last.key;
  }
}

/** A page of events, newest first, and the number of further ones. An event that is larger than a page is alone on it. */
async function pageEvents<View>(deps: StoreDeps, campaignId: string, wanted: EventPageRequest<View>) {
  const { found, count } = await (wanted.isFilterAll ? readPage : readAll)(deps, campaignId, wanted);
  const page = takeFitting(found, MAX_CHARS, ({ view }) => jsonSize(view));
  const remaining = count - page.length;
  const last = page.at(-1)?.key;
  return {
    events: page.map(({ view }) => view),
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

interface EventList {
  readonly campaign: string;
  readonly events: readonly EventView[];
  readonly remaining: number;
  readonly next_cursor: string | null;
}

const DEFAULT_LIMIT = 20;

const PERSON: readonly EntityKind[] = ['character', 'npc'];

/** For the game master, similar names are found too. For players this could confirm a hidden name. */
async function currentNameOf(
  deps: StoreDeps,
  campaign: Campaign,
  audienceFilter: AudienceFilter,
  audience: Audience,
  name: string | undefined,
  kinds: readonly EntityKind[],
): Promise<string | undefined> {
  if (name === undefined || audience.kind !== 'dm') return name && audienceFilter.currentName(name, kinds);
  const found = await findByName(deps, campaign, kinds, name, new LooseNameIndex(deps, campaign.id, true));
  return found?.name ?? audienceFilter.currentName(name, kinds);
}

/** Newest first; all filters combine. */
export async function getEvents(
  deps: ProjectDeps,
  caller: Caller,
  input: GetEventsInput,
): Promise<EventList> {
  const campaign = await loadCampaign(deps, caller, input);
  const audience = await resolveAudience(deps, campaign, input.as_player);
  const audienceFilter = await loadAudienceFilter(deps, campaign, audience, {
    findsMentions: input.character !== undefined,
  });
  const filter = {
    segments: await loadLineage(deps, campaign),
    seenBy: audience,
    sessionId: input.session_id === undefined ? undefined : (await getSession(deps, input.session_id)).id,
    types: input.event_type === undefined ? undefined : [input.event_type],
    minImportance: input.min_importance,
  };
  const called = (name: string | undefined, kinds: readonly EntityKind[]) =>
    currentNameOf(deps, campaign, audienceFilter, audience, name, kinds);
  const wanted: EventQuery = {
    character: await called(input.character, PERSON),
    location: await called(input.location, ['location']),
    search: input.search,
  };
  const mentions = audienceFilter.mentions(wanted.character ?? '', PERSON);
  // Recorded names may reveal something hidden, so players do not search in them.
  const toldIn = (event: CampaignEvent) => (audience.kind === 'dm' ? namesInEvent(event) : []);
  const page = await pageEvents(deps, campaign.id, {
    filter,
    view: (event) => {
      const shown = audienceFilter.event(event);
      return shown === undefined || !matchesQuery(shown, wanted, toldIn(event), mentions)
        ? undefined
        : eventView(shown);
    },
    isFilterAll: [input.character, input.location, input.search].every((one) => one === undefined),
    limit: input.limit ?? DEFAULT_LIMIT,
    cursor: input.cursor,
  });
  return { campaign: campaign.name, ...page };
}
