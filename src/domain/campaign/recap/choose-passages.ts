import { MEASURES, type Measure } from './measure.ts';
import type { Passage } from './passage.ts';
import type { RecapLength } from './recap.ts';
import { type Cast, Scribe } from './scribe.ts';

/** A space, the brackets, a number of up to three digits, and a word that joins it to the one before. */
const MARK = 12;

/** What weighs less is a trifle, which is not told for want of anything else to tell. */
const LEAST_WEIGHT: Readonly<Record<RecapLength, number>> = { brief: 40, standard: 20, detailed: 0 };

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

/** First as many as have room, in few words; then more words for those that have more to say. */
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
  const take = (each: Sized, instead: number) => {
    const cost = each.size - instead;
    if (cost > left) return;
    left -= cost;
    chosen.set(each.at, each);
  };
  const first = passages.map(sized(least)).filter(({ size }) => size > 0);
  const worthy = first.filter(({ passage }) => passage.weight >= LEAST_WEIGHT[length]);
  for (const each of (worthy.length > 0 ? worthy : first).sort(byWeight)) take(each, -MARK);
  for (const measure of more) {
    const fuller = [...chosen.values()]
      .map(({ passage, at }) => sized(measure)(passage, at))
      .filter(({ size }) => size > 0);
    for (const each of fuller.sort(byWorth)) take(each, chosen.get(each.at)?.size ?? 0);
  }
  return [...chosen.values()].sort((a, b) => a.at - b.at);
}

/** Of equals the later one, for it is nearer to now. */
const byWeight = (a: Sized, b: Sized): number => b.passage.weight - a.passage.weight || b.at - a.at;
/** Of equals the shorter one, so that more of them have room. */
const byWorth = (a: Sized, b: Sized): number =>
  b.passage.weight - a.passage.weight || a.size - b.size || a.at - b.at;

/** The lightest that is told in many words is told in few; where none is, the lightest is left out. */
export function lighter(choices: readonly Choice[], length: RecapLength): readonly Choice[] {
  const [least] = MEASURES[length];
  const fuller = choices.filter(({ measure }) => measure !== least);
  const from = fuller.length > 0 ? fuller : choices;
  const lightest = Math.min(...from.map(({ passage }) => passage.weight));
  const one = from.find(({ passage }) => passage.weight === lightest);
  if (fuller.length === 0) return choices.filter((each) => each !== one);
  return choices.map((each) => (each === one ? { passage: each.passage, measure: least } : each));
}
