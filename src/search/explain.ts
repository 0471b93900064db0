import { TOLD } from './measures.ts';
import type { ParsedQuery } from './parse-query.ts';
import { Matcher } from './passages.ts';
import type { Ranked, WeighedTerm } from './rank.ts';

const MOST_WORDS = 8;

const listed = (words: readonly string[]) => words.join(', ');

/** Where a text has a term: in its words, told without the word, elsewhere in it or its names, in what it replaced, or near it. */
type Whereabouts = 'said' | 'told' | 'elsewhere' | 'former' | 'near' | 'missing';

function whereabouts(
  { own, anywhere, lent, doc }: Ranked,
  asked: readonly WeighedTerm[],
  matched: readonly string[],
): readonly Whereabouts[] {
  const matcher = new Matcher(asked);
  const said = new Set(matched.flatMap((word) => matcher.placesOf(word).map(({ index }) => index)));
  const present = [doc.text, doc.names].flatMap((text) => matcher.passagesOf(text));
  return asked.map((_, index) => {
    if ((own[index] ?? 0) > 0 || said.has(index)) return 'said';
    if (anywhere[index] === TOLD) return 'told';
    if ((anywhere[index] ?? 0) > 0)
      return present.some((met) => (met[index] ?? 0) > 0) ? 'elsewhere' : 'former';
    return (lent[index] ?? 0) > 0 ? 'near' : 'missing';
  });
}

/** Why a hit is where it is, in a line; `matched` are the words of the text that were asked for. */
export function explain(
  hit: Ranked,
  asked: readonly WeighedTerm[],
  query: ParsedQuery,
  matched: readonly string[],
): string {
  const { timeMet, isExact, isBySpeaker, similarity, doc } = hit;
  const places = whereabouts(hit, asked, matched);
  const inText = [...new Set(matched.map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
  const at = (place: Whereabouts, words: string) => {
    const found = asked.filter((_, index) => places[index] === place).map(({ term }) => term.word);
    return found.length === 0 ? [] : [`${words} ${listed(found)}`];
  };
  const parts = [
    ...(inText.length > 0 ? [`says ${listed(inText)}`] : []),
    ...at('elsewhere', 'elsewhere in it, or filed under:'),
    ...at('former', 'in another wording:'),
    ...at('told', 'tells without the word:'),
    ...at('near', 'near it:'),
    ...(places.every((place) => place === 'missing') ? [] : at('missing', 'without')),
    ...(isExact ? ['word for word'] : []),
    ...(isBySpeaker === true ? ['said by the one named'] : []),
    ...(isBySpeaker === false ? ['said by another'] : []),
    ...(query.time !== undefined && timeMet === 1 ? [`fits "${query.time.said}"`] : []),
    ...(query.time !== undefined && timeMet === 0 ? [`not "${query.time.said}"`] : []),
    ...(similarity === undefined ? [] : [`means ${Math.round(similarity * 100)} % the same`]),
    ...(doc.importance === 5 ? [] : [`importance ${doc.importance}`]),
  ];
  return parts.join('; ');
}
