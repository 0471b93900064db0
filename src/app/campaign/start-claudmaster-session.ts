import { conflict } from '../../domain/error.ts';
import { getSession, projectOf } from '../locate-writer.ts';
import { momentOf, silentBefore } from '../moment.ts';
import { type StartedSession, startSession } from '../start-session.ts';
import type { Caller, World } from '../world.ts';
import { campaignView } from './campaign-views.ts';
import { gameFacts } from './game-facts.ts';
import { loadCampaign } from './load-campaign.ts';
import { recapSession } from './recap-session.ts';

export interface StartClaudmasterInput {
  readonly campaign_name: string;
  /** Recorded in the title; a module is the game master's own. */
  readonly module_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly resume?: boolean | undefined;
}

export interface StartedGame extends StartedSession {
  readonly campaign: ReturnType<typeof campaignView>;
  readonly game: Awaited<ReturnType<typeof gameFacts>>;
  /** What happened so far, to be read aloud; empty before the first turn. */
  readonly recap: string;
}

/** A table is where the campaign is: the last paused sitting, whatever folder it was played from. */
async function findPaused(world: World, projectId: string): Promise<string | undefined> {
  const moment = await momentOf(world);
  const { items } = await world.store.sessions.list(
    { projectId, status: 'paused' },
    silentBefore(moment),
    1,
    null,
  );
  return items[0]?.id;
}

/** Sit down to a campaign that there is; it never makes one. */
export async function startClaudmasterSession(
  world: World,
  caller: Caller,
  input: StartClaudmasterInput,
): Promise<StartedGame> {
  const campaign = await loadCampaign(world, caller, { campaign: input.campaign_name }, 'campaign_name');
  if (input.session_id !== undefined) {
    const session = await getSession(world, input.session_id);
    if (session.projectId !== campaign.id) {
      const { name } = (await projectOf(world, session)).project;
      throw conflict(
        'session_in_other_project',
        `Session ${session.id} belongs to ${JSON.stringify(name)}, not to the campaign ${JSON.stringify(campaign.name)}.`,
        'Leave out session_id, or name a session of this campaign; nothing was written.',
        { fields: [{ field: 'session_id', problem: 'is of another campaign' }] },
      );
    }
  }
  const chosen =
    input.session_id ?? (input.resume === true ? await findPaused(world, campaign.id) : undefined);
  const started = await startSession(world, caller, {
    project: campaign.id,
    kind: 'game',
    session_id: chosen,
    resume: chosen === undefined ? (input.resume ?? false) : undefined,
    title: input.module_id,
  });
  const { text } = await recapSession(world, caller, { campaign: campaign.id, length: 'standard' });
  return {
    ...started,
    campaign: campaignView(campaign),
    game: await gameFacts(world, campaign.id),
    recap: campaign.turn === 0 ? '' : text,
  };
}
