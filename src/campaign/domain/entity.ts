import { notFound } from '../../domain/error.ts';
import type { Instant } from '../../domain/instant.ts';
import type { NextStep } from '../../domain/next-step.ts';

export const ENTITY_KINDS = ['character', 'npc', 'location', 'quest', 'item', 'faction', 'thread'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A character and an NPC may have the same name. */
export const CREATURES: readonly EntityKind[] = ['character', 'npc'];

export type CampaignSection = 'overview' | `${EntityKind}s` | 'branches';
export const CAMPAIGN_SECTIONS: readonly CampaignSection[] = [
  'overview',
  ...ENTITY_KINDS.map((kind) => `${kind}s` as const),
  'branches',
];

export const VISIBILITIES = ['public', 'private', 'dm_only'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface VisibleTo {
  readonly visibility: Visibility;
  /** Ids of characters; only with `private`. */
  readonly private_to: readonly string[];
}

export interface HitPoints {
  readonly current: number;
  readonly max: number;
  readonly temporary: number;
}

export interface InventoryItem {
  readonly name: string;
  readonly quantity: number;
  readonly notes: string | null;
}

export interface CharacterFields {
  readonly role: 'player' | 'companion';
  readonly player: string | null;
  readonly race: string | null;
  readonly classes: readonly { readonly name: string; readonly level: number }[];
  readonly abilities: Readonly<Record<string, number>>;
  readonly hit_points: HitPoints;
  readonly conditions: readonly string[];
  readonly slots: Readonly<Record<string, { readonly current: number; readonly max: number }>>;
  readonly inventory: readonly InventoryItem[];
  readonly notes: string | null;
  readonly secret_notes: string | null;
}

/** Damage to an NPC whose hit points are unknown. */
export interface DamageTaken {
  readonly damage: number;
}

export interface NpcFields {
  readonly status: 'alive' | 'dead' | 'missing' | 'unknown';
  readonly location: string | null;
  readonly faction: string | null;
  readonly attitude: string | null;
  /** What the party knows. */
  readonly known: string | null;
  /** For the game master only. */
  readonly truth: string | null;
  /** Absent until they are set or changed. */
  readonly hit_points?: HitPoints | DamageTaken | null;
  readonly conditions?: readonly string[];
}

export interface Described {
  readonly description: string | null;
  /** For the game master only. */
  readonly secret: string | null;
}

export interface LocationFields extends Described {
  readonly is_visited: boolean;
  /** Players know the name of a hidden place after a public move there, and nothing else of it. */
  readonly is_name_known?: boolean;
  /** By name, because a place may be named before it is created. */
  readonly connections: readonly { readonly to: string; readonly how: string | null }[];
}

export const QUEST_STATUSES = ['rumoured', 'active', 'completed', 'failed', 'abandoned'] as const;

export interface QuestFields extends Described {
  readonly status: (typeof QUEST_STATUSES)[number];
  readonly giver: string | null;
  readonly reward: string | null;
  readonly objectives: readonly { readonly text: string; readonly is_done: boolean }[];
  readonly history: readonly { readonly turn: number; readonly what: string }[];
}

interface ItemFields extends Described {
  readonly owner: string | null;
  readonly location: string | null;
}

interface FactionFields extends Described {
  readonly stance: string | null;
}

/** An unresolved hook. */
export interface ThreadFields extends Described {
  readonly status: 'open' | 'resolved';
  readonly since_turn: number;
  readonly resolution: string | null;
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

/** Fields for the game master only, whatever the visibility of the entity. */
export const SECRET_FIELDS = ['secret', 'secret_notes', 'truth'] as const;

export interface Entity<Kind extends EntityKind = EntityKind> extends VisibleTo {
  readonly id: string;
  readonly campaignId: string;
  readonly kind: Kind;
  readonly name: string;
  readonly fields: FieldsOf[Kind];
  /** Removed entities keep their history. */
  readonly isRemoved: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const NEW_FIELDS: { readonly [Kind in EntityKind]: FieldsOf[Kind] } = {
  character: {
    role: 'player',
    player: null,
    race: null,
    classes: [],
    abilities: {},
    hit_points: { current: 1, max: 1, temporary: 0 },
    conditions: [],
    slots: {},
    inventory: [],
    notes: null,
    secret_notes: null,
  },
  npc: { status: 'alive', location: null, faction: null, attitude: null, known: null, truth: null },
  location: { description: null, secret: null, is_visited: false, connections: [] },
  quest: {
    status: 'active',
    giver: null,
    description: null,
    reward: null,
    secret: null,
    objectives: [],
    history: [],
  },
  item: { description: null, secret: null, owner: null, location: null },
  faction: { description: null, secret: null, stance: null },
  thread: { status: 'open', description: null, since_turn: 0, resolution: null, secret: null },
};

/** Limits of the campaign tools. Imported files must stay within them as well. */
export const CAMPAIGN_LIMITS = {
  /** A name of an entity or a date. */
  name: 200,
  /** A name of a flag, a coin, an ability or a rule. */
  key: 100,
  /** Such as a race, a giver or an owner. */
  label: 1_000,
  /** Absolute value, such as hit points or the coins of one purchase. */
  count: 1_000_000,
  level: 1_000,
  list: 500,
  flag: 2_000,
  description: 5_000,
  setting: 2_000,
  rule: 1_000,
  rolls: 50,
  rollDetail: 2_000,
  rollLabel: 300,
  changes: 200,
  leastImportance: 1,
  mostImportance: 5,
} as const;

export const MAX_REPEATED_NAME = 120;

/** `near` lists similar names; `otherwise` and `next` say what to do if it is none of them. */
export const entityNotFound = (
  given: EntityKind | readonly EntityKind[],
  name: string,
  field: string,
  near: readonly string[],
  otherwise: string,
  next: readonly NextStep[],
) => {
  const kind = [given].flat().join(' or ');
  return notFound(
    'entity_not_found',
    `This campaign has no ${kind} named ${JSON.stringify(name.slice(0, MAX_REPEATED_NAME).toWellFormed())}.`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}? If not: ${otherwise}`
      : otherwise,
    { fields: [{ field, problem: `names no ${kind}` }], ...(near.length > 0 ? { allowed: near } : {}), next },
  );
};
