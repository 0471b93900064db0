import type { Caller } from '../../app/caller.ts';
import { markDeadClientsLost } from '../../app/client-processes.ts';
import type { Deps, StoreDeps, WriteDeps } from '../../app/deps.ts';
import {
  createSessionWriter,
  findSessionWriter,
  projectOf,
  type SessionWriter,
} from '../../app/locate-session.ts';
import { SessionDraft } from '../../app/session-draft.ts';
import { silentBefore } from '../../app/time-context.ts';
import { decideRejoin } from '../../domain/session/decide.ts';
import { statusIn, type TimeContext } from '../../domain/session/session.ts';
import type { Campaign } from '../domain/campaign.ts';

/** A stateless caller joins the active session of the campaign; otherwise each of its turns would begin a session. */
async function findActiveSession(
  deps: StoreDeps,
  { connection, clientSessionId }: Caller,
  campaign: Campaign,
  time: TimeContext,
): Promise<SessionWriter | undefined> {
  if (connection !== null || clientSessionId !== null) return undefined;
  const [alive] = await deps.store.sessions.listAlive(campaign.id, silentBefore(time), 1);
  return alive === undefined
    ? undefined
    : { draft: new SessionDraft(alive), located: await projectOf(deps, alive), changes: [] };
}

export interface PlaySessionWriter extends SessionWriter {
  /** The status before, if this turn resumed it. */
  readonly resumedFrom: 'paused' | 'lost' | null;
}

/**
 * The session of a turn: the named one, else the caller's own. A paused or lost session is resumed. An ended session is refused
 * if the call names it; otherwise a new session begins.
 */
export async function locatePlaySession(
  deps: WriteDeps & Pick<Deps, 'processes'>,
  caller: Caller,
  sessionId: string | undefined,
  campaign: Campaign,
  time: TimeContext,
): Promise<PlaySessionWriter> {
  const writer =
    (await findSessionWriter(deps, caller, {
      session_id: sessionId,
      project: campaign.id,
      called: 'campaign',
    })) ?? (await findActiveSession(deps, caller, campaign, time));
  if (writer !== undefined && (sessionId !== undefined || writer.draft.session.status !== 'ended')) {
    const { draft } = writer;
    const was = statusIn(draft.session, time);
    draft.apply(decideRejoin(draft.session, { clientSessionId: null, branch: null, head: null }, time));
    return { ...writer, resumedFrom: was === 'paused' || was === 'lost' ? was : null };
  }
  const project = await deps.store.projects.find(campaign.id);
  if (project === undefined) throw new Error(`campaign ${campaign.id} has no project`);
  await markDeadClientsLost(deps, campaign.id, time);
  const begun = await createSessionWriter(deps, caller, { project, isNew: false, changes: [] }, time);
  return { ...begun, resumedFrom: null };
}
