import type { Campaign } from '../../domain/campaign/campaign.ts';
import { decideRejoin, type Moment } from '../../domain/session/decide.ts';
import { statusIn } from '../../domain/session/session.ts';
import { beginWriter, findWriter, projectOf, type Writer } from '../locate-writer.ts';
import { silentBefore } from '../moment.ts';
import { SessionDraft } from '../session-draft.ts';
import { settleGone } from '../settle-gone.ts';
import type { Caller, World } from '../world.ts';

/** A caller of whom nothing is remembered sits down where the campaign is being played, or each turn would begin a session. */
async function findTable(
  world: World,
  { connection, clientSessionId }: Caller,
  campaign: Campaign,
  moment: Moment,
): Promise<Writer | undefined> {
  if (connection !== null || clientSessionId !== null) return undefined;
  const [alive] = await world.store.sessions.listAlive(campaign.id, silentBefore(moment), 1);
  return alive === undefined
    ? undefined
    : { draft: new SessionDraft(alive), located: await projectOf(world, alive), changes: [] };
}

export interface Sitting extends Writer {
  /** How it lay still before, if it did. */
  readonly resumedFrom: 'paused' | 'lost' | null;
}

/**
 * The session a turn is played in, in the campaign's own project: the one that is named, else the caller's. Playing on
 * resumes a paused or lost one. An ended one is not played on: whoever names it is told, others begin the next.
 */
export async function locateSitting(
  world: World,
  caller: Caller,
  sessionId: string | undefined,
  campaign: Campaign,
  moment: Moment,
): Promise<Sitting> {
  const writer =
    (await findWriter(world, caller, { session_id: sessionId, project: campaign.id, called: 'campaign' })) ??
    (await findTable(world, caller, campaign, moment));
  if (writer !== undefined && (sessionId !== undefined || writer.draft.session.status !== 'ended')) {
    const { draft } = writer;
    const was = statusIn(draft.session, moment);
    draft.apply(decideRejoin(draft.session, { clientSessionId: null, branch: null, head: null }, moment));
    return { ...writer, resumedFrom: was === 'paused' || was === 'lost' ? was : null };
  }
  const project = await world.store.projects.find(campaign.id);
  if (project === undefined) throw new Error(`campaign ${campaign.id} has no project`);
  await settleGone(world, campaign.id, moment);
  const begun = await beginWriter(world, caller, { project, isNew: false, changes: [] }, moment);
  return { ...begun, resumedFrom: null };
}
