import type { GameState } from '../game-state.ts';
import { ofKind } from './facts-for.ts';
import { whatPutDate, whatPutFight, whatPutPlace } from './put-so.ts';
import type { RecapFacts, RecapLength, RecapSentence } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { tellHurt, tellUnhurt } from './tell-bodies.ts';
import { onDate } from './tell-date.ts';
import { named, possessive } from './wording.ts';

export const stateSentence = (text: string, events: readonly string[]): RecapSentence => ({
  text,
  events,
  isState: true,
  isAside: false,
});

/** Where the party stands: place, date, whose turn it is, who is hurt; each with the events that put it so. */
export function tellStanding(
  facts: RecapFacts,
  scribe: Scribe,
  length: RecapLength,
): readonly RecapSentence[] {
  const { campaign, entities, events, isPast = false } = facts;
  const fight = tellCombat(campaign.state, scribe, isPast);
  const party = ofKind(entities, 'character');
  const hurt = tellHurt(party, events, scribe, length);
  // Of a past sitting only those are known whom it touched.
  const bodies = hurt.length > 0 || isPast ? hurt : tellUnhurt(party, events);
  const told = [
    ...tellPlace(facts, isPast),
    ...(fight === '' ? [] : [stateSentence(fight, whatPutFight(events))]),
    ...bodies.map((each) => stateSentence(each.text, each.events)),
  ];
  const order = new Map(events.map(({ id }, at) => [id, at]));
  // What stands now may have been set by hand; of what stood then only the events tell.
  const known = told.filter((each) => !isPast || each.events.length > 0);
  return known.map((each) => ({
    ...each,
    events: [...new Set(each.events)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  }));
}

/** In one sentence, unless events put only one of the two so: what is cited is cited for all that is said. */
function tellPlace({ campaign: { state }, events }: RecapFacts, isPast: boolean): readonly RecapSentence[] {
  const { location, in_game_date } = state;
  const where = location === null ? [] : [`at ${named(location)}`];
  const when = in_game_date === null ? [] : [in_game_date];
  const lead = isPast ? 'And that is where it was left' : 'And that is where we are';
  const is = (parts: readonly string[], ids: readonly string[]) =>
    parts.length === 0 ? [] : [stateSentence(`${lead}: ${parts.join(', ')}.`, ids)];
  const [place, date] = [whatPutPlace(events, state), whatPutDate(events, state)];
  const isOne = where.length === 0 || when.length === 0 || place.length === date.length;
  if (isOne) return is([...where, ...when.map(onDate)], [...place, ...date]);
  const itIs = isPast ? 'It was' : 'It is';
  return [...is(where, place), ...when.map((each) => stateSentence(`${itIs} ${named(each)}.`, date))];
}

function tellCombat({ in_combat, round, current_turn }: GameState, scribe: Scribe, isPast: boolean): string {
  if (!in_combat) return '';
  const when = round > 0 ? `, in round ${round}` : '';
  const who = current_turn === null ? '' : `, and it is ${possessive(scribe.person(current_turn))} turn`;
  return `The fight ${isPast ? 'was' : 'is'} still on${when}${who}.`;
}
