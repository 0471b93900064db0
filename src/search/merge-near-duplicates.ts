import { stemsOf, wordsOf } from './tokens.ts';

const MIN_OVERLAP = 0.85;
const SHORT = 8;
/** Comparing all with all takes long, and lower ranks matter less. */
const MAX_COMPARED = 30;

/** Longer texts are compared by their beginning. */
const BEGINNING = 1_000;
/** Words that give two otherwise equal sentences different meanings. */
const DECIDES = /^(?:no|not|never|none|nor|without|only|nicht|kein\p{L}*|nie|ohne|pas|sans|sin)$|\p{N}/iu;
const NAME = /^\p{Lu}/u;

/** Numbers, negations and names, in order. */
const decidersIn = (text: string) =>
  wordsOf(text)
    .filter((word, index) => DECIDES.test(word) || (index > 0 && NAME.test(word)))
    .join(' ')
    .toLowerCase();

const stemsIn = (text: string) => new Set(wordsOf(text).flatMap((word) => stemsOf(word)));

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (small.size < MIN_OVERLAP * large.size) return 0;
  let shared = 0;
  for (const stem of small) if (large.has(stem)) shared += 1;
  return shared / (a.size + b.size - shared || 1);
}

/** Short texts have to be equal. */
const areNearDuplicates = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  const share = overlap(a, b);
  return Math.min(a.size, b.size) < SHORT ? share === 1 : share >= MIN_OVERLAP;
};

export interface MergedHit<Hit> {
  readonly hit: Hit;
  /** Near-duplicates that rank lower. */
  readonly duplicates: readonly Hit[];
}

/** Keeps the best of several near-duplicates and lists the others with it. */
export function mergeNearDuplicates<Hit>(
  hits: readonly Hit[],
  textOf: (hit: Hit) => string,
): readonly MergedHit<Hit>[] {
  const kept: { hit: Hit; duplicates: Hit[]; stems: ReadonlySet<string>; deciders: string }[] = [];
  for (const hit of hits.slice(0, MAX_COMPARED)) {
    const text = textOf(hit).slice(0, BEGINNING);
    const stems = stemsIn(text);
    const deciders = decidersIn(text);
    const twin = kept.find((one) => one.deciders === deciders && areNearDuplicates(one.stems, stems));
    if (twin === undefined) kept.push({ hit, duplicates: [], stems, deciders });
    else twin.duplicates.push(hit);
  }
  return [...kept, ...hits.slice(MAX_COMPARED).map((hit) => ({ hit, duplicates: [] }))];
}
