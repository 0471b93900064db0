import type { Matcher } from './matcher.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Ranked, WeighedTerm } from './ranked.ts';
import { STRENGTHS } from './weights.ts';

const MAX_WORDS = 8;

const listed = (words: readonly string[]) => words.join(', ');

/**
 * Where a text matches a term: in its best passage, without the word, elsewhere in it or in its names, in what it
 * superseded, or near it.
 */
type MatchPlace = 'passage' | 'implied' | 'elsewhere' | 'superseded' | 'near' | 'missing';

function matchPlaces(
  { passage: { own }, present, anywhere, boost }: Ranked,
  asked: readonly WeighedTerm[],
  matched: readonly string[],
  matcher: Matcher,
): readonly MatchPlace[] {
  const inText = new Set(matched.flatMap((word) => matcher.matchesOf(word).map(({ index }) => index)));
  return asked.map((_, index) => {
    if ((own[index] ?? 0) > 0 || inText.has(index)) return 'passage';
    if (anywhere[index] === STRENGTHS.implied) return 'implied';
    if ((anywhere[index] ?? 0) > 0) return (present[index] ?? 0) > 0 ? 'elsewhere' : 'superseded';
    return (boost[index] ?? 0) > 0 ? 'near' : 'missing';
  });
}

/** Explains the rank of a hit in one line. `matched` are the words of its text that match the query. */
export function explain(
  hit: Ranked,
  asked: readonly WeighedTerm[],
  query: ParsedQuery,
  matched: readonly string[],
  matcher: Matcher,
): string {
  const { timeMet, isExact, isBySpeaker, similarity, doc } = hit;
  const places = matchPlaces(hit, asked, matched, matcher);
  const words = [...new Set(matched.map((word) => word.toLowerCase()))].slice(0, MAX_WORDS);
  const at = (place: MatchPlace, words: string) => {
    const found = asked.filter((_, index) => places[index] === place).map(({ term }) => term.word);
    return found.length === 0 ? [] : [`${words} ${listed(found)}`];
  };
  const parts = [
    ...(words.length > 0 ? [`contains ${listed(words)}`] : []),
    ...at('elsewhere', 'elsewhere in the text or its labels:'),
    ...at('superseded', 'only in another version:'),
    ...at('implied', 'implied:'),
    ...at('near', 'nearby:'),
    ...(places.every((place) => place === 'missing') ? [] : at('missing', 'without')),
    ...(isExact ? ['exact match'] : []),
    ...(isBySpeaker === true ? ['by the named speaker'] : []),
    ...(isBySpeaker === false ? ['by another speaker'] : []),
    ...(query.time !== undefined && timeMet === 1 ? [`fits "${query.time.phrase}"`] : []),
    ...(query.time !== undefined && timeMet === 0 ? [`not "${query.time.phrase}"`] : []),
    ...(similarity === undefined ? [] : [`${Math.round(similarity * 100)} % similar`]),
    ...(doc.importance === 5 ? [] : [`importance ${doc.importance}`]),
  ];
  return parts.join('; ');
}
