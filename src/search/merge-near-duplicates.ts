import { stemsOf, wordsOf } from './tokens.ts';

const ALIKE = 0.85;
const SHORT = 8;
/** Further down nobody minds two that are alike, and comparing all with all takes long. */
const COMPARED = 30;

/** Beyond this two texts are compared by how they begin. */
const BEGINNING = 1_000;
/** What makes two sentences of the same words say different things. */
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
  if (small.size < ALIKE * large.size) return 0;
  let shared = 0;
  for (const stem of small) if (large.has(stem)) shared += 1;
  return shared / (a.size + b.size - shared || 1);
}

/** Whether two texts say the same, word for word or nearly; short ones only if they do so exactly. */
const areAlike = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
  const share = overlap(a, b);
  return Math.min(a.size, b.size) < SHORT ? share === 1 : share >= ALIKE;
};

export interface Folded<Hit> {
  readonly hit: Hit;
  /** What says nearly the same and ranks lower. */
  readonly alike: readonly Hit[];
}

/** Near-duplicates stand behind the best of them. */
export function mergeNearDuplicates<Hit>(
  hits: readonly Hit[],
  textOf: (hit: Hit) => string,
): readonly Folded<Hit>[] {
  const kept: { hit: Hit; alike: Hit[]; stems: ReadonlySet<string>; deciders: string }[] = [];
  for (const hit of hits.slice(0, COMPARED)) {
    const text = textOf(hit).slice(0, BEGINNING);
    const stems = stemsIn(text);
    const deciders = decidersIn(text);
    const twin = kept.find((one) => one.deciders === deciders && areAlike(one.stems, stems));
    if (twin === undefined) kept.push({ hit, alike: [], stems, deciders });
    else twin.alike.push(hit);
  }
  return [...kept, ...hits.slice(COMPARED).map((hit) => ({ hit, alike: [] }))];
}
