import { quoteInline } from '../../../domain/quote-text.ts';
import { NEW_GAME } from '../campaign.ts';
import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../name-key.ts';
import { type Candidate, candidatesOf, chooseBeats, lastTurnOf, reserveLast, sizeOf } from './beats.ts';
import { currentState, openEnds } from './current-state.ts';
import { isCharacter, omitAttended } from './missed-events.ts';
import {
  effectsOfKind,
  effectsOn,
  factsForAudience,
  ofKind,
  type RecapFacts,
  type RecapLength,
  type RecapOptions,
  type StateLine,
  TEXT_LIMITS,
} from './recap.ts';
import { partyOf, plotHooksOf, questsOf, remindersOf, threadsOf } from './recap-lists.ts';
import { excerpt, type RecapParts, renderRecap, shortName } from './render-recap.ts';

/** Game state and characters at the end of these events. Only what one of the events set is known. */
function stateAtEnd(facts: RecapFacts): RecapFacts {
  const { campaign, entities, events } = facts;
  const turns = events.filter(({ isTurn, visibility }) => isTurn && visibility === 'public');
  const state = {
    ...NEW_GAME,
    location: lastValue(turns, 'moved', ({ location }) => location),
    in_game_date: lastValue(turns, 'time', ({ inGameDate }) => inGameDate),
    in_combat: effectsOfKind(events, 'combat').at(-1)?.is_over === false,
  };
  return {
    ...facts,
    campaign: { ...campaign, state },
    entities: ofKind(entities, 'character').flatMap((each) => characterAtEnd(each, events)),
  };
}

const lastValue = (
  turns: readonly CampaignEvent[],
  kind: 'moved' | 'time',
  statedBy: (turn: CampaignEvent) => string | null,
): string | null =>
  turns
    .map((turn) => effectsOfKind([turn], kind).at(-1)?.to ?? statedBy(turn))
    .findLast((value) => value !== null) ?? null;

/** Empty for a character whom no event changed. */
function characterAtEnd(entity: Entity<'character'>, events: readonly CampaignEvent[]) {
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
const STATE_ROOM: Readonly<Record<RecapLength, number>> = { brief: 240, standard: 600, detailed: 1_800 };
const OPEN_ENDS_ROOM: Readonly<Record<RecapLength, number>> = { brief: 0, standard: 400, detailed: 1_800 };
const MAX_TITLE = 60;

/** Uses nothing that the audience may not see. */
export function composeRecap(all: RecapFacts, options: RecapOptions) {
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
    /** The beats and the current state as a list; stored text in it is quoted. */
    text: renderRecap(parts, leftOut),
    beats: parts.beats,
    state: parts.state,
    /** Number of events this audience may see that are in no beat. */
    leftOut,
    party: partyOf(facts),
    quests,
    threads,
    reminders,
    hooks: plotHooksOf(facts, threads, reminders, length),
  };
}

export type Recap = ReturnType<typeof composeRecap>;

/** Reserves room for the last turn, then the state, then open ends. The other beats get the rest. */
function fitParts(candidates: readonly Candidate[], length: RecapLength, given: Omit<RecapParts, 'beats'>) {
  const headings = [given.heading, given.stateHeading, given.asideHeading];
  // Each heading is on a line of its own; all but the first come after an empty line.
  const room = headings.reduce((left, each) => left - each.length - 2, TEXT_LIMITS[length]);
  const last = reserveLast(lastTurnOf(candidates), length, room);
  const free = room - (last === undefined ? 0 : sizeOf(last));
  const state = fitLines(given.state, Math.min(free, STATE_ROOM[length]));
  const ends = fitLines(given.openEnds, Math.min(free - sizeOfLines(state), OPEN_ENDS_ROOM[length]));
  const used = sizeOfLines(state) + sizeOfLines(ends);
  return { ...given, state, openEnds: ends, beats: chooseBeats(candidates, length, room - used) };
}

/** With "- " and a line break each. */
const sizeOfLines = (lines: readonly StateLine[]): number =>
  lines.reduce((sum, { text }) => sum + text.length + 3, 0);

function fitLines(lines: readonly StateLine[], room: number): readonly StateLine[] {
  if (sizeOfLines(lines) <= room) return lines;
  const more = (count: number): StateLine => ({ text: `${count} more`, events: [] });
  const left = room - sizeOfLines([more(lines.length)]);
  let count = lines.length;
  while (count > 0 && sizeOfLines(lines.slice(0, count)) > left) count -= 1;
  return left < 0 ? [] : [...lines.slice(0, count), more(lines.length - count)];
}

function headingOf(
  { campaign, title, isOneSession, events, entities }: RecapFacts,
  absent: string | undefined,
): string {
  const called = title === null ? '' : `, ${quoteInline(excerpt(title, MAX_TITLE))}`;
  const name = `${shortName(campaign.name)}${called}`;
  if (absent === undefined && events.length > 0) return `What happened in ${name}:`;
  if (absent === undefined)
    return isOneSession === true && campaign.turn > 0
      ? `Nothing was played in this session of ${name}; the campaign is at turn ${campaign.turn}.`
      : `Nothing has happened yet in ${name}.`;
  const who = shortName(entities.find(isCharacter(absent))?.name ?? absent);
  return events.length === 0 ? `${who} missed nothing in ${name}.` : `What ${who} missed in ${name}:`;
}
