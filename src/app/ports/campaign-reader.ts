import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity, EntityKind } from '../../domain/campaign/entity.ts';
import type { CampaignEvent, EventType } from '../../domain/campaign/event.ts';
import type { Stretch } from '../../domain/campaign/lineage.ts';
import type { FormerName, GivenUp } from '../../domain/campaign/names-borne.ts';
import type { Showing } from '../../domain/campaign/names-elsewhere.ts';
import type { Patch } from '../../domain/campaign/patch.ts';
import type { Audience } from '../../domain/campaign/visible.ts';
import type { Digest } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';

/** An event's place on a line of play. */
export interface EventKey {
  readonly turn: number;
  readonly seq: number;
}

export interface EventFilter {
  /** The line of play, newest stretch first. */
  readonly stretches: readonly Stretch[];
  /** Only what this audience may see. */
  readonly seenBy?: Audience | undefined;
  readonly sessionId?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly minImportance?: number | undefined;
  readonly isTurn?: boolean | undefined;
}

export interface StoredPatch extends Patch {
  readonly branchId: string;
  readonly turn: number;
  /** Its place among those of its turn. */
  readonly number: number;
  readonly at: Instant;
  /** What it changed cannot be read any more. */
  readonly isDamaged?: boolean;
}

/** What a call under a key of its own was answered, beside its event; nobody's words. */
export interface KeyedAnswer {
  /** Of all that the call asked for. */
  readonly digest: Digest;
  readonly answer: unknown;
}

export interface FormerBearer extends GivenUp {
  readonly entity: Entity;
}

export interface CampaignName {
  /** The campaign's id. */
  readonly id: string;
  /** A former name is compared without case, so it is kept without. */
  readonly name: string;
  readonly isFormer: boolean;
}

export interface CampaignReader {
  /** By the id of its project. */
  find(projectId: string): Promise<Campaign | undefined>;
  /** Newest first. */
  list(limit: number, exceptProjectIds?: readonly string[]): Promise<readonly Campaign[]>;
  /** Every name that a campaign has or had, without anything else of it. */
  listCampaignNames(): Promise<readonly CampaignName[]>;
  listBranches(projectId: string): Promise<readonly Branch[]>;
  findEntities(ids: readonly string[]): Promise<readonly Entity[]>;
  /** By kind and key of the name; those that were removed are not found. */
  findNamed(projectId: string, kind: EntityKind, nameKeys: readonly string[]): Promise<readonly Entity[]>;
  /** Those that were not removed, in the order they were made, after `after`. */
  listEntities(
    projectId: string,
    kinds: readonly EntityKind[] | undefined,
    limit: number,
    after: number,
  ): Promise<readonly { readonly seq: number; readonly entity: Entity }[]>;
  /** All of them, also those that were removed, in the order they were made. */
  listEveryEntity(projectId: string): Promise<readonly Entity[]>;
  countEntities(projectId: string): Promise<Readonly<Partial<Record<EntityKind, number>>>>;
  /** In the order they were made. */
  listNames(projectId: string, kind: EntityKind, limit: number): Promise<readonly string[]>;
  /** Newest first, those before `before`. */
  listEvents(
    projectId: string,
    filter: EventFilter,
    limit: number,
    before: EventKey | null,
  ): Promise<readonly { readonly seq: number; readonly event: CampaignEvent }[]>;
  findEvents(ids: readonly string[]): Promise<readonly CampaignEvent[]>;
  /** How many there are, without reading them. */
  countEvents(projectId: string, filter: EventFilter, before: EventKey | null): Promise<number>;
  /** What was done in the campaign under a caller's own key. */
  findKeyed(
    projectId: string,
    key: Digest,
  ): Promise<(KeyedAnswer & { readonly event: CampaignEvent }) | undefined>;
  /** Names that entities had before, on whatever branch. */
  listFormerNames(projectId: string): Promise<readonly FormerName[]>;
  /** Those that had a name before, by kind and key, on whatever branch; the removed are not found. */
  listFormerBearers(projectId: string, kind: EntityKind, nameKey: string): Promise<readonly FormerBearer[]>;
  /** Where entities got their names and who may see them, on whatever branch. */
  listShowings(projectId: string): Promise<readonly Showing[]>;
  /** In the order they were made. */
  listPatches(projectId: string, stretch: Stretch): Promise<readonly StoredPatch[]>;
  /** Of these ids, those that an entity, an event or a patch of any campaign has. */
  listTakenIds(ids: readonly string[]): Promise<readonly string[]>;
}
