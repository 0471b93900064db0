import type { CampaignEvent } from '../event.ts';
import { named } from './wording.ts';

/** The date in the game once this had happened. */
export function dateOf({ effects, inGameDate }: CampaignEvent): string | null {
  const time = effects.findLast((effect) => effect.kind === 'time');
  return time?.kind === 'time' ? time.to : inGameDate;
}

/** "on 12 Frostmoon", but "dusk": what a table calls a date need not be a day. */
export const onDate = (date: string): string => (/^\d/.test(date.trim()) ? `on ${named(date)}` : named(date));

/** Before a sentence. */
export const dateLead = (date: string): string =>
  /^\d/.test(date.trim()) ? `on ${named(date)}, ` : `${named(date)}: `;
