import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { WholeCampaign } from '../../domain/campaign/export/campaign-copy.ts';
import {
  type KeptHandoff,
  type KeptSitting,
  keptSitting,
} from '../../domain/campaign/export/kept-sitting.ts';
import { conflict } from '../../domain/error.ts';
import { isOfHandoff } from '../../domain/handoff/handoff.ts';
import { effectiveStatus } from '../../domain/record/lifecycle.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { momentOf, silentBefore } from '../moment.ts';
import type { StoredPatch } from '../ports/campaign-reader.ts';

const MOST_CHECKPOINTS = 200;

/** The word that was written with the handoff; what somebody noted on the way is no part of it. */
async function handoffOf(
  { store }: Pick<Deps, 'store'>,
  { id, handoff }: Session,
  now: string,
): Promise<KeptHandoff | null> {
  const kept = handoff === null ? undefined : await store.handoffs.find(handoff.id);
  if (handoff === null || kept === undefined) return null;
  const { items } = await store.records.list(
    { sessionId: id, types: ['checkpoint'], isNewestFirst: true },
    MOST_CHECKPOINTS,
    null,
  );
  const record = items.find((item) => isOfHandoff(item, kept));
  return {
    summary: record?.content ?? null,
    isCurrent: record !== undefined && effectiveStatus(record, now) === 'active',
    isDerived: handoff.isDerived,
    isReopened: handoff.isReopened,
    noteId: kept.noteId,
    at: kept.createdAt,
  };
}

/** All sittings of a campaign, in the order they began. */
async function gatherSittings(
  deps: Pick<Deps, 'clock' | 'settings' | 'store'>,
  campaignId: string,
): Promise<readonly KeptSitting[]> {
  const { store } = deps;
  const moment = await momentOf(deps);
  const all = await store.sessions.list(
    { projectId: campaignId },
    silentBefore(moment),
    Number.MAX_SAFE_INTEGER,
    null,
  );
  const sessions = all.items.toReversed();
  const ids = new Set(sessions.map(({ id }) => id));
  const linked = (id: string | null) => (id !== null && ids.has(id) ? id : null);
  const sittings: KeptSitting[] = [];
  for (const session of sessions) {
    const { predecessorId, successorId } = session;
    // One that began while these were read is not among them.
    const known = { ...session, predecessorId: linked(predecessorId), successorId: linked(successorId) };
    const notes = await store.notes.listOf([session.id]);
    sittings.push(keptSitting(known, await handoffOf(deps, session, moment.now), notes));
  }
  return sittings;
}

type Needs = Pick<Deps, 'clock' | 'settings' | 'store'>;

const EVERYTHING = { after: -1, upTo: Number.MAX_SAFE_INTEGER } as const;
const ATTEMPTS = 5;

async function gatherOnce(deps: Needs, campaign: Campaign): Promise<WholeCampaign> {
  const { campaigns } = deps.store;
  const branches = await campaigns.listBranches(campaign.id);
  const patches: StoredPatch[] = [];
  for (const { id: branchId } of branches)
    patches.push(...(await campaigns.listPatches(campaign.id, { branchId, ...EVERYTHING })));
  const stretches = branches.map(({ id: branchId }) => ({ branchId, ...EVERYTHING }));
  const events = await campaigns.listEvents(campaign.id, { stretches }, Number.MAX_SAFE_INTEGER, null);
  return {
    campaign,
    branches,
    entities: await campaigns.listEveryEntity(campaign.id),
    patches,
    events: events.toSorted((a, b) => a.seq - b.seq).map(({ event }) => event),
    // After the events, so that none is of a sitting that is not there.
    sittings: await gatherSittings(deps, campaign.id),
  };
}

/** All there is of a campaign, as it was at one moment: whoever plays on meanwhile makes it be read again. */
export async function gatherCampaign(deps: Needs, id: string): Promise<WholeCampaign> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const campaign = await deps.store.campaigns.find(id);
    if (campaign === undefined) throw new Error(`there is no campaign ${id}`);
    const whole = await gatherOnce(deps, campaign);
    const now = await deps.store.campaigns.find(id);
    if (now?.version === campaign.version && now.name === campaign.name) return whole;
  }
  throw conflict(
    'campaign_changed',
    'The campaign is being played so fast that no copy of one moment could be made.',
    'Try again when the turn is over. Nothing was written.',
  );
}
