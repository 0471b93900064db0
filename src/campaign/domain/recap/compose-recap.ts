import { quoteInline } from '../../../domain/quote-text.ts';
import { NEW_GAME } from '../campaign.ts';
import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../name-key.ts';
import { type Candidate, candidatesOf, chooseBeats, lastTurnOf, reserveLast, sizeOf } from './beats.ts';
import { currentState, openEnds } from './current-state.ts';
import { isCharacter, omitAttended } from './missed-events.ts';
import {
  type Recap,
  type RecapFacts,
  type RecapLength,
  type RecapOptions,
  type StateLine,
  TEXT_LIMITS,
} from './recap.ts';
import { effectsOfKind, effectsOn, factsForAudience, ofKind } from './recap-facts.ts';
import { hooksOf, partyOf, questsOf, remindersOf, threadsOf } from './recap-lists.ts';
import { excerpt, type RecapParts, renderRecap, shortName } from './render-recap.ts';

/** Game state and characters at the end of these events. Only what one of the events set is known. */
function stateAtEnd(facts: RecapFacts): RecapFacts {
  const { campaign, entities, events } = facts;
  const turns = events.filter(({ isTurn, visibility }) => isTurn && visibility === 'public');
  const state = {
    ...NEW_GAME,
    location: lastPlace(turns),
    in_game_date: lastDate(turns),
    in_combat: effectsOfKind(events, 'combat').at(-1)?.effect.is_over === false,
  };
  return {
    ...facts,
    campaign: { ...campaign, state },
    entities: ofKind(entities, 'character').flatMap((each) => characterAtEnd(each, events)),
  };
}

const lastPlace = (turns: readonly CampaignEvent[]): string | null =>
  turns
    .map((turn) => effectsOfKind([turn], 'moved').at(-1)?.effect.to ?? turn.location)
    .findLast((place) => place !== null) ?? null;

const lastDate = (turns: readonly CampaignEvent[]): string | null =>
  turns
    .map((turn) => effectsOfKind([turn], 'time').at(-1)?.effect.to ?? turn.inGameDate)
    .findLast((date) => date !== null) ?? null;

/** Empty for a character whom no event changed. */
function characterAtEnd(
  entity: Entity<'character'>,
  events: readonly CampaignEvent[],
): readonly Entity<'character'>[] {
  const touched = effectsOn(events, entity.name);
  const points = touched.findLast(({ kind }) => kind === 'hit_points');
  const conditions = touched.reduce<readonly string[]>(conditionsAfter, []);
  if (points?.kind !== 'hit_points' && conditions.length === 0) return [];
  // A character whose hit points no event changed is not known to be hurt.
  const hit_points =
    points?.kind === 'hit_points'
      ? { current: points.to, max: points.max, temporary: 0 }
      : { ...entity.fields.hit_points, current: entity.fields.hit_points.max };
  const fields: CharacterFields = { ...entity.fields, hit_points, conditions };
  return [{ ...entity, fields }];
}

function conditionsAfter(has: readonly string[], effect: Effect): readonly string[] {
  if (effect.kind === 'death') return [...has, 'dead'];
  if (effect.kind !== 'condition') return has;
  const gone = new Set(effect.removed.map(entityKey));
  return [...has.filter((each) => !gone.has(entityKey(each))), ...effect.added];
}

const ASIDE_HEADING = { dm: 'Not known to the party:', party: '', character: 'Not known to all:' } as const;
/** Maximum characters of the state and of the open ends; the beats get the rest. */
const STATE_ROOM: Readonly<Record<RecapLength, number>> = { brief: 240, standard: 600, detailed: 1_800 };
const OPEN_ENDS_ROOM: Readonly<Record<RecapLength, number>> = { brief: 0, standard: 400, detailed: 1_800 };
const MAX_TITLE = 60;

/** Uses nothing that the audience may not see. */
export function composeRecap(all: RecapFacts, options: RecapOptions): Recap {
  const { length, audience, absentCharacter } = options;
  const seen = factsForAudience(all, audience);
  const facts =
    absentCharacter === undefined
      ? seen
      : factsForAudience(omitAttended(all, absentCharacter, audience), audience);
  const [quests, threads, reminders] = [questsOf(facts), threadsOf(facts), remindersOf(facts)];
  const parts = fitParts(candidatesOf(facts, audience), length, {
    heading: headingOf(facts, absentCharacter),
    asideHeading: ASIDE_HEADING[audience.kind],
    stateHeading: all.isPast === true ? 'At the end:' : 'Now:',
    state: currentState(all.isPast === true ? stateAtEnd(seen) : seen),
    // Only the current state of quests and threads is known.
    openEnds: all.isPast === true ? [] : openEnds(quests, threads),
  });
  const shown = new Set(parts.beats.flatMap(({ events }) => events));
  const leftOut = (all.eventsNotLoaded ?? 0) + facts.events.filter(({ id }) => !shown.has(id)).length;
  return {
    text: renderRecap(parts, leftOut),
    beats: parts.beats,
    state: parts.state,
    leftOut,
    party: partyOf(facts),
    quests,
    threads,
    reminders,
    hooks: hooksOf(facts, threads, reminders, length),
  };
}

/** Reserves room for the last turn, then the state, then open ends. The other beats get the rest. */
function fitParts(
  candidates: readonly Candidate[],
  length: RecapLength,
  given: Omit<RecapParts, 'beats'>,
): RecapParts {
  const headings = [given.heading, given.stateHeading, given.asideHeading];
  // Each heading is on a line of its own; all but the first come after an empty line.
  const room = headings.reduce((left, each) => left - each.length - 2, TEXT_LIMITS[length]);
  const last = reserveLast(lastTurnOf(candidates), length, room);
  const free = room - (last === undefined ? 0 : sizeOf(last));
  const state = fitLines(given.state, textOf, Math.min(free, STATE_ROOM[length]), moreState);
  const afterState = free - sizeOfLines(state.map(textOf));
  const ends = fitLines(given.openEnds, String, Math.min(afterState, OPEN_ENDS_ROOM[length]), moreLines);
  const used = sizeOfLines([...state.map(textOf), ...ends]);
  return { ...given, state, openEnds: ends, beats: chooseBeats(candidates, length, room - used) };
}

const textOf = ({ text }: StateLine): string => text;
const moreLines = (count: number): string => `${count} more`;
const moreState = (count: number): StateLine => ({ text: moreLines(count), events: [] });
const sizeOfLines = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + LINE_MARKS, 0);

/** "- " and a line break. */
const LINE_MARKS = 3;

/** The lines that fit, and a line with the count of the others. */
function fitLines<Line>(
  lines: readonly Line[],
  show: (line: Line) => string,
  room: number,
  more: (count: number) => Line,
): readonly Line[] {
  const sizes = lines.map((each) => show(each).length + LINE_MARKS);
  let left = room - sizes.reduce((sum, size) => sum + size, 0);
  if (left >= 0) return lines;
  left -= show(more(lines.length)).length + LINE_MARKS;
  let count = lines.length;
  while (count > 0 && left < 0) left += sizes[--count] ?? 0;
  return left < 0 ? [] : [...lines.slice(0, count), more(lines.length - count)];
}

function headingOf(
  { campaign, playSession, events, entities }: RecapFacts,
  absent: string | undefined,
): string {
  const title = playSession?.title == null ? '' : `, ${quoteInline(excerpt(playSession.title, MAX_TITLE))}`;
  const name = `${shortName(campaign.name)}${title}`;
  if (absent === undefined && events.length > 0) return `What happened in ${name}:`;
  if (absent === undefined)
    return playSession !== null && campaign.turn > 0
      ? `Nothing was played in this session of ${name}; the campaign is at turn ${campaign.turn}.`
      : `Nothing has happened yet in ${name}.`;
  const who = shortName(entities.find(isCharacter(absent))?.name ?? absent);
  return events.length === 0 ? `${who} missed nothing in ${name}.` : `What ${who} missed in ${name}:`;
}
