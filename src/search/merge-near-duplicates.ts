import { normalizeText } from '../domain/words.ts';
import { stemsOf, wordsOf } from './tokens.ts';

const MIN_OVERLAP = 0.85;
const SHORT = 8;
/** A correction of a shorter text would be found by chance. */
const MIN_SHARED = 3;
/** Comparing all with all takes long, and lower ranks matter less. */
const MAX_COMPARED = 20;

/** Longer texts are compared by their beginning. */
const BEGINNING = 400;
/** Words that give two otherwise equal sentences different meanings. */
const DECIDES = /^(?:no|not|never|none|nor|without|only|nicht|kein\p{L}*|nie|ohne|pas|sans|sin)$|\p{N}/iu;
const NAME = /^\p{Lu}/u;
/** `use X`, `don't use X`: the words that make the difference, and those that come with them. */
const NEGATES =
  /^(?:no|not|never|without|avoid|cannot|(?:do|does|did|is|are|was|wo|must|should|could|ca)n|nicht|kein\p{L}*|nie|ohne)$/iu;
const AUXILIARY = /^(?:t|do|does|did|please|always|must|should|we|to|any|longer|anymore|more)$/i;
const MIN_CONTENT = 2;

type Stems = ReadonlySet<string>;

/** What two texts are compared by. */
interface Compared {
  readonly stems: Stems;
  /** Numbers, negations and names, in order. */
  readonly deciders: string;
  /** The stems of the other words. */
  readonly others: Stems;
  /** The stems without negations and their auxiliaries. */
  readonly content: Stems;
  readonly isNegated: boolean;
  readonly subject: string | null;
}

/** What a word says about the text it is in. */
interface WordFacts {
  readonly stems: readonly string[];
  readonly lower: string;
  readonly decides: boolean;
  readonly isName: boolean;
  readonly negates: boolean;
  readonly isAuxiliary: boolean;
}

const MAX_REMEMBERED = 5_000;
const known = new Map<string, WordFacts>();

function factsOf(word: string): WordFacts {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const facts = {
    stems: stemsOf(word),
    lower: word.toLowerCase(),
    decides: DECIDES.test(word),
    isName: NAME.test(word),
    negates: NEGATES.test(word),
    isAuxiliary: AUXILIARY.test(word),
  };
  known.set(word, facts);
  return facts;
}

function compared(text: string, subject: string | null): Compared {
  const [stems, others, content] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let isNegated = false;
  const deciders: string[] = [];
  wordsOf(text.slice(0, BEGINNING)).forEach((word, index) => {
    const facts = factsOf(word);
    const decides = facts.decides || (index > 0 && facts.isName);
    if (facts.negates) isNegated = true;
    if (decides) deciders.push(facts.lower);
    for (const stem of facts.stems) {
      stems.add(stem);
      if (!facts.negates && !facts.isAuxiliary) content.add(stem);
      if (!decides) others.add(stem);
    }
  });
  return {
    stems,
    deciders: deciders.join(' '),
    others,
    content,
    isNegated,
    subject: subject === null ? null : normalizeText(subject),
  };
}

/** The share of the stems that both have; 0 if it is too small. */
function overlap(a: Stems, b: Stems): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = small.size;
  const share = () => shared / (a.size + b.size - shared || 1);
  if (share() < MIN_OVERLAP) return 0;
  for (const stem of small) {
    if (large.has(stem)) continue;
    shared -= 1;
    if (share() < MIN_OVERLAP) return 0;
  }
  return share();
}

/** Short texts have to be equal. */
const areNearlyEqual = (a: Stems, b: Stems) => {
  const share = overlap(a, b);
  return Math.min(a.size, b.size) < SHORT ? share === 1 : share >= MIN_OVERLAP;
};

const areDuplicates = (a: Compared, b: Compared) =>
  a.deciders === b.deciders && a.isNegated === b.isNegated && areNearlyEqual(a.stems, b.stems);

const areOpposed = (a: Compared, b: Compared) =>
  a.isNegated !== b.isNegated && a.content.size >= MIN_CONTENT && areNearlyEqual(a.content, b.content);

/** About the same subject, or nearly the same words with another number, date, name or negation. */
const areVersions = (a: Compared, b: Compared) =>
  (a.subject !== null && a.subject === b.subject) ||
  areOpposed(a, b) ||
  (a.deciders !== b.deciders && a.others.size >= MIN_SHARED && areNearlyEqual(a.others, b.others));

export interface MergedHit<Hit> {
  readonly hit: Hit;
  /** Near-duplicates that rank lower. */
  readonly duplicates: readonly Hit[];
  /** The newest hit that says otherwise about the same. */
  readonly newer?: Hit;
}

interface Kept<Hit> extends Compared {
  readonly hit: Hit;
  readonly duplicates: Hit[];
}

interface Comparable {
  readonly text: string;
  readonly subject: string | null;
  readonly at: string;
}

/**
 * Keeps the best of several near-duplicates and lists the others with it. Hits about the same that differ come one after the other,
 * the newest first.
 */
export function mergeNearDuplicates<Hit>(
  hits: readonly Hit[],
  of: (hit: Hit) => Comparable,
): readonly MergedHit<Hit>[] {
  const groups: Kept<Hit>[][] = [];
  for (const hit of hits.slice(0, MAX_COMPARED)) {
    const { text, subject } = of(hit);
    const one: Kept<Hit> = { ...compared(text, subject), hit, duplicates: [] };
    const twin = groups.flat().find((other) => areDuplicates(one, other));
    const versions = groups.find((group) => group.some((other) => areVersions(one, other)));
    if (twin !== undefined) twin.duplicates.push(hit);
    else if (versions !== undefined) versions.push(one);
    else groups.push([one]);
  }
  const newestFirst = (a: Kept<Hit>, b: Kept<Hit>) =>
    of(a.hit).at < of(b.hit).at ? 1 : of(a.hit).at > of(b.hit).at ? -1 : 0;
  const merged = groups.flatMap((group) => {
    const [newest, ...older] = group.sort(newestFirst);
    if (newest === undefined) return [];
    const { hit, duplicates } = newest;
    return [
      { hit, duplicates },
      ...older.map((one) => ({ hit: one.hit, duplicates: one.duplicates, newer: hit })),
    ];
  });
  return [...merged, ...hits.slice(MAX_COMPARED).map((hit) => ({ hit, duplicates: [] }))];
}
