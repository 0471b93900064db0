import type { CharacterFields, Entity } from '../entity.ts';
import type { GameState } from '../game-state.ts';
import { ofKind } from './facts-for.ts';
import type { RecapFacts, RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { capitalized, joined, named, possessive } from './wording.ts';

/** Characters. */
const HURT_ROOM: Readonly<Record<RecapLength, number>> = { brief: 150, standard: 500, detailed: 1_500 };

/** Where the party stands now: place, date, whose turn it is, who is hurt. */
export function tellStanding(facts: RecapFacts, scribe: Scribe, length: RecapLength): readonly string[] {
  const party = ofKind(facts.entities, 'character');
  return [
    tellPlace(facts.campaign.state),
    tellCombat(facts.campaign.state, scribe),
    tellHurt(party, scribe, length),
  ].filter((sentence) => sentence !== '');
}

function tellPlace({ location, in_game_date }: GameState): string {
  const where = location === null ? [] : [`at ${named(location)}`];
  const when = in_game_date === null ? [] : [`on ${named(in_game_date)}`];
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
  const hurt = party.filter(({ fields }) => ailsOf(fields).length > 0);
  if (hurt.length === 0) return party.length > 1 ? 'Nobody in the party is hurt.' : '';
  const told = hurt.map(({ name, fields }, at) => `${scribe.person(name)} ${joined(ailsOf(fields, at > 0))}`);
  return `${capitalized(listFitting(told, HURT_ROOM[length]))}.`;
}

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
