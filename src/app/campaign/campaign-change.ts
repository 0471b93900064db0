import type { Campaign } from '../../domain/campaign/campaign.ts';
import { conflict } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import type { CampaignChange } from '../ports/ledger.ts';

/** Refuses a call that was made with an older view of the game, and names the current version. */
export function checkVersion({ id, version, turn }: Campaign, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw conflict(
    'campaign_changed',
    `The campaign is at version ${version} (turn ${turn}), ${expected > version ? `and was never at ${expected} yet` : `not ${expected}: somebody else played on`}.`,
    `Read the campaign again, then pass \`expected_version\` ${version}. Nothing was written.`,
    {
      fields: [{ field: 'expected_version', problem: `is not ${version}` }],
      allowed: [String(version)],
      next: [nextStep('campaign.show', { campaign: id })],
    },
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
