import type { Instant } from '../../domain/instant.ts';
import { quoteUnlessOrdinary as nameOf } from '../../domain/quote-text.ts';
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

export type Effect = VisibleTo &
  Readonly<
    | { kind: 'hit_points'; who: string; from: number; to: number; max: number }
    | { kind: 'condition'; who: string; added: readonly string[]; removed: readonly string[] }
    | { kind: 'death'; who: string }
    /** To an NPC whose hit points are unknown; negative heals. */
    | { kind: 'damage'; who: string; amount: number; total: number }
    | { kind: 'moved'; from: string | null; to: string }
    | { kind: 'quest'; quest: string; status: string | null; done: readonly string[]; note: string | null }
    | { kind: 'item'; who: string; item: string; quantity: number }
    | { kind: 'funds'; coin: string; amount: number }
    | { kind: 'flag'; name: string; value: string | number | boolean | null }
    | { kind: 'time'; to: string }
    | { kind: 'npc'; who: string; status: string | null; learned: string | null }
    | { kind: 'thread'; thread: string; status: 'open' | 'resolved' }
    | { kind: 'combat'; is_over: boolean }
  >;

export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

/** A change that had no effect. It is reported to the caller, but is no part of the event. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly change: Change['kind'];
  /** Such as `changes[2]`. */
  readonly field: string;
  readonly visibility: Visibility;
}

/** The text that search finds; `context` is not part of it. */
export const eventText = ({ title, description, narration, characters, location, tags }: CampaignEvent) =>
  [title, description, narration, [...characters, location, ...tags].filter(Boolean).join(', ')]
    .filter((line): line is string => line !== null && line !== '')
    .join('\n');

export const namedIn = ({ actor, characters, effects }: CampaignEvent): readonly string[] => [
  ...(actor === null ? [] : [actor]),
  ...characters,
  ...effects.flatMap((effect) => ('who' in effect ? [effect.who] : [])),
];

const signed = (count: number): string => (count < 0 ? `${count}` : `+${count}`);

const withNote = (parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('; ');

const LINES: { readonly [Kind in Effect['kind']]: (effect: EffectOf<Kind>) => string } = {
  hit_points: ({ who, from, to, max }) => `${nameOf(who)}: ${from} → ${to} of ${max} hit points`,
  damage: ({ who, amount, total }) =>
    `${nameOf(who)}: ${amount < 0 ? `${-amount} healed` : `${amount} damage`}, ${total} in all`,
  condition: ({ who, added, removed }) =>
    `${nameOf(who)}: ${[...added.map((one) => `+${one}`), ...removed.map((one) => `-${one}`)].join(', ')}`,
  death: ({ who }) => `${nameOf(who)} died`,
  moved: ({ from, to }) => (from === null ? `Now at ${to}` : `From ${from} to ${to}`),
  quest: ({ quest, status, done, note }) =>
    `Quest ${quest}: ${withNote([status, ...done.map((one) => `done: ${one}`), note]) || 'changed'}`,
  item: ({ who, item, quantity }) => `${nameOf(who)}: ${signed(quantity)} ${item}`,
  funds: ({ coin, amount }) => `Funds: ${signed(amount)} ${coin}`,
  flag: ({ name, value }) => `${nameOf(name)}: ${value === null ? 'no longer' : value}`,
  time: ({ to }) => `Now ${to}`,
  npc: ({ who, status, learned }) =>
    `${nameOf(who)}: ${withNote([status, learned === null ? null : `learned: ${learned}`]) || 'changed'}`,
  thread: ({ thread, status }) => `Thread ${thread}: ${status}`,
  combat: ({ is_over }) => (is_over ? 'The fight is over' : 'A fight begins'),
};

/** Such as `Mira: 12 → 5 of 12 hit points`. */
export const effectLine = (effect: Effect): string => LINES[effect.kind](effect as never);
