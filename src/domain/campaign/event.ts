import type { Instant } from '../instant.ts';
import type { Change } from './change.ts';
import type { Seen, Visibility } from './entity.ts';

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
  /** How it came about, such as `[4, 6] + 3`. */
  readonly detail: string;
}

/** One thing that happened: a turn, or an event that somebody added. */
export interface CampaignEvent extends Seen {
  readonly id: string;
  readonly campaignId: string;
  readonly branchId: string;
  /** The turn it is, or the last one before it. */
  readonly turn: number;
  /** false for an event that was added without playing a turn. */
  readonly isTurn: boolean;
  readonly sessionId: string | null;
  readonly type: EventType;
  readonly title: string | null;
  /** For a turn what was done, in the words of whoever did it. */
  readonly description: string;
  /** What came of it, in the words of the narrator. */
  readonly narration: string | null;
  /** What the narrator keeps with it for itself; no player reads it. */
  readonly context: string | null;
  /** Who acted: a character's name. */
  readonly actor: string | null;
  /** Names of characters. */
  readonly characters: readonly string[];
  readonly location: string | null;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly rolls: readonly RolledDice[];
  /** What it changed, one line each, without secrets: `Mira: 12 → 5 hit points`. */
  readonly effects: readonly Effect[];
  readonly inGameDate: string | null;
  readonly occurredAt: Instant | null;
  readonly at: Instant;
}

/** What an event changed, as plain data. */
export type Effect = Seen &
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
    /** To an NPC whose hit points nobody has said; negative heals. */
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

/** A change that found the world as it would have made it: the caller is told, the story is not. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly change: Change['kind'];
  /** Such as `changes[2]`. */
  readonly field: string;
  readonly visibility: Visibility;
}
