import type { Campaign } from '../../domain/campaign/campaign.ts';
import { decideRejoin, type Moment } from '../../domain/session/decide.ts';
import { statusIn } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { beginWriter, findWriter, projectOf, type Writer } from '../locate-writer.ts';
import { markDeadClientsLost } from '../mark-dead-clients-lost.ts';
import { silentBefore } from '../moment.ts';
import { SessionDraft } from '../session-draft.ts';

type Needs = Pick<
  Deps,
  | 'clock'
  | 'filesFor'
  | 'folders'
  | 'ids'
  | 'processes'
  | 'readOff'
  | 'redactor'
  | 'settings'
  | 'store'
  | 'transcripts'
>;

/** A caller of whom nothing is remembered sits down where the campaign is being played, or each turn would begin a session. */
async function findTable(
  deps: Pick<Deps, 'store'>,
  { connection, clientSessionId }: Caller,
  campaign: Campaign,
  moment: Moment,
): Promise<Writer | undefined> {
  if (connection !== null || clientSessionId !== null) return undefined;
  const [alive] = await deps.store.sessions.listAlive(campaign.id, silentBefore(moment), 1);
  return alive === undefined
    ? undefined
    : { draft: new SessionDraft(alive), located: await projectOf(deps, alive), changes: [] };
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
  deps: Needs,
  caller: Caller,
  sessionId: string | undefined,
  campaign: Campaign,
  moment: Moment,
): Promise<Sitting> {
  const writer =
    (await findWriter(deps, caller, { session_id: sessionId, project: campaign.id, called: 'campaign' })) ??
    (await findTable(deps, caller, campaign, moment));
  if (writer !== undefined && (sessionId !== undefined || writer.draft.session.status !== 'ended')) {
    const { draft } = writer;
    const was = statusIn(draft.session, moment);
    draft.apply(decideRejoin(draft.session, { clientSessionId: null, branch: null, head: null }, moment));
    return { ...writer, resumedFrom: was === 'paused' || was === 'lost' ? was : null };
  }
  const project = await deps.store.projects.find(campaign.id);
  if (project === undefined) throw new Error(`campaign ${campaign.id} has no project`);
  await markDeadClientsLost(deps, campaign.id, moment);
  const begun = await beginWriter(deps, caller, { project, isNew: false, changes: [] }, moment);
  return { ...begun, resumedFrom: null };
}
