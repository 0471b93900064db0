import type { CampaignEvent, Effect } from '../event.ts';
import { hasNatural, naturalOf } from './decisive-roll.ts';
import { type Measure, type Passage, passage } from './passage.ts';
import { excerpt, quoted, titled } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { deadIn } from './tell-effects.ts';
import { tellDeed } from './tell-words.ts';
import { baseWeight, effectWeight } from './weigh.ts';
import { capitalized, joined, joinedSome, named, pick } from './wording.ts';

type QuestEffect = Extract<Effect, { kind: 'quest' }>;
type ThreadEffect = Extract<Effect, { kind: 'thread' }>;

const DEATH_WEIGHT = 100;

/** Deaths, quests and threads: each is a sentence of its own, wherever it happened. */
export function turningPoints(event: CampaignEvent, measure: Measure): readonly Passage[] {
  const tell = (weight: number, words: (scribe: Scribe) => string) =>
    passage([event], baseWeight(event) + weight, words);
  return [
    ...(deadIn(event).length === 0
      ? []
      : [tell(DEATH_WEIGHT, (scribe) => tellDeath(event, scribe, measure))]),
    ...event.effects.flatMap((effect) => {
      if (effect.kind === 'quest')
        return [tell(effectWeight(effect), () => tellQuest(effect, event, measure))];
      if (effect.kind === 'thread') return [tell(effectWeight(effect), () => tellThread(effect))];
      return [];
    }),
  ];
}

function tellDeath(event: CampaignEvent, scribe: Scribe, measure: Measure): string {
  const people = joinedSome(
    deadIn(event).map((who) => scribe.person(who)),
    5,
  );
  const place = scribe.comesTo(event.location) ? ` at ${named(event.location ?? '')}` : '';
  const roll = hasNatural(event.rolls) ? event.rolls.map(naturalOf).find((natural) => natural) : undefined;
  const lead = roll === undefined ? pick(['', 'that was when '], event.id) : `on a natural ${roll}, `;
  const says = capitalized(`${lead}${people} died${place}`);
  if (measure.length === 'brief') return `${says}.`;
  if (event.narration !== null) return `${says}: ${quoted(excerpt(event.narration, measure.outcome))}`;
  const deed = excerpt(event.description, measure.deed);
  return deed === '' ? `${says}.` : `${tellDeed(event, deed, scribe)} ${says}.`;
}

function tellQuest(
  { quest, status, done, note }: QuestEffect,
  { id }: CampaignEvent,
  measure: Measure,
): string {
  const steps = joined(done.slice(0, 4).map((step) => titled(step, 100)));
  const was = done.length === 1 ? 'was' : 'were';
  const noted = note === null || measure.length === 'brief' ? '' : ` ${quoted(excerpt(note, measure.deed))}`;
  if (status === null && steps !== '')
    return `${pick(['For', 'Toward'], id)} the quest ${titled(quest)}, ${steps} ${was} done.${noted}`;
  const reached = steps === '' ? '' : `, with ${steps} done`;
  return `${capitalized(statusWords(titled(quest), status))}${reached}.${noted}`;
}

function statusWords(quest: string, status: string | null): string {
  switch (status) {
    case 'rumoured':
      return `there was talk of ${quest}`;
    case 'active':
      return `the party took up the quest ${quest}`;
    case 'completed':
      return `the quest ${quest} was completed`;
    case 'failed':
      return `the quest ${quest} failed`;
    case 'abandoned':
      return `the quest ${quest} was given up`;
    case null:
      return `there was news of the quest ${quest}`;
    default:
      return `the quest ${quest} was now ${named(status)}`;
  }
}

const tellThread = ({ thread, status }: ThreadEffect): string =>
  status === 'open'
    ? `A loose end remained: ${quoted(excerpt(thread, 120))}`
    : `A loose end was tied up: ${quoted(excerpt(thread, 120))}`;
