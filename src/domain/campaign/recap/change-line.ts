import { quoteInline } from '../../quote-text.ts';
import type { Effect } from '../event.ts';
import { excerpt, shortName } from './excerpt.ts';

const MAX_WORDS = 120;

const signed = (count: number): string => (count < 0 ? `${count}` : `+${count}`);
const words = (text: string): string => quoteInline(excerpt(text, MAX_WORDS));
const list = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ') || 'changed';

/** What the party does not know, it did not learn. */
const learnedLabel = ({ visibility }: Effect): string => (visibility === 'public' ? 'learned ' : '');

/** What an event changed, as plain data on one line: `Mira: HP 12 → 5 of 14`. */
export function changeLine(effect: Effect): string {
  switch (effect.kind) {
    case 'hit_points':
      return `${shortName(effect.who)}: HP ${effect.from} → ${effect.to} of ${effect.max}`;
    case 'damage':
      return `${shortName(effect.who)}: damage ${signed(effect.amount)}, total ${effect.total}`;
    case 'condition':
      return `${shortName(effect.who)}: ${list([
        ...effect.added.map((one) => `+${shortName(one)}`),
        ...effect.removed.map((one) => `-${shortName(one)}`),
      ])}`;
    case 'death':
      return `${shortName(effect.who)}: dead`;
    case 'moved':
      return `location: ${effect.from === null ? '' : `${shortName(effect.from)} → `}${shortName(effect.to)}`;
    case 'quest':
      return `quest ${shortName(effect.quest)}: ${list([
        effect.status === null ? null : shortName(effect.status),
        ...effect.done.map((one) => `done ${words(one)}`),
        effect.note === null ? null : words(effect.note),
      ])}`;
    case 'item':
      return `${shortName(effect.who)}: ${signed(effect.quantity)} ${shortName(effect.item)}`;
    case 'funds':
      return `funds: ${signed(effect.amount)} ${shortName(effect.coin)}`;
    case 'flag':
      return `flag ${shortName(effect.name)}: ${effect.value === null ? 'removed' : shortName(String(effect.value))}`;
    case 'time':
      return `date: ${shortName(effect.to)}`;
    case 'npc':
      return `${shortName(effect.who)}: ${list([
        effect.status === null ? null : shortName(effect.status),
        effect.learned === null ? null : `${learnedLabel(effect)}${words(effect.learned)}`,
      ])}`;
    case 'thread':
      return `thread ${words(effect.thread)}: ${effect.status}`;
    case 'combat':
      return effect.is_over ? 'combat ends' : 'combat begins';
  }
}
