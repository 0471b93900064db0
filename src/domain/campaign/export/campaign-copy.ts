import type { Instant } from '../../instant.ts';
import type { Branch, Campaign } from '../campaign.ts';
import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { Patch } from '../patch.ts';
import type { KeptSitting } from './kept-sitting.ts';

export interface KeptPatch extends Patch {
  readonly branchId: string;
  readonly turn: number;
  readonly number: number;
  readonly at: Instant;
}

/** All there is of a campaign. */
export interface WholeCampaign {
  readonly campaign: Campaign;
  readonly branches: readonly Branch[];
  /** Also those that were removed, in the order they were made. */
  readonly entities: readonly Entity[];
  readonly patches: readonly KeptPatch[];
  /** Of all branches, in the order they were told. */
  readonly events: readonly CampaignEvent[];
  /** In the order they began. */
  readonly sittings: readonly KeptSitting[];
}

/** What one reader may see of it, on the line being played. */
export interface CampaignCopy {
  readonly campaign: Campaign;
  readonly entities: readonly Entity[];
  /** Oldest first. */
  readonly events: readonly CampaignEvent[];
  readonly sittings: readonly KeptSitting[];
}
