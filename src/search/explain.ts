import { TOLD } from './measures.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Ranked, WeighedTerm } from './rank.ts';

const MOST_WORDS = 8;

const listed = (words: readonly string[]) => words.join(', ');

/** Why a hit is where it is, in a line; `matched` are the words of the text that were asked for. */
export function explain(
  { own, anywhere, lent, timeMet, isExact, isBySpeaker, similarity, doc }: Ranked,
  asked: readonly WeighedTerm[],
  query: ParsedQuery,
  matched: readonly string[],
): string {
  const words = asked.map(({ term }) => term.word);
  const inText = [...new Set(matched.map((word) => word.toLowerCase()))].slice(0, MOST_WORDS);
  const notSaid = words.filter((_, index) => (own[index] ?? 0) === 0 && (anywhere[index] ?? 0) > 0);
  const told = notSaid.filter((word) => anywhere[words.indexOf(word)] === TOLD);
  const elsewhere = notSaid.filter((word) => !told.includes(word));
  const near = words.filter(
    (_, index) => (own[index] ?? 0) === 0 && (anywhere[index] ?? 0) === 0 && (lent[index] ?? 0) > 0,
  );
  const missing = words.filter((_, index) => (anywhere[index] ?? 0) === 0 && (lent[index] ?? 0) === 0);
  const parts = [
    ...(inText.length > 0 ? [`says ${listed(inText)}`] : []),
    ...(elsewhere.length > 0 ? [`elsewhere in it, or filed under: ${listed(elsewhere)}`] : []),
    ...(told.length > 0 ? [`tells without the word: ${listed(told)}`] : []),
    ...(near.length > 0 ? [`near it: ${listed(near)}`] : []),
    ...(missing.length > 0 && missing.length < words.length ? [`without ${listed(missing)}`] : []),
    ...(isExact ? ['word for word'] : []),
    ...(isBySpeaker === true ? ['said by the one named'] : []),
    ...(isBySpeaker === false ? ['said by another'] : []),
    ...(query.time !== undefined && timeMet === 1 ? [`fits "${query.time.said}"`] : []),
    ...(similarity === undefined ? [] : [`means ${Math.round(similarity * 100)} % the same`]),
    ...(doc.importance === 5 ? [] : [`importance ${doc.importance}`]),
  ];
  return parts.join('; ');
}
