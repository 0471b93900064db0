import { bigrams, isUnspaced, unspacedRuns } from '../../domain/words/scripts.ts';
import { kinOf } from '../../search/kin-words.ts';
import type { Term } from '../../search/parse-query.ts';
import type { KnownBy } from '../../search/passages.ts';
import { stem } from '../../search/stem.ts';
import { oneSlipAway } from '../../search/typos.ts';
import type { SearchIndex, SearchScope, TextSource, Wanted } from '../ports/search-index.ts';
import { countInPast } from './former.ts';

/** So many places of one word are looked at, the newest; of a rarer word, all. */
const PLACES = 300;
/** How far back letters inside of words are looked for, which no index holds. */
const INSIDE_DEPTH = 2_000;
const SHORTEST_INSIDE = 4;
const SHORTEST_ROOT = 5;
const SLIPPED = 0.95;

export interface Found {
  readonly term: Term;
  readonly known: KnownBy;
  readonly count: number;
  /** Nobody wrote it as it was typed. */
  readonly isUnheardOf: boolean;
  readonly places: ReadonlyMap<TextSource, readonly number[]>;
}

export interface Search {
  readonly index: SearchIndex;
  readonly scope: SearchScope;
  readonly sources: readonly TextSource[];
}

export async function lookUp({ index, scope, sources }: Search, wanted: Wanted, limit = PLACES) {
  const places = new Map<TextSource, readonly number[]>();
  let count = 0;
  for (const source of sources) {
    const found = await index.find(source, wanted, scope, limit);
    places.set(source, found.places);
    count += found.count;
  }
  return { places, count };
}

async function lookInside({ index, scope, sources }: Search, letters: string) {
  const places = new Map<TextSource, readonly number[]>();
  for (const source of sources)
    places.set(source, await index.findInside(source, letters, scope, INSIDE_DEPTH));
  const count = [...places.values()].reduce((sum, some) => sum + some.length, 0);
  return { places, count };
}

/** The index has two neighbouring characters at a time. */
const unspacedWanted = (run: string): Wanted =>
  [...run].length === 1 ? { begins: run } : { phrase: bigrams(run) };

export function wantedOf({ kind, word, or = [] }: Term): Wanted {
  if (kind === 'prefix') return { begins: word };
  return kind === 'unspaced' ? unspacedWanted(word) : { any: [word, ...or] };
}

/** Where words without spaces are quoted, what may say it: whether they stand together is seen in the text. */
export function quotedWanted(phrase: readonly string[]): Wanted {
  if (!phrase.some(isUnspaced)) return { phrase };
  return {
    all: phrase.flatMap((word) =>
      isUnspaced(word) ? unspacedRuns(word).map(unspacedWanted) : [{ any: [word] }],
    ),
  };
}

const itself = ({ stem: own, or = [] }: Term): KnownBy =>
  new Map([own, ...or.map((other) => stem(other))].map((one) => [one, 1]));

const unheardOf = (term: Term): Found => ({
  term,
  known: itself(term),
  count: 0,
  isUnheardOf: true,
  places: new Map(),
});

/** A word nobody wrote may be grown from a root somebody did, mistyped, or part of a longer one. */
async function findUnheardOf(search: Search, term: Term): Promise<Found> {
  const root = term.stem.slice(0, Math.max(SHORTEST_ROOT, Math.ceil(term.stem.length * 0.7)));
  const slips = oneSlipAway(term.word);
  const mayBegin = term.word.length >= SHORTEST_INSIDE;
  const others: Wanted[] = [
    ...(mayBegin ? [{ begins: term.word }] : []),
    ...(root.length >= SHORTEST_ROOT ? [{ begins: root }] : []),
    ...(slips.length > 0 ? [{ any: slips }] : []),
  ];
  if (others.length > 0) {
    const meant = await lookUp(search, { some: others });
    if (meant.count > 0)
      return {
        ...unheardOf(mayBegin ? { ...term, kind: 'prefix' } : term),
        known: new Map([...slips.map((word) => [stem(word), SLIPPED] as const), ...itself(term)]),
        ...meant,
      };
  }
  if (term.word.length < SHORTEST_INSIDE) return unheardOf(term);
  return {
    ...unheardOf(term),
    term: { ...term, kind: 'inside' },
    known: new Map(),
    ...(await lookInside(search, term.word)),
  };
}

/** Where other words for the same stand. */
async function withKin(search: Search, found: Found): Promise<Found> {
  const kin = kinOf(found.term.stem);
  if (kin.size === 0) return found;
  const others = await lookUp(search, { any: [...kin.keys()] });
  const places = new Map(
    search.sources.map((source) => {
      const both = [...(found.places.get(source) ?? []), ...(others.places.get(source) ?? [])];
      return [source, [...new Set(both)]] as const;
    }),
  );
  const known = new Map([
    ...[...kin].map(([word, strength]) => [stem(word), strength] as const),
    ...found.known,
  ]);
  return { ...found, known, places, count: found.count > 0 ? found.count : others.count };
}

export interface Beforehand {
  readonly mayBePast: boolean;
  readonly mayBeMistyped: boolean;
  /** How many said it in an earlier wording. */
  readonly saidBefore: number;
}

export async function findTerm(
  search: Search,
  term: Term,
  { mayBePast, mayBeMistyped, saidBefore }: Beforehand,
): Promise<Found> {
  const found: Found = {
    ...unheardOf(term),
    ...(await lookUp(search, wantedOf(term))),
    isUnheardOf: false,
  };
  if (term.kind !== 'word') return found;
  const wider = await withKin(search, found);
  if (wider.count > 0) return wider;
  const past = saidBefore + (mayBePast ? await countInPast(search, wantedOf(term)) : 0);
  if (past > 0) return { ...wider, count: past };
  return mayBeMistyped ? findUnheardOf(search, term) : unheardOf(term);
}
