import type { Caller } from '../../app/caller.ts';
import { markDeadClientsLost } from '../../app/client-processes.ts';
import type { Deps, StartDeps, StoreDeps } from '../../app/deps.ts';
import { endSession } from '../../app/end-session.ts';
import { findCurrentSession, getSession, projectOf } from '../../app/locate-session.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { type StartedSession, startSession } from '../../app/start-session.ts';
import { readTime, silentBefore } from '../../app/time-context.ts';
import { conflict } from '../../domain/error.ts';
import { EMPTY_HANDOFF } from '../../domain/handoff/handoff.ts';
import { nextStep } from '../../domain/next-step.ts';
import { isOpen, type Session, statusIn, type TimeContext } from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';
import { campaignView } from './campaign-views.ts';
import { gameFacts } from './game-facts.ts';
import { loadCampaign, notAGame } from './load-campaign.ts';
import { recapSession } from './recap-session.ts';

const MAX_PAUSED = 50;

async function findOwn(deps: StoreDeps, caller: Caller, { id }: Campaign, time: TimeContext) {
  const current = await findCurrentSession(deps, caller);
  const own =
    current !== undefined && current.projectId !== id && caller.clientSessionId !== null
      ? await deps.store.sessions.findOfClient(caller.clientSessionId, id)
      : current;
  if (own === undefined || own.projectId !== id) return undefined;
  const status = statusIn(own, time);
  return isOpen(status) || status === 'lost' ? own : undefined;
}

/** The caller's own session, else the paused or lost one that was left last. Never an active one of another client. */
async function findResumable(deps: StoreDeps, caller: Caller, campaign: Campaign, time: TimeContext) {
  const own = await findOwn(deps, caller, campaign, time);
  if (own !== undefined) return own;
  const { sessions } = deps.store;
  const filter = { projectId: campaign.id, status: 'paused' as const };
  const { items: paused } = await sessions.list(filter, silentBefore(time), MAX_PAUSED, null);
  const left = await sessions.findNewestLeft(campaign.id, undefined, silentBefore(time));
  // A lost session is resumed only if no later session continued the game.
  const isLost = left !== undefined && left.successorId === null && statusIn(left, time) === 'lost';
  const byLastSeen = (a: Session, b: Session) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1);
  const lastPaused = paused.toSorted(byLastSeen)[0];
  if (lastPaused === undefined || !isLost) return lastPaused ?? (isLost ? left : undefined);
  return lastPaused.lastSeenAt >= left.lastSeenAt ? lastPaused : left;
}

const MAX_NAMED = 3;

interface StartClaudmasterInput {
  readonly campaign_name: string;
  /** Stored as the title of the session. */
  readonly module_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly resume?: boolean | undefined;
}

/** Sessions whose process was killed are marked lost first, so that they can be resumed. */
const findSessionToResume = (deps: StartDeps, caller: Caller, campaign: Campaign) =>
  retryOnConflict(async () => {
    const time = await readTime(deps);
    await markDeadClientsLost(deps, campaign.id, time);
    return (await findResumable(deps, caller, campaign, time))?.id;
  });

/** If `resume` led to a new session, the result names the active sessions of other clients. */
async function withOthersNamed(deps: Pick<Deps, 'clock' | 'settings' | 'store'>, started: StartedSession) {
  const { session, resolution } = started;
  if (resolution.outcome === 'rejoined') return started;
  const cutoff = silentBefore(await readTime(deps));
  const alive = await deps.store.sessions.listAlive(session.project_id, cutoff, MAX_NAMED + 1);
  const others = alive.filter(({ id }) => id !== session.session_id).slice(0, MAX_NAMED);
  if (others.length === 0) return started;
  const named = others.map(({ id }) => id).join(', ');
  const why = `${resolution.why}; active in another client, so not resumed: ${named}`;
  return { ...started, resolution: { ...resolution, why } };
}

export async function startClaudmasterSession(
  deps: StartDeps & Pick<Deps, 'games'>,
  caller: Caller,
  input: StartClaudmasterInput,
) {
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
    input.session_id ??
    (input.resume === true ? await findSessionToResume(deps, caller, campaign) : undefined);
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

interface EndClaudmasterInput {
  readonly session_id: string;
  readonly mode?: 'pause' | 'end' | undefined;
  readonly summary_notes?: string | undefined;
  readonly campaign_path?: string | undefined;
}

export async function endClaudmasterSession(
  deps: StartDeps & Pick<Deps, 'games'>,
  caller: Caller,
  input: EndClaudmasterInput,
) {
  const session = await getSession(deps, input.session_id);
  if (session.kind !== 'game')
    throw notAGame(
      session,
      'End it as a work session. Nothing was written.',
      nextStep('session.end', { session: session.id }),
    );
  const { result: ended, binding } = await endSession(deps, caller, {
    session_id: session.id,
    mode: input.mode ?? 'pause',
    campaign_path: input.campaign_path,
    content: { ...EMPTY_HANDOFF, summaryNotes: input.summary_notes ?? null },
  });
  const campaign = await deps.store.campaigns.find(session.projectId);
  if (campaign === undefined) return { result: { ended, summary: input.summary_notes ?? '' }, binding };
  const recap = { campaign: campaign.id, session_id: session.id, length: 'brief' } as const;
  const { text: summary } = await recapSession(deps, caller, recap);
  return { result: { ended, summary }, binding };
}
