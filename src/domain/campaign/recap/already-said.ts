import type { CampaignEvent, Effect } from '../event.ts';
import type { Measure } from './measure.ts';

const GAINS =
  /\b(?:buy|collect|gather|get|grab|keep|loot|pack|pick|pocket|receive?|seiz|snatch|steal|tak)\w*/i;
const LOSES =
  /\b(?:burn|drink|drop|eat|giv|hand|leav|offer|pay|quaff|sell|spend|throw|toss|us(?:e|es|ing)\b)\w*/i;
/** Words shorter than this are in every sentence. */
const TELLING = /\p{L}{4,}/gu;
const MOST_SHARED = 0.5;

/** Whether the words that are told of an event say already what this change would. */
export function isAlreadySaid(effect: Effect, event: CampaignEvent, measure: Measure): boolean {
  const { description, narration } = event;
  if (effect.kind === 'item') {
    const isMeant = (effect.quantity > 0 ? GAINS : LOSES).test(description);
    return isMeant && description.toLowerCase().includes(effect.item.toLowerCase());
  }
  if (effect.kind !== 'npc' || effect.learned === null) return false;
  const told = measure.outcome === 0 ? description : `${description} ${narration ?? ''}`;
  return shareOf(effect.learned, told) >= MOST_SHARED;
}

/** How many of the words are in the text. */
function shareOf(words: string, text: string): number {
  const all = text.toLowerCase();
  const telling = [...words.toLowerCase().matchAll(TELLING)].map(([word]) => word);
  return telling.length === 0 ? 0 : telling.filter((word) => all.includes(word)).length / telling.length;
}
