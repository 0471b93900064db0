import { Matcher } from './matcher.ts';
import type { ParsedQuery } from './parse-query.ts';
import { strengthsOf } from './passages.ts';
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
  { passage: { own }, anywhere, boost, doc }: Ranked,
  asked: readonly WeighedTerm[],
  matched: readonly string[],
): readonly MatchPlace[] {
  const matcher = new Matcher(asked);
  const inText = new Set(matched.flatMap((word) => matcher.matchesOf(word).map(({ index }) => index)));
  const present = [doc.text, doc.names].map((text) => strengthsOf(matcher.spotsIn(text), asked.length));
  return asked.map((_, index) => {
    if ((own[index] ?? 0) > 0 || inText.has(index)) return 'passage';
    if (anywhere[index] === STRENGTHS.implied) return 'implied';
    if ((anywhere[index] ?? 0) > 0)
      return present.some((met) => (met[index] ?? 0) > 0) ? 'elsewhere' : 'superseded';
    return (boost[index] ?? 0) > 0 ? 'near' : 'missing';
  });
}

/** Explains the rank of a hit in one line. `matched` are the words of its text that match the query. */
export function explain(
  hit: Ranked,
  asked: readonly WeighedTerm[],
  query: ParsedQuery,
  matched: readonly string[],
): string {
  const { timeMet, isExact, isBySpeaker, similarity, doc } = hit;
  const places = matchPlaces(hit, asked, matched);
  const words = [...new Set(matched.map((word) => word.toLowerCase()))].slice(0, MAX_WORDS);
  const at = (place: MatchPlace, words: string) => {
    const found = asked.filter((_, index) => places[index] === place).map(({ term }) => term.word);
    return found.length === 0 ? [] : [`${words} ${listed(found)}`];
  };
  const parts = [
    ...(words.length > 0 ? [`says ${listed(words)}`] : []),
    ...at('elsewhere', 'elsewhere in it, or filed under:'),
    ...at('superseded', 'in another wording:'),
    ...at('implied', 'tells without the word:'),
    ...at('near', 'near it:'),
    ...(places.every((place) => place === 'missing') ? [] : at('missing', 'without')),
    ...(isExact ? ['word for word'] : []),
    ...(isBySpeaker === true ? ['said by the one named'] : []),
    ...(isBySpeaker === false ? ['said by another'] : []),
    ...(query.time !== undefined && timeMet === 1 ? [`fits "${query.time.phrase}"`] : []),
    ...(query.time !== undefined && timeMet === 0 ? [`not "${query.time.phrase}"`] : []),
    ...(similarity === undefined ? [] : [`means ${Math.round(similarity * 100)} % the same`]),
    ...(doc.importance === 5 ? [] : [`importance ${doc.importance}`]),
  ];
  return parts.join('; ');
}
