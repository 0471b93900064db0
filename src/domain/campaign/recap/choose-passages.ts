import { MEASURES, type Measure } from './measure.ts';
import type { Passage } from './passage.ts';
import type { RecapLength } from './recap.ts';
import { type Cast, Scribe } from './scribe.ts';

/** A space, the brackets, a number of up to three digits, and a word that joins it to the one before. */
const MARK = 12;

/** What weighs less is a trifle, which is not told for want of anything else to tell. */
const LEAST_WEIGHT: Readonly<Record<RecapLength, number>> = { brief: 40, standard: 20, detailed: 0 };
const NEVER_A_TRIFLE = 4;

export interface Choice {
  readonly passage: Passage;
  readonly measure: Measure;
}

interface Sized extends Choice {
  readonly at: number;
  readonly size: number;
}

/** How long a passage is, told by itself. */
export type Sizes = (passage: Passage, measure: Measure) => number;

/** Each is told once for each measure, however often it is asked for. */
export function sizesIn(cast: Cast): Sizes {
  const known = new Map<Measure, Map<Passage, number>>();
  return (passage, measure) => {
    const sizes = known.get(measure) ?? new Map<Passage, number>();
    const size = sizes.get(passage) ?? passage.tell(new Scribe(cast), measure).length;
    known.set(measure, sizes.set(passage, size));
    return size;
  };
}

/**
 * First as many as have room, in few words, and none that is less important than one that had no room; then, in a
 * brief telling, more of the same events; then more words for those that have more to say.
 */
export function choosePassages(
  passages: readonly Passage[],
  length: RecapLength,
  room: number,
  sizeOf: Sizes,
): readonly Choice[] {
  const [least, ...more] = MEASURES[length];
  const sized = (measure: Measure) => (passage: Passage, at: number) => ({
    passage,
    measure,
    at,
    size: sizeOf(passage, measure),
  });
  let left = room;
  const chosen = new Map<number, Sized>();
  const take = (each: Sized, instead: number): boolean => {
    const cost = each.size - instead;
    if (cost > left) return false;
    left -= cost;
    chosen.set(each.at, each);
    return true;
  };
  const first = passages.map(sized(least)).filter(({ size }) => size > 0);
  const worthy = first.filter(({ passage }) => isWorthy(passage, length));
  const told = new Set<string>();
  const isTold = ({ passage }: Sized) => passage.events.every((id) => told.has(id));
  const again: Sized[] = [];
  let bar = 0;
  for (const each of (worthy.length > 0 ? worthy : first).sort(byImportance)) {
    const { importance, events } = each.passage;
    if (length === 'brief' && isTold(each)) again.push(each);
    else if (importance < bar) break;
    else if (take(each, -MARK)) for (const id of events) told.add(id);
    else if (!isTold(each)) bar = importance;
  }
  for (const each of again) take(each, -MARK);
  for (const measure of more) {
    const fuller = [...chosen.values()]
      .map(({ passage, at }) => sized(measure)(passage, at))
      .filter(({ size }) => size > 0);
    for (const each of fuller.sort(byWorth)) take(each, chosen.get(each.at)?.size ?? 0);
  }
  return [...chosen.values()].sort((a, b) => a.at - b.at);
}

const isWorthy = ({ weight, importance }: Passage, length: RecapLength): boolean =>
  weight >= LEAST_WEIGHT[length] || importance >= NEVER_A_TRIFLE;

const inOrder = (a: Passage, b: Passage): number => b.importance - a.importance || b.weight - a.weight;
/** Of equals the later one, for it is nearer to now. */
const byImportance = (a: Sized, b: Sized): number => inOrder(a.passage, b.passage) || b.at - a.at;
/** Of equals the shorter one, so that more of them have room. */
const byWorth = (a: Sized, b: Sized): number =>
  inOrder(a.passage, b.passage) || a.size - b.size || a.at - b.at;

/** The lightest that is told in many words is told in few; where none is, the lightest is left out. */
export function lighter(choices: readonly Choice[], length: RecapLength): readonly Choice[] {
  const [least] = MEASURES[length];
  const fuller = choices.filter(({ measure }) => measure !== least);
  const from = fuller.length > 0 ? fuller : choices;
  const one = from.toSorted((a, b) => inOrder(b.passage, a.passage))[0];
  if (fuller.length === 0) return choices.filter((each) => each !== one);
  return choices.map((each) => (each === one ? { passage: each.passage, measure: least } : each));
}
