import { type Beat, beatsOf, endsFight } from './beats.ts';
import { MEASURES, type Measure, type Passage, passage } from './passage.ts';
import type { RecapFacts, RecapOptions } from './recap.ts';
import { strandsOf } from './strands.ts';
import { tellAside } from './tell-aside.ts';
import { tellFight } from './tell-fight.ts';
import { dateOf, tellJourney } from './tell-journey.ts';
import { tellMoment } from './tell-moment.ts';
import { named } from './wording.ts';

const BEGINNING_WEIGHT = 50;

/** Everything that could be told, in the order of telling; what is not for every ear comes last. */
export function passagesOf(facts: RecapFacts, options: RecapOptions): readonly Passage[] {
  const measure = MEASURES[options.length];
  const { open, aside } = strandsOf(facts.events);
  const beats = beatsOf(open);
  const isFighting = (at: number) => at === beats.length - 1 && facts.campaign.state.in_combat;
  return [
    ...(options.absentCharacter === undefined ? beginning(beats, measure) : []),
    ...beats.flatMap((beat, at) => {
      const told = tellBeat(beat, measure, isFighting(at));
      return beats[at - 1]?.kind === 'fight' ? openingParagraph(told) : told;
    }),
    ...aside.flatMap((event) =>
      options.audience.kind === 'dm' ? tellAside(event, facts.entities, measure) : tellMoment(event, measure),
    ),
  ];
}

function tellBeat({ kind, events }: Beat, measure: Measure, isLast: boolean): readonly Passage[] {
  switch (kind) {
    case 'fight':
      return tellFight(events, measure, isLast && !events.some(endsFight));
    case 'journey':
      return tellJourney(events, measure);
    case 'moment':
      return events.flatMap((event) => tellMoment(event, measure));
  }
}

const openingParagraph = (told: readonly Passage[]): readonly Passage[] =>
  told.map((each, at) => (at === 0 ? { ...each, opensParagraph: true } : each));

/** Where it began, unless it begins with a way to somewhere else, which says so itself. */
function beginning([first]: readonly Beat[], { length }: Measure): readonly Passage[] {
  const event = first?.events[0];
  const place = event?.location ?? null;
  if (event === undefined || place === null || first?.kind !== 'moment' || length === 'brief') return [];
  const date = dateOf(event);
  return [
    passage([event], BEGINNING_WEIGHT, (scribe) => {
      scribe.comesTo(place);
      scribe.date = date;
      return `It began at ${named(place)}${date === null ? '' : `, on ${named(date)}`}.`;
    }),
  ];
}
