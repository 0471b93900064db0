import type { Passage } from './passage.ts';
import { type Cast, Scribe } from './scribe.ts';

/** A space, the brackets, and a number of up to three digits. */
const MARK = 6;

/** The weightiest that have room; of equals the later one, for it is nearer to now. */
export function choosePassages(passages: readonly Passage[], room: number, cast: Cast): readonly Passage[] {
  const measured = passages.map((each, at) => ({ each, at, size: each.tell(new Scribe(cast)).length }));
  const byWeight = measured
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.each.weight - a.each.weight || b.at - a.at);
  const chosen = new Set<Passage>();
  let left = room;
  for (const { each, size } of byWeight) {
    if (size + MARK > left) continue;
    chosen.add(each);
    left -= size + MARK;
  }
  return passages.filter((each) => chosen.has(each));
}

export function withoutLightest(passages: readonly Passage[]): readonly Passage[] {
  const lightest = Math.min(...passages.map(({ weight }) => weight));
  const at = passages.findIndex(({ weight }) => weight === lightest);
  return passages.filter((_, index) => index !== at);
}
