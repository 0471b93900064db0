import { instantFromMs } from '../../domain/instant.ts';
import type { RecordType } from '../../domain/record/record.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import type { WeighedTerm } from '../../search/rank.ts';
import { type TimeAsked, writtenForms } from '../../search/time-asked.ts';
import { typesNamed } from '../../search/type-names.ts';
import { weighTerm } from '../../search/weigh-term.ts';
import type { SearchScope, SearchText, TextSource, Wanted } from '../ports/search-index.ts';
import { type Found, findTerm, lookUp, quotedWanted, type Search, wantedOf } from './find-term.ts';
import { findSuccessors, formerWords, mayAskByFormer } from './former.ts';
import { findReworded, readReworded } from './reworded.ts';
import { keyOf, type Searched } from './searched-doc.ts';

/** Enough to estimate by how much there is in all. */
const SAMPLE = 200;
/** So many texts are read and ranked. */
export const CANDIDATES = 200;
const WITH_NEIGHBOURS = 100;
const REACH = 5;
/** Of words nobody wrote only so many are tried in other forms: each costs some milliseconds. */
const MOST_UNHEARD_OF = 4;

export interface Gathered {
  readonly terms: readonly WeighedTerm[];
  readonly texts: readonly Searched[];
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

/** `isWhole`: what was quoted or excluded may stand anywhere in a text. */
async function readAll(
  { index, scope }: Search,
  chosen: ReadonlyMap<TextSource, readonly number[]>,
  isWhole = false,
) {
  const texts: Searched[] = [];
  for (const [source, places] of chosen) {
    const own = await index.read(source, places, scope, isWhole);
    const inSessions = own.slice(0, WITH_NEIGHBOURS).filter(({ sessionId }) => sessionId !== null);
    const around = inSessions.length === 0 ? [] : await index.readAround(source, inSessions, REACH, scope);
    const known = new Set(own.map(({ place }) => place));
    texts.push(...own, ...around.filter(({ place }) => !known.has(place)));
  }
  return texts;
}

async function withFormerWords(search: Search, texts: readonly Searched[]): Promise<readonly Searched[]> {
  const told: Searched[] = [];
  for (const text of texts)
    told.push(text.supersedes.length === 0 ? text : { ...text, former: await formerWords(search, text) });
  return told;
}

/** Records that were come upon in another way. */
function withOthers(texts: readonly Searched[], records: readonly SearchText[]): readonly Searched[] {
  const known = new Set(texts.map(keyOf));
  return [...texts, ...records.filter((text) => !known.has(keyOf(text)))];
}

const ofTypes = (search: Search, scope: SearchScope, types: readonly RecordType[]): Search => ({
  ...search,
  scope: { ...scope, types },
  sources: ['records'],
});

/** Where a question names nothing but a time, all that is from then, and what names it. */
async function ofTime(search: Search, time: TimeAsked, words: readonly string[]): Promise<Gathered> {
  const { from, to } = time;
  const { since, until } = search.scope;
  const begins = instantFromMs(from);
  const ends = instantFromMs(to - 1);
  const scope = {
    ...search.scope,
    since: since === undefined || since < begins ? begins : since,
    until: until === undefined || until > ends ? ends : until,
  };
  const types = typesNamed(words);
  const then =
    types.length === 0 || scope.types !== undefined ? { ...search, scope } : ofTypes(search, scope, types);
  const { places } = await lookUp(then, { everything: true }, CANDIDATES);
  const texts = await readAll(then, places);
  const forms = writtenForms(time);
  if (forms.length === 0 || types.length > 0) return { terms: [], texts };
  const named = await lookUp(search, { all: forms.map((any) => ({ any })) }, CANDIDATES);
  return { terms: [], texts: withOthers(texts, await readAll(search, named.places)) };
}

/** A name nobody wrote in one piece is looked for by its pieces: `featureFlags` where texts say feature_flags. */
function inPieces(found: readonly Found[]): readonly Found[] {
  const isSplit = ({ term, isUnheardOf }: Found) => term.hasPieces === true && isUnheardOf;
  if (!found.some(isSplit)) return found;
  return found
    .filter((one) => !isSplit(one))
    .map((one) => (one.term.kind === 'piece' ? { ...one, term: { ...one.term, telling: 1 } } : one));
}

/** What may answer, and what stands next to it; bounded, however much there is. */
export async function gather(search: Search, query: ParsedQuery): Promise<Gathered> {
  if (query.terms.length === 0 && query.time !== undefined) return ofTime(search, query.time, query.words);
  const mayBePast = mayAskByFormer(query, search.scope);
  const reworded = await findReworded(search, query.terms);
  const found: Found[] = [];
  for (const term of query.terms) {
    const mayBeMistyped = found.filter(({ isUnheardOf }) => isUnheardOf).length < MOST_UNHEARD_OF;
    const saidBefore = reworded.get(term.word)?.length ?? 0;
    found.push(await findTerm(search, term, { mayBePast, mayBeMistyped, saidBefore }));
  }
  const { count: total } = await lookUp(search, { everything: true }, SAMPLE);
  const weighed = inPieces(found).map(({ term, known, count, places }) => ({
    term,
    known,
    places,
    weight: weighTerm(term, count, total, query.isKeywords),
  }));
  const terms = weighed.map(({ term, known, weight }) => ({ term, known, weight }));
  const scores: Scores = new Map();
  for (const { places, weight } of weighed) addTo(scores, places, weight);
  for (const places of await findTogether(search, found)) addTo(scores, places, 1);
  if (query.phrases.length > 0) {
    const wanted: Wanted = { all: query.phrases.map(quotedWanted) };
    const { places } = await lookUp(search, wanted);
    const saying: Scores = new Map();
    addTo(saying, places, 1);
    const texts = await readAll(search, best(saying, CANDIDATES), true);
    return { terms, texts: withOthers(texts, await readReworded(search, reworded)) };
  }
  const texts = await readAll(search, best(scores, CANDIDATES), query.excluded.length > 0);
  if (!mayBePast) return { terms, texts: withOthers(texts, await readReworded(search, reworded)) };
  const asked = terms.map(({ term, weight }) => ({ wanted: wantedOf(term), weight }));
  const both = withOthers(texts, await findSuccessors(search, asked));
  return { terms, texts: await withFormerWords(search, both) };
}
