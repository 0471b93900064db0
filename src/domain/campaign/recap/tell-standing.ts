import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import type { GameState } from '../game-state.ts';
import { ofKind } from './facts-for.ts';
import { whatPutBody, whatPutDate, whatPutFight, whatPutPlace } from './put-so.ts';
import type { RecapFacts, RecapLength, RecapSentence } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { onDate } from './tell-date.ts';
import { capitalized, joined, named, possessive } from './wording.ts';

type Events = readonly CampaignEvent[];

/** Characters. */
const HURT_ROOM: Readonly<Record<RecapLength, number>> = { brief: 150, standard: 500, detailed: 1_500 };

export const stateSentence = (text: string, events: readonly string[]): RecapSentence => ({
  text,
  events,
  isState: true,
  isAside: false,
});

/** Where the party stands now: place, date, whose turn it is, who is hurt; each with the events that put it so. */
export function tellStanding(
  { campaign: { state }, entities, events }: RecapFacts,
  scribe: Scribe,
  length: RecapLength,
): readonly RecapSentence[] {
  const party = ofKind(entities, 'character');
  const from = (ids: readonly string[]) => events.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  return [
    stateSentence(tellPlace(state), from([...whatPutPlace(events, state), ...whatPutDate(events, state)])),
    stateSentence(tellCombat(state, scribe), from(whatPutFight(events))),
    stateSentence(tellHurt(party, scribe, length), from(whatHurt(party, events))),
  ].filter(({ text }) => text !== '');
}

function tellPlace({ location, in_game_date }: GameState): string {
  const where = location === null ? [] : [`at ${named(location)}`];
  const when = in_game_date === null ? [] : [onDate(in_game_date)];
  const both = [...where, ...when].join(', ');
  return both === '' ? '' : `And that is where we are: ${both}.`;
}

function tellCombat({ in_combat, round, current_turn }: GameState, scribe: Scribe): string {
  if (!in_combat) return '';
  const when = round > 0 ? `, in round ${round}` : '';
  const who = current_turn === null ? '' : `, and it is ${possessive(scribe.person(current_turn))} turn`;
  return `The fight is still on${when}${who}.`;
}

function tellHurt(party: readonly Entity<'character'>[], scribe: Scribe, length: RecapLength): string {
  const hurt = party.filter(isHurt);
  if (hurt.length === 0) return party.length > 1 ? 'Nobody in the party is hurt.' : '';
  const told = hurt.map(({ name, fields }, at) => `${scribe.person(name)} ${joined(ailsOf(fields, at > 0))}`);
  return `${capitalized(listFitting(told, HURT_ROOM[length]))}.`;
}

/** Where nobody is hurt, that is so of all of them. */
function whatHurt(party: readonly Entity<'character'>[], events: Events): readonly string[] {
  const hurt = party.filter(isHurt);
  return (hurt.length > 0 ? hurt : party).flatMap(({ name, fields }) => whatPutBody(events, name, fields));
}

const isHurt = ({ fields }: Entity<'character'>): boolean => ailsOf(fields).length > 0;

/** As many as have room, and how many there are besides. */
function listFitting(told: readonly string[], room: number): string {
  let size = 0;
  const most = told.findIndex((each) => {
    size += each.length + 2;
    return size > room;
  });
  if (most === -1) return told.join('; ');
  const more = told.length - most;
  const rest = `${more}${most > 0 ? ' more' : ''} ${more === 1 ? 'is' : 'are'} hurt`;
  return [...told.slice(0, most), rest].join('; ');
}

/** Hit points are called so once. */
function ailsOf({ hit_points, conditions }: CharacterFields, isTold = false): readonly string[] {
  if (conditions.some((each) => /^dead$/i.test(each.trim()))) return ['is dead'];
  const { current, max } = hit_points;
  return [
    ...(current < max ? [`has ${current} of ${max}${isTold ? '' : ' hit points'}`] : []),
    ...(conditions.length > 0 ? [`is ${joined(conditions.slice(0, 3).map(named))}`] : []),
  ];
}
