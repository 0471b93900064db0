import type { Campaign } from '../../domain/campaign/campaign.ts';
import type { WholeCampaign } from '../../domain/campaign/export/campaign-copy.ts';
import { conflict } from '../../domain/error.ts';
import type { Deps } from '../deps.ts';
import type { StoredPatch } from '../ports/campaign-window.ts';
import { gatherSittings } from './gather-sittings.ts';

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
