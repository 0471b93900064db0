import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { type Candidate, MEASURES, type Measure } from './beats.ts';
import type { Beat, RecapLength } from './recap.ts';
import { beatLine } from './render-recap.ts';

/** What weighs less is not worth a line, unless nothing else happened. */
const MIN_WEIGHT: Readonly<Record<RecapLength, number>> = {
  brief: 40,
  standard: 20,
  detailed: Number.NEGATIVE_INFINITY,
};
/** From this importance on, an event is worth a line whatever it weighs. */
const IMPORTANT = 4;
const STANDARD_SHARE = 0.6;
/** Characters up to which the standard length leaves nothing out. */
const SHORT_SESSION = 1_200;
/** For the last turn, where there is no room for more of it. */
const SMALLEST: Measure = { action: 60, narration: 0, changes: 0, hasPlace: false, hasLabeledRolls: false };

export const sizeOf = (beat: Beat): number => beatLine(beat).length + 1;

/** The last turn that the audience may know of, or the last event where there was no turn. */
export function lastTurnOf(candidates: readonly Candidate[]): Candidate | undefined {
  const turns = candidates.filter(({ event }) => event.isTurn);
  return (turns.length > 0 ? turns : candidates).reduce<Candidate | undefined>(
    (last, each) => (last === undefined || each.at > last.at ? each : last),
    undefined,
  );
}

/** The last turn is part of every recap, so its room is reserved before anything else gets any. */
export function reserveLast(
  last: Candidate | undefined,
  length: RecapLength,
  room: number,
): Beat | undefined {
  const beat = last?.write(MEASURES[length].least);
  return beat === undefined || sizeOf(beat) <= room ? beat : last?.write(SMALLEST);
}

/**
 * First the least of as many as have room, and none that is less important than one that had no room; then more of the
 * weightiest. Returns them in the order of play.
 */
export function chooseBeats(
  candidates: readonly Candidate[],
  length: RecapLength,
  room: number,
): readonly Beat[] {
  const { least, full } = MEASURES[length];
  const chosen = new Map<Candidate, Beat>();
  let left = Math.min(room, shareOf(candidates, length));
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
  for (const each of worthy(candidates, length).toSorted(byRank)) {
    if (each.importance < bar) break;
    if (!chosen.has(each) && !put(each, each.write(least))) bar = each.importance;
  }
  for (const [each, beat] of [...chosen].toSorted(([a], [b]) => byRank(a, b))) {
    const fuller = each.write(full);
    put(each, fuller, sizeOf(fuller) - sizeOf(beat));
  }
  return withPlaceOnce(candidates.flatMap((each) => chosenPair(each, chosen.get(each))));
}

const chosenPair = (candidate: Candidate, beat: Beat | undefined) =>
  beat === undefined ? [] : [{ event: candidate.event, beat }];

/** The standard length is the weightier part of a session, however short the session was. */
function shareOf(candidates: readonly Candidate[], length: RecapLength): number {
  if (length !== 'standard') return Number.POSITIVE_INFINITY;
  const all = candidates.reduce((sum, each) => sum + sizeOf(each.write(MEASURES.standard.least)), 0);
  return Math.max(SHORT_SESSION, all * STANDARD_SHARE);
}

function worthy(candidates: readonly Candidate[], length: RecapLength): readonly Candidate[] {
  const some = candidates.filter(
    ({ weight, importance }) => weight >= MIN_WEIGHT[length] || importance >= IMPORTANT,
  );
  return some.length > 0 ? some : candidates;
}

/** Of equals the later one, because it is nearer to now. */
const byRank = (a: Candidate, b: Candidate): number =>
  b.importance - a.importance || b.weight - a.weight || b.at - a.at;

/** A place is shown where it differs from that of the beat before. */
function withPlaceOnce(
  chosen: readonly { readonly event: CampaignEvent; readonly beat: Beat }[],
): readonly Beat[] {
  let here = '';
  return chosen.map(({ event, beat }) => {
    const place = entityKey(event.location ?? '');
    const isSame = place === here;
    const move = event.effects.findLast(({ kind }) => kind === 'moved');
    here = move?.kind === 'moved' ? entityKey(move.to) : place || here;
    return isSame ? { ...beat, place: null } : beat;
  });
}
