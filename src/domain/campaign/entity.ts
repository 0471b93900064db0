import type { Instant } from '../instant.ts';

export const ENTITY_KINDS = ['character', 'npc', 'location', 'quest', 'item', 'faction', 'thread'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export const VISIBILITIES = ['public', 'private', 'dm_only'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Who may see something; `private` names the characters who do. */
export interface Seen {
  readonly visibility: Visibility;
  /** Ids of characters; only with `private`. */
  readonly private_to: readonly string[];
}

export interface HitPoints {
  readonly current: number;
  readonly max: number;
  readonly temporary: number;
}

export interface Carried {
  readonly name: string;
  readonly quantity: number;
  readonly notes: string | null;
}

export interface CharacterFields {
  readonly role: 'player' | 'companion';
  /** The person at the table. */
  readonly player: string | null;
  readonly race: string | null;
  readonly classes: readonly { readonly name: string; readonly level: number }[];
  readonly abilities: Readonly<Record<string, number>>;
  readonly hit_points: HitPoints;
  readonly conditions: readonly string[];
  readonly slots: Readonly<Record<string, { readonly current: number; readonly max: number }>>;
  readonly inventory: readonly Carried[];
  readonly notes: string | null;
  readonly secret_notes: string | null;
}

/** Damage to an NPC whose hit points nobody has said. */
export interface DamageTaken {
  readonly damage: number;
}

export interface NpcFields {
  readonly status: 'alive' | 'dead' | 'missing' | 'unknown';
  readonly location: string | null;
  readonly faction: string | null;
  readonly attitude: string | null;
  /** What the party knows of them. */
  readonly known: string | null;
  /** What is true. */
  readonly truth: string | null;
  /** Absent until somebody sets or changes them. */
  readonly hit_points?: HitPoints | DamageTaken | null;
  readonly conditions?: readonly string[];
}

export interface LocationFields {
  readonly description: string | null;
  readonly secret: string | null;
  readonly is_visited: boolean;
  /** The party was openly brought to a hidden place: players know its name, and nothing else of it. */
  readonly is_name_known?: boolean;
  /** By name, for a place may be named before it is made. */
  readonly connections: readonly { readonly to: string; readonly how: string | null }[];
}

export const QUEST_STATUSES = ['rumoured', 'active', 'completed', 'failed', 'abandoned'] as const;

export interface QuestFields {
  readonly status: (typeof QUEST_STATUSES)[number];
  readonly giver: string | null;
  readonly description: string | null;
  readonly reward: string | null;
  readonly secret: string | null;
  readonly objectives: readonly { readonly text: string; readonly is_done: boolean }[];
  /** What became of it, each with its turn. */
  readonly history: readonly { readonly turn: number; readonly what: string }[];
}

export interface ItemFields {
  readonly description: string | null;
  readonly secret: string | null;
  readonly owner: string | null;
  readonly location: string | null;
}

export interface FactionFields {
  readonly description: string | null;
  readonly secret: string | null;
  readonly stance: string | null;
}

/** An unresolved hook. */
export interface ThreadFields {
  readonly status: 'open' | 'resolved';
  readonly description: string | null;
  readonly since_turn: number;
  readonly resolution: string | null;
  readonly secret: string | null;
}

export interface FieldsOf {
  readonly character: CharacterFields;
  readonly npc: NpcFields;
  readonly location: LocationFields;
  readonly quest: QuestFields;
  readonly item: ItemFields;
  readonly faction: FactionFields;
  readonly thread: ThreadFields;
}

/** Fields that nobody but the game master reads, whatever the visibility of the entity itself. */
export const SECRET_FIELDS = ['secret', 'secret_notes', 'truth'] as const;

export interface Entity<Kind extends EntityKind = EntityKind> extends Seen {
  readonly id: string;
  readonly campaignId: string;
  readonly kind: Kind;
  readonly name: string;
  readonly fields: FieldsOf[Kind];
  /** Taken out of the world; its history stays. */
  readonly isRemoved: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
