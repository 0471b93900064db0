import type { Instant } from '../../domain/instant.ts';
import type { Change } from './changes/change.ts';
import type { Visibility, VisibleTo } from './entity.ts';

export const EVENT_TYPES = [
  'combat',
  'roleplay',
  'exploration',
  'quest',
  'character',
  'world',
  'session',
  'social',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface RolledDice {
  readonly label: string | null;
  readonly notation: string;
  readonly total: number;
  /** Such as `[4, 6] + 3`. */
  readonly detail: string;
}

/** A turn, or an event that was added without a turn. */
export interface CampaignEvent extends VisibleTo {
  readonly id: string;
  readonly campaignId: string;
  readonly branchId: string;
  /** The number of the turn, or of the last turn before the event. */
  readonly turn: number;
  readonly isTurn: boolean;
  readonly sessionId: string | null;
  readonly type: EventType;
  readonly title: string | null;
  /** For a turn: the action, in the player's words. */
  readonly description: string;
  /** What happened as a result, in the game master's words. */
  readonly narration: string | null;
  /** For the game master only. */
  readonly context: string | null;
  /** Name of the character or NPC who acted. */
  readonly actor: string | null;
  /** Names of characters. */
  readonly characters: readonly string[];
  readonly location: string | null;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly rolls: readonly RolledDice[];
  readonly effects: readonly Effect[];
  readonly inGameDate: string | null;
  readonly occurredAt: Instant | null;
  readonly at: Instant;
}

/** One change that an event made. */
export type Effect = VisibleTo &
  (
    | {
        readonly kind: 'hit_points';
        readonly who: string;
        readonly from: number;
        readonly to: number;
        readonly max: number;
      }
    | {
        readonly kind: 'condition';
        readonly who: string;
        readonly added: readonly string[];
        readonly removed: readonly string[];
      }
    | { readonly kind: 'death'; readonly who: string }
    /** To an NPC whose hit points are unknown; negative heals. */
    | { readonly kind: 'damage'; readonly who: string; readonly amount: number; readonly total: number }
    | { readonly kind: 'moved'; readonly from: string | null; readonly to: string }
    | {
        readonly kind: 'quest';
        readonly quest: string;
        readonly status: string | null;
        readonly done: readonly string[];
        readonly note: string | null;
      }
    | { readonly kind: 'item'; readonly who: string; readonly item: string; readonly quantity: number }
    | { readonly kind: 'funds'; readonly coin: string; readonly amount: number }
    | { readonly kind: 'flag'; readonly name: string; readonly value: string | number | boolean | null }
    | { readonly kind: 'time'; readonly to: string }
    | {
        readonly kind: 'npc';
        readonly who: string;
        readonly status: string | null;
        readonly learned: string | null;
      }
    | { readonly kind: 'thread'; readonly thread: string; readonly status: 'open' | 'resolved' }
    | { readonly kind: 'combat'; readonly is_over: boolean }
  );

/** A change that had no effect. It is reported to the caller, but is no part of the event. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly change: Change['kind'];
  /** Such as `changes[2]`. */
  readonly field: string;
  readonly visibility: Visibility;
}

/** The text that search finds; `context` is not part of it. */
export const eventText = ({
  title,
  description,
  narration,
  characters,
  location,
  tags,
}: CampaignEvent): string =>
  [title, description, narration, [...characters, location, ...tags].filter(Boolean).join(', ')]
    .filter((line): line is string => line !== null && line !== '')
    .join('\n');

/** The names of everybody who acted, was present or was changed. */
export const namedIn = ({ actor, characters, effects }: CampaignEvent): readonly string[] => [
  ...(actor === null ? [] : [actor]),
  ...characters,
  ...effects.flatMap((effect) => ('who' in effect ? [effect.who] : [])),
];
