import { instantFromMs } from '../../domain/instant.ts';
import { bigrams, isUnspaced, unspacedRuns } from '../../domain/words/scripts.ts';
import { kinOf } from '../../search/kin-words.ts';
import type { ParsedQuery, Term } from '../../search/parse-query.ts';
import type { KnownBy } from '../../search/passages.ts';
import type { WeighedTerm } from '../../search/rank.ts';
import { stem } from '../../search/stem.ts';
import type { TimeAsked } from '../../search/time-asked.ts';
import { oneSlipAway } from '../../search/typos.ts';
import { weighTerm } from '../../search/weigh-term.ts';
import type { SearchIndex, SearchScope, TextSource, Wanted } from '../ports/search-index.ts';
import { countInPast, findSuccessors, formerWords, mayAskByFormer } from './former.ts';
import { keyOf, type Searched } from './searched-doc.ts';

/** So many places of one word are looked at, the newest; of a rarer word, all. */
const PLACES = 300;
/** Enough to estimate by how much there is in all. */
const SAMPLE = 200;
/** So many texts are read and ranked. */
export const CANDIDATES = 200;
const WITH_NEIGHBOURS = 100;
const REACH = 5;
/** How far back letters inside of words are looked for, which no index holds. */
const INSIDE_DEPTH = 2_000;
const SHORTEST_INSIDE = 4;
const SHORTEST_ROOT = 5;
const SLIPPED = 0.95;
/** Of words nobody wrote only so many are tried in other forms: each costs some milliseconds. */
const MOST_UNHEARD_OF = 4;

interface Found {
  readonly term: Term;
  readonly known: KnownBy;
  readonly count: number;
  readonly places: ReadonlyMap<TextSource, readonly number[]>;
}

export interface Gathered {
  readonly terms: readonly WeighedTerm[];
  readonly texts: readonly Searched[];
}

interface Search {
  readonly index: SearchIndex;
  readonly scope: SearchScope;
  readonly sources: readonly TextSource[];
}

async function lookUp({ index, scope, sources }: Search, wanted: Wanted, limit = PLACES) {
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

function wantedOf({ kind, word }: Term): Wanted {
  if (kind === 'prefix') return { begins: word };
  return kind === 'unspaced' ? unspacedWanted(word) : { any: [word] };
}

/** Where words without spaces are quoted, what may say it: whether they stand together is seen in the text. */
function quotedWanted(phrase: readonly string[]): Wanted {
  if (!phrase.some(isUnspaced)) return { phrase };
  return {
    all: phrase.flatMap((word) =>
      isUnspaced(word) ? unspacedRuns(word).map(unspacedWanted) : [{ any: [word] }],
    ),
  };
}

const itself = (term: Term): KnownBy => new Map([[term.stem, 1]]);

/** A word nobody wrote may be grown from a root somebody did, mistyped, or part of a longer one. */
async function findUnheardOf(search: Search, term: Term): Promise<Found> {
  if (term.word.length >= SHORTEST_INSIDE) {
    const begun = await lookUp(search, { begins: term.word });
    if (begun.count > 0) return { term: { ...term, kind: 'prefix' }, known: itself(term), ...begun };
  }
  const root = term.stem.slice(0, Math.max(SHORTEST_ROOT, Math.ceil(term.stem.length * 0.7)));
  if (root.length >= SHORTEST_ROOT) {
    const related = await lookUp(search, { begins: root });
    if (related.count > 0) return { term, known: itself(term), ...related };
  }
  const slips = oneSlipAway(term.word);
  if (slips.length > 0) {
    const slipped = await lookUp(search, { any: slips });
    if (slipped.count > 0)
      return { term, known: new Map(slips.map((word) => [stem(word), SLIPPED])), ...slipped };
  }
  if (term.word.length < SHORTEST_INSIDE) return { term, known: itself(term), count: 0, places: new Map() };
  return { term: { ...term, kind: 'inside' }, known: new Map(), ...(await lookInside(search, term.word)) };
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
  return { term: found.term, known, places, count: found.count > 0 ? found.count : others.count };
}

async function findTerm(
  search: Search,
  term: Term,
  { mayBePast, mayBeMistyped }: { mayBePast: boolean; mayBeMistyped: boolean },
): Promise<Found> {
  const found: Found = { term, known: itself(term), ...(await lookUp(search, wantedOf(term))) };
  if (term.kind !== 'word') return found;
  const wider = await withKin(search, found);
  if (wider.count > 0) return wider;
  const past = mayBePast ? await countInPast(search, wantedOf(term)) : 0;
  if (past > 0) return { ...wider, count: past };
  return mayBeMistyped ? findUnheardOf(search, term) : wider;
}

/** Words of which there are too many to look at all: where several stand together is looked up of its own. */
async function findTogether(search: Search, found: readonly Found[]): Promise<readonly Found['places'][]> {
  const byCount = found.filter(({ count }) => count > CANDIDATES).sort((a, b) => a.count - b.count);
  if (byCount.length < 2) return [];
  const together = async (some: readonly Found[]) =>
    (await lookUp(search, { all: some.map(({ term }) => wantedOf(term)) }, CANDIDATES)).places;
  const all = await together(byCount);
  const [rarest, next, third] = byCount;
  const isEnough = [...all.values()].some((places) => places.length >= CANDIDATES / 2);
  if (isEnough || third === undefined || rarest === undefined || next === undefined) return [all];
  return [
    all,
    await together([rarest, next]),
    await together([rarest, third]),
    await together([next, third]),
  ];
}

type Scores = Map<TextSource, Map<number, number>>;

function addTo(scores: Scores, places: Found['places'], weight: number): void {
  for (const [source, some] of places) {
    const known = scores.get(source) ?? new Map<number, number>();
    for (const place of some) known.set(place, (known.get(place) ?? 0) + weight);
    scores.set(source, known);
  }
}

function best(scores: Scores, limit: number): ReadonlyMap<TextSource, readonly number[]> {
  const all = [...scores].flatMap(([source, places]) =>
    [...places].map(([place, score]) => ({ source, place, score })),
  );
  all.sort((a, b) => b.score - a.score || b.place - a.place);
  const chosen = new Map<TextSource, number[]>();
  for (const { source, place } of all.slice(0, limit))
    chosen.set(source, [...(chosen.get(source) ?? []), place]);
  return chosen;
}

async function readAll({ index, scope }: Search, chosen: ReadonlyMap<TextSource, readonly number[]>) {
  const texts: Searched[] = [];
  for (const [source, places] of chosen) {
    const own = await index.read(source, places, scope);
    const inSessions = own.slice(0, WITH_NEIGHBOURS).filter(({ sessionId }) => sessionId !== null);
    const around = inSessions.length === 0 ? [] : await index.readAround(source, inSessions, REACH, scope);
    const known = new Set(own.map(({ place }) => place));
    texts.push(
      ...[...own, ...around.filter(({ place }) => !known.has(place))].map((text) => ({
        ...text,
        source,
        former: '',
      })),
    );
  }
  return texts;
}

async function withFormerWords(search: Search, texts: readonly Searched[]): Promise<readonly Searched[]> {
  const told: Searched[] = [];
  for (const text of texts)
    told.push(text.supersedes.length === 0 ? text : { ...text, former: await formerWords(search, text) });
  return told;
}

/** Where a question names nothing but a time, all that is from then. */
async function ofTime(search: Search, { from, to }: TimeAsked): Promise<Gathered> {
  const { since, until } = search.scope;
  const begins = instantFromMs(from);
  const ends = instantFromMs(to - 1);
  const scope = {
    ...search.scope,
    since: since === undefined || since < begins ? begins : since,
    until: until === undefined || until > ends ? ends : until,
  };
  const { places } = await lookUp({ ...search, scope }, { everything: true }, CANDIDATES);
  return { terms: [], texts: await readAll({ ...search, scope }, places) };
}

/** What may answer, and what stands next to it; bounded, however much there is. */
export async function gather(search: Search, query: ParsedQuery): Promise<Gathered> {
  if (query.terms.length === 0 && query.time !== undefined) return ofTime(search, query.time);
  const mayBePast = mayAskByFormer(query, search.scope);
  const found: Found[] = [];
  let unheardOf = 0;
  for (const term of query.terms) {
    const one = await findTerm(search, term, { mayBePast, mayBeMistyped: unheardOf < MOST_UNHEARD_OF });
    if (one.places.size === 0 || one.term.kind !== term.kind || !one.known.has(term.stem) || one.count === 0)
      unheardOf += 1;
    found.push(one);
  }
  const { count: total } = await lookUp(search, { everything: true }, SAMPLE);
  const terms = found.map(({ term, known, count }) => ({
    term,
    known,
    weight: weighTerm(term, count, total),
  }));
  const scores: Scores = new Map();
  found.forEach(({ places }, index) => {
    addTo(scores, places, terms[index]?.weight ?? 0);
  });
  for (const places of await findTogether(search, found)) addTo(scores, places, 1);
  if (query.phrases.length > 0) {
    const wanted: Wanted = { all: query.phrases.map(quotedWanted) };
    const { places } = await lookUp(search, wanted);
    const saying: Scores = new Map();
    addTo(saying, places, 1);
    return { terms, texts: await readAll(search, best(saying, CANDIDATES)) };
  }
  const texts = await readAll(search, best(scores, CANDIDATES));
  if (!mayBePast) return { terms, texts };
  const asked = terms.map(({ term, weight }) => ({ wanted: wantedOf(term), weight }));
  const known = new Set(texts.map(keyOf));
  const successors = (await findSuccessors(search, asked))
    .map((text): Searched => ({ ...text, source: 'records', former: '' }))
    .filter((text) => !known.has(keyOf(text)));
  return { terms, texts: await withFormerWords(search, [...texts, ...successors]) };
}
