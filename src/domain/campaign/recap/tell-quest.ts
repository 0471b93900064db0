import type { CampaignEvent, Effect } from '../event.ts';
import type { Measure } from './passage.ts';
import { excerpt, quoted, titled } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { capitalized, joined, named } from './wording.ts';

type QuestEffect = Extract<Effect, { kind: 'quest' }>;
type ThreadEffect = Extract<Effect, { kind: 'thread' }>;

const MOST_STEPS = 4;
const THREAD_CAP = 120;

export function tellQuest(effect: QuestEffect, { visibility }: CampaignEvent, measure: Measure): string {
  const { quest, status, done, note } = effect;
  const steps = done.slice(0, MOST_STEPS).map((step) => titled(step, 100));
  const noted = note === null || measure.length === 'brief' ? '' : ` ${quoted(excerpt(note, measure.deed))}`;
  if (status === null && steps.length > 0) return `${stepWords(quest, steps, done.length)}.${noted}`;
  const reached = steps.length === 0 ? '' : `with ${joined(steps)} done, `;
  const isKnown = visibility === 'public';
  return `${capitalized(`${reached}${statusWords(titled(quest), status, isKnown)}`)}.${noted}`;
}

const stepWords = (quest: string, steps: readonly string[], count: number): string =>
  count === 1
    ? `One step of the quest ${titled(quest)} was done: ${joined(steps)}`
    : `${count} steps of the quest ${titled(quest)} were done: ${joined(steps)}`;

function statusWords(quest: string, status: string | null, isKnown: boolean): string {
  if (status === null) return `there was news of the quest ${quest}`;
  if (status === 'active' && isKnown) return `the party took up the quest ${quest}`;
  if (status === 'rumoured' && isKnown) return `there was talk of a quest, ${quest}`;
  if (status === 'failed') return `the quest ${quest} failed`;
  if (status === 'abandoned') return `the quest ${quest} was given up`;
  return `the quest ${quest} was ${status === 'completed' ? '' : 'now '}${named(status)}`;
}

export const tellThread = (
  { thread, status }: ThreadEffect,
  { id }: CampaignEvent,
  scribe: Scribe,
): string => {
  const open = scribe.vary(['A loose end remained', 'One thing was left open'], id);
  return `${status === 'open' ? open : 'A loose end was tied up'}: ${quoted(excerpt(thread, THREAD_CAP))}`;
};
