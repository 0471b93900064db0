import type { Campaign } from '../../domain/campaign/campaign.ts';
import { conflict } from '../../domain/error.ts';
import type { CampaignChange } from '../ports/ledger.ts';

/** A stale view of the game is told what is current, and nothing is written. */
export function checkVersion({ version, turn }: Campaign, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw conflict(
    'campaign_changed',
    `The campaign is at version ${version} (turn ${turn}), ${expected > version ? `and was never at ${expected} yet` : `not ${expected}: somebody else played on`}.`,
    `Look at it again with get_campaign, then pass expected_version ${version}; nothing was written.`,
    { fields: [{ field: 'expected_version', problem: `is not ${version}` }], allowed: [String(version)] },
  );
}

/** What one call does to a campaign, one version on. */
export const campaignChange = (
  before: Campaign,
  after: Omit<Campaign, 'version'>,
  parts: Pick<CampaignChange, 'event'> & Partial<CampaignChange>,
): CampaignChange => ({
  branches: [],
  entities: [],
  unmade: [],
  patches: [],
  events: [],
  ...parts,
  kind: 'campaign',
  campaign: { ...after, version: before.version + 1 },
  expectedVersion: before.version,
});
