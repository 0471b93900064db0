import type { Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import type { Audience } from '../visible.ts';
import { changeLine } from './change-line.ts';
import { hasNatural, rollLine } from './decisive-roll.ts';
import { excerpt } from './excerpt.ts';
import type { Beat, RecapFacts, RecapLength } from './recap.ts';
import { isDeathOrRevival, type Revivals, revivalsIn } from './resurrections.ts';
import { strandsOf } from './strands.ts';

const DEATH_WEIGHT = 100;
const MAX_IMPORTANCE = 5;
const QUEST: Readonly<Record<string, number>> = { completed: 45, failed: 45, abandoned: 30, active: 25 };

/** A death or a revival is as important as anything, whatever importance its event was given. */
const importanceOf = ({ importance, effects }: CampaignEvent): number =>
  effects.some(isDeathOrRevival) ? MAX_IMPORTANCE : importance;

/** Decides between events of the same importance. */
function weightOf(event: CampaignEvent): number {
  const natural = hasNatural(event.rolls) ? 8 : 0;
  // The description of an added event is its narration.
  const narrated = event.narration === null && event.isTurn ? 0 : 3;
  const housekeeping = event.type === 'session' ? -25 : 0;
  const changes = Math.max(0, ...event.effects.map(effectWeight));
  return event.importance * 10 + natural + narrated + housekeeping + changes;
}

function effectWeight(effect: Effect): number {
  if (isDeathOrRevival(effect)) return DEATH_WEIGHT;
  switch (effect.kind) {
    case 'quest':
      return QUEST[effect.status ?? ''] ?? 8;
    case 'thread':
      return effect.status === 'resolved' ? 25 : 12;
    case 'npc':
      return 8;
    case 'hit_points':
      return effect.to === 0 ? 20 : 3;
    case 'moved':
      return 8;
    default:
      return 2;
  }
}

/** How much of one event a beat holds: characters of its words, and a number of changes. */
export interface Measure {
  readonly action: number;
  readonly narration: number;
  readonly changes: number;
  readonly hasPlace: boolean;
  readonly hasLabeledRolls: boolean;
}

/** The least of each beat, and what beats get where there is room left. */
export const MEASURES: Readonly<Record<RecapLength, { readonly least: Measure; readonly full: Measure }>> = {
  brief: {
    least: { action: 90, narration: 0, changes: 1, hasPlace: false, hasLabeledRolls: false },
    full: { action: 140, narration: 110, changes: 2, hasPlace: false, hasLabeledRolls: false },
  },
  standard: {
    least: { action: 140, narration: 120, changes: 4, hasPlace: true, hasLabeledRolls: false },
    full: { action: 240, narration: 260, changes: 6, hasPlace: true, hasLabeledRolls: false },
  },
  detailed: {
    least: { action: 160, narration: 0, changes: 8, hasPlace: true, hasLabeledRolls: false },
    full: { action: 600, narration: 2_000, changes: 12, hasPlace: true, hasLabeledRolls: true },
  },
};

/** An event that can become a beat. */
export interface Candidate {
  readonly event: CampaignEvent;
  /** Position in the order of play. */
  readonly at: number;
  readonly importance: number;
  readonly weight: number;
  readonly write: (measure: Measure) => Beat;
}

/** Every event with something to show, in the order of play; what the party does not know comes after the rest. */
export function candidatesOf({ events, entities }: RecapFacts, audience: Audience): readonly Candidate[] {
  const { open, aside } = strandsOf(events);
  const order = new Map(events.map(({ id }, at) => [id, at]));
  const candidate =
    (revivals: Revivals) =>
    (event: CampaignEvent): Candidate => ({
      event,
      at: order.get(event.id) ?? 0,
      importance: importanceOf(event),
      weight: weightOf(event),
      write: (measure) => writeBeat(event, measure, audience, entities, revivals),
    });
  const isShown = (event: CampaignEvent) => hasContent(event, audience);
  // That somebody lives again may itself be unknown to the party.
  return [
    ...open.filter(isShown).map(candidate(revivalsIn(open))),
    ...aside.filter(isShown).map(candidate(revivalsIn(events))),
  ];
}

/** Flags are bookkeeping of the game master, also where they are not marked as hidden. */
const shownTo = (audience: Audience, { effects }: CampaignEvent): readonly Effect[] =>
  audience.kind === 'dm' ? effects : effects.filter(({ kind }) => kind !== 'flag');

const isBlank = (words: string | null): boolean => words === null || words.trim() === '';

const hasContent = (event: CampaignEvent, audience: Audience): boolean =>
  [event.description, event.narration, event.title].some((words) => !isBlank(words)) ||
  shownTo(audience, event).length > 0;

function writeBeat(
  event: CampaignEvent,
  measure: Measure,
  audience: Audience,
  entities: readonly Entity[],
  revivals: Revivals,
): Beat {
  const action = isBlank(event.description) ? event.title : event.description;
  // An event without an action is shown by its narration, however little room there is.
  const narrationCap = isBlank(action) ? Math.max(measure.action, measure.narration) : measure.narration;
  return {
    who: event.actor,
    place: measure.hasPlace && !event.effects.some(({ kind }) => kind === 'moved') ? event.location : null,
    action: wordsOf(action, measure.action),
    narration: wordsOf(event.narration, narrationCap),
    roll: rollLine(event.rolls, measure.hasLabeledRolls),
    changes: weightiest(shownTo(audience, event), measure.changes).map((effect) =>
      changeOf(effect, revivals),
    ),
    events: [event.id],
    isAside: event.visibility !== 'public',
    knownTo: audience.kind === 'dm' ? knowersOf(event, entities) : [],
  };
}

/** In the order of the event. */
function weightiest(effects: readonly Effect[], count: number): readonly Effect[] {
  if (effects.length <= count) return effects;
  const chosen = new Set(effects.toSorted((a, b) => effectWeight(b) - effectWeight(a)).slice(0, count));
  return effects.filter((effect) => chosen.has(effect));
}

const wordsOf = (words: string | null, cap: number): string | null =>
  words === null || isBlank(words) || cap === 0 ? null : excerpt(words, cap);

function changeOf(effect: Effect, revivals: Revivals): string {
  const revived = revivals.get(effect);
  return revived === undefined ? changeLine(effect) : `${changeLine(effect)} (alive again: ${revived})`;
}

const knowersOf = ({ visibility, private_to }: CampaignEvent, entities: readonly Entity[]) =>
  visibility === 'private'
    ? private_to.flatMap((id) => entities.filter((entity) => entity.id === id).map(({ name }) => name))
    : [];
