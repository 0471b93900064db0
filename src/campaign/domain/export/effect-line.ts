import { quoteUnlessOrdinary as nameOf } from '../../../domain/quote-text.ts';
import type { Effect, EffectOf } from '../event.ts';

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
