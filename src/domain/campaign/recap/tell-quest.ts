import type { CampaignEvent, Effect } from '../event.ts';
import type { Measure } from './measure.ts';
import { excerpt, quoted, titled } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { capitalized, joined, named } from './wording.ts';

type QuestEffect = Extract<Effect, { kind: 'quest' }>;
type ThreadEffect = Extract<Effect, { kind: 'thread' }>;

const MOST_STEPS = 4;
const THREAD_CAP = 120;

/** One thing done of several, or a note. */
export const isStep = ({ status }: QuestEffect): boolean => status === null;

export function tellQuest(effect: QuestEffect, { visibility }: CampaignEvent, measure: Measure): string {
  const { quest, status, done, note } = effect;
  const steps = done.slice(0, MOST_STEPS).map((step) => titled(step, 100));
  const said = measure.length === 'brief' ? '' : excerpt(note ?? '', measure.deed);
  const noted = said === '' ? '.' : `: ${quoted(said)}`;
  const reached = steps.length === 0 || measure.length === 'brief' ? '' : `with ${joined(steps)} done, `;
  const isKnown = visibility === 'public';
  return `${capitalized(`${reached}${statusWords(titled(quest), status, { isKnown, hasMoved: steps.length > 0 })}`)}${noted}`;
}

function statusWords(
  quest: string,
  status: string | null,
  { isKnown, hasMoved }: { readonly isKnown: boolean; readonly hasMoved: boolean },
): string {
  if (status === null)
    return hasMoved ? `the quest ${quest} moves on` : `there is news of the quest ${quest}`;
  if (status === 'active' && isKnown) return `the party takes up the quest ${quest}`;
  if (status === 'rumoured' && isKnown) return `there is talk of a quest, ${quest}`;
  if (status === 'failed') return `the quest ${quest} fails`;
  if (status === 'abandoned') return `the quest ${quest} is given up`;
  return `the quest ${quest} is ${status === 'completed' ? '' : 'now '}${named(status)}`;
}

export const tellThread = (
  { thread, status }: ThreadEffect,
  { id }: CampaignEvent,
  scribe: Scribe,
): string => {
  const open = scribe.vary(['A loose end remains', 'One thing is left open'], id);
  return `${status === 'open' ? open : 'A loose end is tied up'}: ${quoted(excerpt(thread, THREAD_CAP))}`;
};
