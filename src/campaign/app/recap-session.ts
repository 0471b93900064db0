import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { getSession } from '../../app/locate-session.ts';
import { readTime } from '../../app/time-context.ts';
import { conflict } from '../../domain/error.ts';
import type { Session } from '../../domain/session/session.ts';
import { idShortener, idsIn, shortenIdsInLines } from '../../domain/short-id.ts';
import type { AudienceFilter } from '../domain/audience-filter.ts';
import type { GameState } from '../domain/campaign.ts';
import { ENTITY_KINDS } from '../domain/entity.ts';
import type { CampaignEvent } from '../domain/event.ts';
import { composeRecap } from '../domain/recap/compose-recap.ts';
import type { InitiativeChange, RecapLength } from '../domain/recap/recap.ts';
import { type Audience, DM } from '../domain/visibility.ts';
import type { EventFilter } from '../ports/campaign-store.ts';
import {
  EntityFinder,
  listAllEntities,
  loadAudienceFilter,
  loadLineage,
  type PlayPosition,
} from './find-entity.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

const MAX_EVENTS = 5_000;
/** Of a whole campaign: the most recent events, and important ones before them. */
const MAX_RECENT = 500;
const MAX_IMPORTANT = 300;
const MIN_IMPORTANCE = 4;

/** The events of a recap, oldest first. `isSifted` reads all of a campaign, because the events are chosen later. */
async function listRecapEvents(
  deps: StoreDeps,
  campaign: PlayPosition,
  { audience, sessionId, isSifted }: { audience: Audience; sessionId: string | undefined; isSifted: boolean },
) {
  const { campaigns } = deps.store;
  const filter: EventFilter = { segments: await loadLineage(deps, campaign), sessionId, seenBy: audience };
  const isWhole = sessionId !== undefined || isSifted;
  const limit = isWhole ? MAX_EVENTS : MAX_RECENT;
  const near = await campaigns.listEvents(campaign.id, filter, limit, null);
  const first = near.at(-1);
  if (first === undefined || near.length < limit || isSifted)
    return { events: near.map(({ event }) => event).reverse(), eventsNotLoaded: 0 };
  const before = { turn: first.event.turn, seq: first.seq };
  const important = { ...filter, minImportance: MIN_IMPORTANCE };
  const earlier = isWhole ? [] : await campaigns.listEvents(campaign.id, important, MAX_IMPORTANT, before);
  return {
    events: [...near, ...earlier].map(({ event }) => event).reverse(),
    eventsNotLoaded: (await campaigns.countEvents(campaign.id, filter, before)) - earlier.length,
  };
}

async function listInitiativeChanges(
  deps: StoreDeps,
  campaign: PlayPosition,
  events: readonly CampaignEvent[],
  filter: AudienceFilter,
): Promise<readonly InitiativeChange[]> {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  const segments = (await loadLineage(deps, campaign))
    .map(({ branchId, after, upTo }) => ({
      branchId,
      after: Math.max(after, first.turn - 1),
      upTo: Math.min(upTo, last.turn),
    }))
    .filter(({ after, upTo }) => upTo > after)
    .reverse();
  const names = (initiative: unknown) =>
    ((initiative ?? []) as GameState['initiative']).map(({ name }) =>
      filter.currentName(name, ['character', 'npc']),
    );
  const changes: InitiativeChange[] = [];
  for (const segment of segments) {
    const patches = await deps.store.campaigns.listPatches(campaign.id, segment);
    for (const { target, turn, before, after } of patches)
      if (target === 'state' && 'initiative' in after)
        changes.push({ turn, before: names(before.initiative), after: names(after.initiative) });
  }
  return changes;
}

async function isPastSession(deps: StoreDeps, campaign: PlayPosition, session: Session): Promise<boolean> {
  const { campaigns, sessions } = deps.store;
  const segments = await loadLineage(deps, campaign);
  const [last] = await campaigns.listEvents(campaign.id, { segments, sessionId: session.id }, 1, null);
  const [newest] = await campaigns.listEvents(campaign.id, { segments, isTurn: true }, 1, null);
  const [newestStart = session.startedAt] = await sessions.listStarts(campaign.id, 1);
  if (newestStart > (last?.event.at ?? session.startedAt)) return newestStart !== session.startedAt;
  if (newest === undefined || newest.event.sessionId === session.id) return false;
  return last === undefined ? newest.event.at > session.startedAt : newest.event.turn > last.event.turn;
}

interface RecapSessionInput extends CampaignTarget {
  readonly length?: RecapLength | undefined;
  readonly for_character?: string | undefined;
  readonly player_safe?: boolean | undefined;
}

export type SessionRecap = Awaited<ReturnType<typeof recapSession>>;

export async function recapSession(deps: ProjectDeps, caller: Caller, input: RecapSessionInput) {
  const time = await readTime(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const session = input.session_id === undefined ? null : await getSession(deps, input.session_id);
  if (session !== null && session.projectId !== campaign.id) {
    throw conflict(
      'session_in_other_project',
      `Session ${session.id} is not of the campaign ${JSON.stringify(campaign.name)}.`,
      'Leave out `campaign`, or pass the `session_id` of one of its sessions.',
    );
  }
  const finder = new EntityFinder(deps, campaign);
  const isSafe = input.player_safe === true;
  const audience = isSafe ? await finder.getAudience(input.for_character ?? true, 'for_character') : DM;
  const facts = {
    campaign,
    // Titles are for the game master only.
    title: isSafe ? null : (session?.title ?? null),
    isOneSession: session !== null,
    isPast: session !== null && (await isPastSession(deps, campaign, session)),
    ...(await listRecapEvents(deps, campaign, {
      audience,
      sessionId: session?.id,
      isSifted: input.for_character !== undefined,
    })),
    entities: await listAllEntities(deps, campaign, ENTITY_KINDS, DM),
    now: time.now,
  };
  const absent = await finder.getAudience(input.for_character, 'for_character');
  // The recap does not know former names, so what is hidden under one is removed here.
  const filter = await loadAudienceFilter(deps, campaign, audience);
  const seen = {
    ...facts,
    campaign: { ...campaign, state: filter.state(campaign.state) },
    events: facts.events.flatMap((event) => filter.event(event) ?? []),
    entities: facts.entities.flatMap((entity) => filter.entity(entity) ?? []),
    initiativeChanges:
      absent.kind === 'character' ? await listInitiativeChanges(deps, campaign, facts.events, filter) : [],
  };
  const recap = composeRecap(seen, {
    length: input.length ?? 'standard',
    audience,
    absentCharacter: absent.kind === 'character' ? absent.name : undefined,
  });
  const shorten = idShortener(await deps.store.ids.measure(idsIn(recap.text)));
  const text = shortenIdsInLines(recap.text, shorten);
  return { ...recap, text, campaign: campaign.name, sessionId: session?.id ?? null };
}
