import { quoteUnlessOrdinary } from '../../../domain/quote-text.ts';
import type { Effect } from '../event.ts';

const signed = (count: number): string => (count < 0 ? `${count}` : `+${count}`);

const withNote = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('; ');

/** An effect on one line, such as `Mira: 12 → 5 of 12 hit points`. */
export function effectLine(effect: Effect): string {
  switch (effect.kind) {
    case 'hit_points':
      return `${quoteUnlessOrdinary(effect.who)}: ${effect.from} → ${effect.to} of ${effect.max} hit points`;
    case 'damage':
      return `${quoteUnlessOrdinary(effect.who)}: ${effect.amount < 0 ? `${-effect.amount} healed` : `${effect.amount} damage`}, ${effect.total} in all`;
    case 'condition':
      return `${quoteUnlessOrdinary(effect.who)}: ${[...effect.added.map((one) => `+${one}`), ...effect.removed.map((one) => `-${one}`)].join(', ')}`;
    case 'death':
      return `${quoteUnlessOrdinary(effect.who)} died`;
    case 'moved':
      return effect.from === null ? `Now at ${effect.to}` : `From ${effect.from} to ${effect.to}`;
    case 'quest':
      return `Quest ${effect.quest}: ${withNote([effect.status, ...effect.done.map((one) => `done: ${one}`), effect.note]) || 'changed'}`;
    case 'item':
      return `${quoteUnlessOrdinary(effect.who)}: ${signed(effect.quantity)} ${effect.item}`;
    case 'funds':
      return `Funds: ${signed(effect.amount)} ${effect.coin}`;
    case 'flag':
      return effect.value === null
        ? `${quoteUnlessOrdinary(effect.name)}: no longer`
        : `${quoteUnlessOrdinary(effect.name)}: ${effect.value}`;
    case 'time':
      return `Now ${effect.to}`;
    case 'npc':
      return `${quoteUnlessOrdinary(effect.who)}: ${withNote([effect.status, effect.learned === null ? null : `learned: ${effect.learned}`]) || 'changed'}`;
    case 'thread':
      return `Thread ${effect.thread}: ${effect.status}`;
    case 'combat':
      return effect.is_over ? 'The fight is over' : 'A fight begins';
  }
}
