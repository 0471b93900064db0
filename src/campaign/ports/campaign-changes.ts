import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Branch, Campaign } from '../domain/campaign.ts';
import type { Entity } from '../domain/entity.ts';
import type { CampaignEvent } from '../domain/event.ts';
import type { WholeCampaign } from '../domain/export/campaign-copy.ts';
import type { Patch } from '../domain/patch.ts';
import type { KeyedAnswer } from './campaign-reader.ts';

declare module '../../app/ports/ledger.ts' {
  interface FeatureChanges {
    readonly campaign: CampaignChange;
    readonly campaign_import: CampaignImport;
  }
}

/**
 * All changes of one call to a campaign; `expectedVersion` is that of the campaign, 0 for a new one. A new or imported campaign
 * is refused with `version_conflict` if another campaign of the workspace has a similar name. No constraint can express this:
 * an engine with concurrent transactions must let only one of them at a time create a campaign in a workspace.
 */
export interface CampaignChange {
  readonly kind: 'campaign';
  readonly campaign: Campaign;
  readonly expectedVersion: number;
  readonly event:
    | 'campaign.saved'
    | 'campaign.turn'
    | 'campaign.changed'
    | 'campaign.event'
    | 'campaign.rewound';
  readonly branches: readonly Branch[];
  readonly entities: readonly Entity[];
  readonly removedEntityIds: readonly string[];
  /** Stored under the current branch and turn; empty for a rewind. */
  readonly patches: readonly Patch[];
  readonly events: readonly CampaignEvent[];
  /** The retry key of the first event; `version_conflict` if another call has used it. */
  readonly keyed?: KeyedAnswer & { readonly key: Digest };
}

/** A complete imported campaign; `version_conflict` if any of its ids exists. */
export interface CampaignImport extends Omit<WholeCampaign, 'sessions'> {
  readonly kind: 'campaign_import';
  readonly at: Instant;
}
