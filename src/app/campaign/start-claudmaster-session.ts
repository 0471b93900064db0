import type { Campaign } from '../../domain/campaign/campaign.ts';
import { conflict } from '../../domain/error.ts';
import type { Bound, Caller } from '../caller.ts';
import type { Deps, StartDeps } from '../deps.ts';
import { getSession, projectOf } from '../locate-writer.ts';
import { markDeadClientsLost } from '../mark-dead-clients-lost.ts';
import { momentOf, silentBefore } from '../moment.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { type StartedSession, startSession } from '../start-session.ts';
import { campaignView } from './campaign-views.ts';
import { findResumable } from './find-resumable.ts';
import { gameFacts } from './game-facts.ts';
import { loadCampaign } from './load-campaign.ts';
import { recapSession } from './recap-session.ts';

type ChooseSessionNeeds = Pick<
  Deps,
  'clock' | 'filesFor' | 'folders' | 'processes' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

const MAX_NAMED = 3;

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
  /** What happened so far; empty before the first turn. */
  readonly recap: string;
}

/** Sessions whose process was killed are marked lost first, so that they can be resumed. */
const chooseSession = (
  deps: ChooseSessionNeeds,
  caller: Caller,
  campaign: Campaign,
): Promise<string | undefined> =>
  retryOnConflict(async () => {
    const moment = await momentOf(deps);
    await markDeadClientsLost(deps, campaign.id, moment);
    return (await findResumable(deps, caller, campaign, moment))?.id;
  });

/** Who asked to resume and got a new session is told of the active ones that belong to somebody else. */
async function withOthersNamed(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  started: StartedSession,
): Promise<StartedSession> {
  const { session, resolution } = started;
  if (resolution.outcome === 'rejoined') return started;
  const cutoff = silentBefore(await momentOf(deps));
  const alive = await deps.store.sessions.listAlive(session.project_id, cutoff, MAX_NAMED + 1);
  const others = alive.filter(({ id }) => id !== session.session_id).slice(0, MAX_NAMED);
  if (others.length === 0) return started;
  const named = others.map(({ id }) => id).join(', ');
  const why = `${resolution.why}; active in another client, so not resumed: ${named}`;
  return { ...started, resolution: { ...resolution, why } };
}

/** Sit down to a campaign that there is; it never makes one. */
export async function startClaudmasterSession(
  deps: StartDeps,
  caller: Caller,
  input: StartClaudmasterInput,
): Promise<Bound<StartedGame>> {
  const campaign = await loadCampaign(deps, caller, { campaign: input.campaign_name }, 'campaign_name');
  if (input.session_id !== undefined) {
    const session = await getSession(deps, input.session_id);
    if (session.projectId !== campaign.id) {
      const { name } = (await projectOf(deps, session)).project;
      throw conflict(
        'session_in_other_project',
        `Session ${session.id} belongs to ${JSON.stringify(name)}, not to the campaign ${JSON.stringify(campaign.name)}.`,
        'Leave out `session_id`, or name a session of this campaign. Nothing was written.',
        { fields: [{ field: 'session_id', problem: 'is of another campaign' }] },
      );
    }
  }
  const chosen =
    input.session_id ?? (input.resume === true ? await chooseSession(deps, caller, campaign) : undefined);
  const { result: started, binding } = await startSession(deps, caller, {
    project: campaign.id,
    kind: 'game',
    session_id: chosen,
    resume: chosen === undefined ? (input.resume ?? false) : undefined,
    title: input.module_id,
  });
  const { text } = await recapSession(deps, caller, { campaign: campaign.id, length: 'standard' });
  const result = {
    ...(input.resume === true ? await withOthersNamed(deps, started) : started),
    campaign: campaignView(campaign),
    game: await gameFacts(deps, campaign.id),
    recap: campaign.turn === 0 ? '' : text,
  };
  return { result, binding };
}
