import type { Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../name-key.ts';
import type { Audience } from '../visibility.ts';
import { effectWeight, importanceOf, type Revivals, revivalsIn, rollLine, weightOf } from './event-weight.ts';
import { type Beat, type RecapFacts, type RecapLength, splitByVisibility } from './recap.ts';
import { beatLine, changeLine, excerpt } from './render-recap.ts';

interface DetailLevel {
  readonly action: number;
  readonly narration: number;
  readonly changes: number;
  readonly hasPlace?: true;
  readonly hasLabeledRolls?: true;
}

const DETAIL_LEVELS: Readonly<
  Record<RecapLength, { readonly least: DetailLevel; readonly full: DetailLevel }>
> = {
  brief: {
    least: { action: 90, narration: 0, changes: 1 },
    full: { action: 140, narration: 110, changes: 2 },
  },
  standard: {
    least: { action: 140, narration: 120, changes: 4, hasPlace: true },
    full: { action: 240, narration: 260, changes: 6, hasPlace: true },
  },
  detailed: {
    least: { action: 160, narration: 0, changes: 8, hasPlace: true },
    full: { action: 600, narration: 2_000, changes: 12, hasPlace: true, hasLabeledRolls: true },
  },
};

export interface Candidate {
  readonly event: CampaignEvent;
  readonly at: number;
  readonly importance: number;
  readonly weight: number;
  readonly write: (detail: DetailLevel) => Beat;
}

/** Every event with something to show, in order of play; events unknown to the party come last. */
export function candidatesOf({ events, entities }: RecapFacts, audience: Audience): readonly Candidate[] {
  const { open, aside } = splitByVisibility(events);
  const order = new Map(events.map(({ id }, at) => [id, at]));
  const candidate =
    (revivals: Revivals) =>
    (event: CampaignEvent): Candidate => ({
      event,
      at: order.get(event.id) ?? 0,
      importance: importanceOf(event),
      weight: weightOf(event),
      write: (detail) => writeBeat(event, detail, audience, entities, revivals),
    });
  const isShown = (event: CampaignEvent) => hasContent(event, audience);
  // The revival itself may be unknown to the party.
  return [
    ...open.filter(isShown).map(candidate(revivalsIn(open))),
    ...aside.filter(isShown).map(candidate(revivalsIn(events))),
  ];
}

/** Players never see flags, even those that are not marked as hidden. */
const shownTo = (audience: Audience, { effects }: CampaignEvent): readonly Effect[] =>
  audience.kind === 'dm' ? effects : effects.filter(({ kind }) => kind !== 'flag');

const isBlank = (words: string | null): boolean => words === null || words.trim() === '';

const hasContent = (event: CampaignEvent, audience: Audience): boolean =>
  [event.description, event.narration, event.title].some((words) => !isBlank(words)) ||
  shownTo(audience, event).length > 0;

function writeBeat(
  event: CampaignEvent,
  detail: DetailLevel,
  audience: Audience,
  entities: readonly Entity[],
  revivals: Revivals,
): Beat {
  const action = isBlank(event.description) ? event.title : event.description;
  // An event without an action always shows its narration.
  const narrationCap = isBlank(action) ? Math.max(detail.action, detail.narration) : detail.narration;
  return {
    who: event.actor,
    place:
      detail.hasPlace === true && !event.effects.some(({ kind }) => kind === 'moved') ? event.location : null,
    action: wordsOf(action, detail.action),
    narration: wordsOf(event.narration, narrationCap),
    roll: rollLine(event.rolls, detail.hasLabeledRolls === true),
    changes: weightiest(shownTo(audience, event), detail.changes).map((effect) => changeOf(effect, revivals)),
    events: [event.id],
    isAside: event.visibility !== 'public',
    knownTo: audience.kind === 'dm' ? knowersOf(event, entities) : [],
  };
}

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

/** Events with less weight are left out, unless nothing else happened. */
const MIN_WEIGHT: Readonly<Record<RecapLength, number>> = {
  brief: 40,
  standard: 20,
  detailed: Number.NEGATIVE_INFINITY,
};
/** Events of this importance are shown whatever their weight. */
const MIN_IMPORTANCE = 4;
const STANDARD_SHARE = 0.6;
/** Up to this many characters, the standard length leaves nothing out. */
const SHORT_SESSION = 1_200;
const MINIMAL_DETAIL: DetailLevel = { action: 60, narration: 0, changes: 0 };

export const sizeOf = (beat: Beat): number => beatLine(beat).length + 1;

export function lastTurnOf(candidates: readonly Candidate[]): Candidate | undefined {
  const inOrder = candidates.toSorted((a, b) => a.at - b.at);
  return inOrder.findLast(({ event }) => event.isTurn) ?? inOrder.at(-1);
}

/** Every recap shows the last turn, so its room is reserved first. */
export function reserveLast(last: Candidate | undefined, length: RecapLength, room: number) {
  const beat = last?.write(DETAIL_LEVELS[length].least);
  return beat === undefined || sizeOf(beat) <= room ? beat : last?.write(MINIMAL_DETAIL);
}

/** Chooses as many events as fit by importance, then adds details to the most important ones. In the order of play. */
export function chooseBeats(candidates: readonly Candidate[], length: RecapLength, room: number) {
  const { least, full } = DETAIL_LEVELS[length];
  const chosen = new Map<Candidate, Beat>();
  let left = Math.min(room, roomFor(candidates, length));
  const put = (candidate: Candidate, beat: Beat, cost = sizeOf(beat)): boolean => {
    if (cost > left) return false;
    left -= cost;
    chosen.set(candidate, beat);
    return true;
  };
  const last = lastTurnOf(candidates);
  const reserved = reserveLast(last, length, left);
  if (last !== undefined && reserved !== undefined) {
    chosen.set(last, reserved);
    left -= sizeOf(reserved);
  }
  let bar = 0;
  for (const each of worthShowing(candidates, length).toSorted(byRank)) {
    if (each.importance < bar) break;
    if (!chosen.has(each) && !put(each, each.write(least))) bar = each.importance;
  }
  for (const [each, beat] of [...chosen].toSorted(([a], [b]) => byRank(a, b))) {
    const fuller = each.write(full);
    put(each, fuller, sizeOf(fuller) - sizeOf(beat));
  }
  const inOrder = candidates.flatMap((each) => {
    const beat = chosen.get(each);
    return beat === undefined ? [] : [{ event: each.event, beat }];
  });
  return withPlaceOnce(inOrder);
}

function roomFor(candidates: readonly Candidate[], length: RecapLength): number {
  if (length !== 'standard') return Number.POSITIVE_INFINITY;
  const all = candidates.reduce((sum, each) => sum + sizeOf(each.write(DETAIL_LEVELS.standard.least)), 0);
  return Math.max(SHORT_SESSION, all * STANDARD_SHARE);
}

function worthShowing(candidates: readonly Candidate[], length: RecapLength): readonly Candidate[] {
  const some = candidates.filter(
    ({ weight, importance }) => weight >= MIN_WEIGHT[length] || importance >= MIN_IMPORTANCE,
  );
  return some.length > 0 ? some : candidates;
}

/** Of equal events, the later one comes first. */
const byRank = (a: Candidate, b: Candidate): number =>
  b.importance - a.importance || b.weight - a.weight || b.at - a.at;

function withPlaceOnce(chosen: readonly { readonly event: CampaignEvent; readonly beat: Beat }[]) {
  let here = '';
  return chosen.map(({ event, beat }) => {
    const place = entityKey(event.location ?? '');
    const isSame = place === here;
    const move = event.effects.findLast(({ kind }) => kind === 'moved');
    here = move?.kind === 'moved' ? entityKey(move.to) : place || here;
    return isSame ? { ...beat, place: null } : beat;
  });
}
