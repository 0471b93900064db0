import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Branch, BranchSegment, Campaign } from '../domain/campaign.ts';
import type { Entity, EntityKind } from '../domain/entity.ts';
import type { CampaignEvent, EventType } from '../domain/event.ts';
import type { WholeCampaign } from '../domain/export/campaign-copy.ts';
import type { FormerName, NameChange } from '../domain/name-history.ts';
import type { Patch, PatchPosition, StoredPatch } from '../domain/patch.ts';
import type { Audience } from '../domain/visibility.ts';

declare module '../../app/ports/store.ts' {
  interface FeatureReaders {
    readonly campaigns: CampaignReader;
  }
}

export interface EventKey {
  readonly turn: number;
  readonly seq: number;
}

export interface EventFilter {
  /** Newest first. */
  readonly segments: readonly BranchSegment[];
  readonly seenBy?: Audience | undefined;
  readonly sessionId?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly minImportance?: number | undefined;
  readonly isTurn?: boolean | undefined;
}

/** The answer to a call with a retry key, without its event and without stored text. */
interface KeyedAnswer {
  readonly digest: Digest;
  readonly answer: unknown;
}

interface FormerHolder extends PatchPosition {
  readonly entity: Entity;
}

export interface CampaignName {
  readonly id: string;
  /** A former name is stored without letter case. */
  readonly name: string;
  readonly isFormer: boolean;
}

export interface CampaignReader {
  find(projectId: string): Promise<Campaign | undefined>;
  /** Newest first. */
  list(limit: number, exceptProjectIds?: readonly string[]): Promise<readonly Campaign[]>;
  listCampaignNames(): Promise<readonly CampaignName[]>;
  listBranches(projectId: string): Promise<readonly Branch[]>;
  findEntities(ids: readonly string[]): Promise<readonly Entity[]>;
  /** By kind and name key, without removed ones. */
  findNamed(projectId: string, kind: EntityKind, nameKeys: readonly string[]): Promise<readonly Entity[]>;
  /** Without removed ones, in the order of creation, after `after`. */
  listEntities(
    projectId: string,
    kinds: readonly EntityKind[] | undefined,
    limit: number,
    after: number,
  ): Promise<readonly { readonly seq: number; readonly entity: Entity }[]>;
  /** Includes removed ones, in the order of creation. */
  listEveryEntity(projectId: string): Promise<readonly Entity[]>;
  countEntities(projectId: string): Promise<Readonly<Partial<Record<EntityKind, number>>>>;
  /** In the order of creation. */
  listNames(projectId: string, kind: EntityKind, limit: number): Promise<readonly string[]>;
  /** Newest first, before `before`. */
  listEvents(
    projectId: string,
    filter: EventFilter,
    limit: number,
    before: EventKey | null,
  ): Promise<readonly { readonly seq: number; readonly event: CampaignEvent }[]>;
  findEvents(ids: readonly string[]): Promise<readonly CampaignEvent[]>;
  countEvents(projectId: string, filter: EventFilter, before: EventKey | null): Promise<number>;
  findKeyed(
    projectId: string,
    key: Digest,
  ): Promise<(KeyedAnswer & { readonly event: CampaignEvent }) | undefined>;
  /** On any branch. */
  listFormerNames(projectId: string): Promise<readonly FormerName[]>;
  /** Entities that had a name before, on any branch, without removed ones. */
  listFormerHolders(projectId: string, kind: EntityKind, nameKey: string): Promise<readonly FormerHolder[]>;
  /** On any branch. */
  listNameChanges(projectId: string): Promise<readonly NameChange[]>;
  /** In the order of creation. */
  listPatches(projectId: string, segment: BranchSegment): Promise<readonly StoredPatch[]>;
  /** The ids among these that an entity, an event or a patch of any campaign has. */
  listTakenIds(ids: readonly string[]): Promise<readonly string[]>;
}

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
export interface CampaignChange extends Pick<WholeCampaign, 'campaign' | 'branches' | 'entities' | 'events'> {
  readonly kind: 'campaign';
  readonly expectedVersion: number;
  readonly event:
    | 'campaign.saved'
    | 'campaign.turn'
    | 'campaign.changed'
    | 'campaign.event'
    | 'campaign.rewound';
  readonly removedEntityIds: readonly string[];
  /** Stored under the current branch and turn; empty for a rewind. */
  readonly patches: readonly Patch[];
  /** The retry key of the first event; `version_conflict` if another call has used it. */
  readonly keyed?: KeyedAnswer & { readonly key: Digest };
}

/** A complete imported campaign; `version_conflict` if any of its ids exists. */
export interface CampaignImport extends Omit<WholeCampaign, 'sessions'> {
  readonly kind: 'campaign_import';
  readonly at: Instant;
}
