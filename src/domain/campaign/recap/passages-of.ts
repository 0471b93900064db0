import type { CampaignEvent } from '../event.ts';
import { type Beat, beatsOf, endsFight } from './beats.ts';
import { type Passage, passage } from './passage.ts';
import { withoutReturns } from './raised.ts';
import type { RecapFacts, RecapLength, RecapOptions } from './recap.ts';
import { strandsOf } from './strands.ts';
import { tellAside } from './tell-aside.ts';
import { dateOf, onDate } from './tell-date.ts';
import { tellFight } from './tell-fight.ts';
import { tellJourney } from './tell-journey.ts';
import { tellMoment } from './tell-moment.ts';
import { withoutSettled } from './without-settled.ts';
import { named } from './wording.ts';

const BEGINNING_WEIGHT = 50;

/** Everything that could be told, in the order of telling; what is not for every ear comes last. */
export function passagesOf(
  facts: RecapFacts,
  options: RecapOptions,
  isLeftFighting: boolean,
): readonly Passage[] {
  const { length } = options;
  const { open, aside } = strandsOf(facts.events);
  const { events, returns } =
    length === 'brief' ? withoutReturns(withoutSettled(open)) : { events: open, returns: [] };
  const beats = beatsOf(events);
  const isFighting = (at: number) => at === beats.length - 1 && isLeftFighting;
  const told = beats.flatMap((beat, at) => {
    const passages = tellBeat(beat, length, isFighting(at));
    return beats[at - 1]?.kind === 'fight' ? openingScene(passages) : passages;
  });
  return [
    ...(options.absentCharacter === undefined ? beginning(beats, length) : []),
    ...inOrder([...told, ...returns], events),
    ...aside.flatMap((event) =>
      options.audience.kind === 'dm' ? tellAside(event, facts.entities, length) : tellMoment(event, length),
    ),
  ];
}

function tellBeat({ kind, events }: Beat, length: RecapLength, isLast: boolean): readonly Passage[] {
  switch (kind) {
    case 'fight':
      return tellFight(events, length, isLast && !events.some(endsFight));
    case 'journey':
      return tellJourney(events, length);
    case 'moment':
      return events.flatMap((event) => tellMoment(event, length));
  }
}

/** By the last event each comes from; those of the same one stay as they are. */
function inOrder(passages: readonly Passage[], events: readonly CampaignEvent[]): readonly Passage[] {
  const places = new Map(events.map(({ id }, at) => [id, at]));
  const endOf = (each: Passage) => Math.max(...each.events.map((id) => places.get(id) ?? 0));
  return passages.toSorted((a, b) => endOf(a) - endOf(b));
}

const openingScene = (told: readonly Passage[]): readonly Passage[] =>
  told.map((each, at) => (at === 0 ? { ...each, opensScene: true } : each));

/** Where it began, unless it begins with a way to somewhere else, which says so itself. */
function beginning([first]: readonly Beat[], length: RecapLength): readonly Passage[] {
  const event = first?.events[0];
  const place = event?.location ?? null;
  if (event === undefined || place === null || first?.kind !== 'moment' || length === 'brief') return [];
  const date = dateOf(event);
  return [
    passage([event], BEGINNING_WEIGHT, (scribe) => {
      scribe.comesTo(place);
      scribe.date = date;
      return `It begins at ${named(place)}${date === null ? '' : `, ${onDate(date)}`}.`;
    }),
  ];
}
