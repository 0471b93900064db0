import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import { composeRecap } from '../../domain/campaign/recap/compose-recap.ts';
import type { LineUp } from '../../domain/campaign/recap/line-up.ts';
import type { PlaySession, Recap, RecapLength } from '../../domain/campaign/recap/recap.ts';
import { DM, type Lens } from '../../domain/campaign/visible.ts';
import { conflict } from '../../domain/error.ts';
import { type Session, statusIn } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { getSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import { audienceOf } from './audience.ts';
import { lineOf, type Played } from './find-entity.ts';
import { listAllEntities, loadLens } from './list-all.ts';
import { listToldEvents } from './list-told-events.ts';
import { type CampaignTarget, loadCampaign } from './load-campaign.ts';

/** How the initiative changed while these events happened, oldest first, under the names people bear now. */
export async function listLineUps(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  events: readonly CampaignEvent[],
  lens: Lens,
): Promise<readonly LineUp[]> {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  const line = (await lineOf(deps, campaign))
    .map(({ branchId, after, upTo }) => ({
      branchId,
      after: Math.max(after, first.turn - 1),
      upTo: Math.min(upTo, last.turn),
    }))
    .filter(({ after, upTo }) => upTo > after)
    .reverse();
  const names = (initiative: unknown) =>
    ((initiative ?? []) as GameState['initiative']).map(({ name }) => lens.meant(name, ['character', 'npc']));
  const lineUps: LineUp[] = [];
  for (const stretch of line) {
    const patches = await deps.store.campaigns.listPatches(campaign.id, stretch);
    for (const { target, turn, before, after } of patches)
      if (target === 'state' && 'initiative' in after)
        lineUps.push({ turn, before: names(before.initiative), after: names(after.initiative) });
  }
  return lineUps;
}

/** Whether play went on at another sitting since: what stands now is not how this one left it. */
export async function isPastSitting(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  session: Session,
): Promise<boolean> {
  const { campaigns, sessions } = deps.store;
  const stretches = await lineOf(deps, campaign);
  const [last] = await campaigns.listEvents(campaign.id, { stretches, sessionId: session.id }, 1, null);
  const [newest] = await campaigns.listEvents(campaign.id, { stretches, isTurn: true }, 1, null);
  const [newestStart = session.startedAt] = await sessions.listStarts(campaign.id, 1);
  if (newestStart > (last?.event.at ?? session.startedAt)) return newestStart !== session.startedAt;
  if (newest === undefined || newest.event.sessionId === session.id) return false;
  return last === undefined ? newest.event.at > session.startedAt : newest.event.turn > last.event.turn;
}

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface RecapSessionInput extends CampaignTarget {
  readonly length?: RecapLength | undefined;
  /** What they missed. */
  readonly for_character?: string | undefined;
  readonly player_safe?: boolean | undefined;
}

export interface SessionRecap extends Recap {
  readonly campaign: string;
  readonly sessionId: string | null;
}

/** What happened in a session, or in the whole campaign. */
export async function recapSession(
  deps: Needs,
  caller: Caller,
  input: RecapSessionInput,
): Promise<SessionRecap> {
  const moment = await momentOf(deps);
  const campaign = await loadCampaign(deps, caller, input);
  const session = input.session_id === undefined ? null : await getSession(deps, input.session_id);
  if (session !== null && session.projectId !== campaign.id) {
    throw conflict(
      'session_in_other_project',
      `Session ${session.id} is not of the campaign ${JSON.stringify(campaign.name)}.`,
      'Leave out `campaign`, or pass the `session_id` of one of its sessions.',
    );
  }
  const playSession: PlaySession | null =
    session === null
      ? null
      : {
          sessionId: session.id,
          title: session.title,
          startedAt: session.startedAt,
          endedAt: session.endedAt,
          status: statusIn(session, moment),
        };
  const isSafe = input.player_safe === true;
  const audience = isSafe
    ? await audienceOf(deps, campaign, input.for_character ?? true, 'for_character')
    : DM;
  const facts = {
    campaign,
    playSession,
    isPast: session !== null && (await isPastSitting(deps, campaign, session)),
    ...(await listToldEvents(deps, campaign, {
      audience,
      sessionId: session?.id,
      isSifted: input.for_character !== undefined,
    })),
    entities: await listAllEntities(
      deps,
      campaign,
      ['character', 'npc', 'location', 'quest', 'item', 'faction', 'thread'],
      DM,
    ),
    now: moment.now,
  };
  const absent = await audienceOf(deps, campaign, input.for_character, 'for_character');
  // The recap knows what is in the world now; what was hidden under an earlier name is taken out here.
  const lens = await loadLens(deps, campaign, audience);
  const seen = {
    ...facts,
    campaign: { ...campaign, state: lens.state(campaign.state) },
    events: facts.events.flatMap((event) => lens.event(event) ?? []),
    entities: facts.entities.flatMap((entity) => lens.entity(entity) ?? []),
    // Titles are the game master's words.
    playSession: playSession === null || !isSafe ? playSession : { ...playSession, title: null },
    lineUps: absent.kind === 'character' ? await listLineUps(deps, campaign, facts.events, lens) : [],
  };
  const recap = composeRecap(seen, {
    length: input.length ?? 'standard',
    audience,
    absentCharacter: absent.kind === 'character' ? absent.name : undefined,
  });
  return { ...recap, campaign: campaign.name, sessionId: session?.id ?? null };
}
