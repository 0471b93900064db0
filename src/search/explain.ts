import type { ParsedQuery } from './parse-query.ts';
import type { Ranked, WeighedTerm } from './rank.ts';

const listed = (words: readonly string[]) => words.join(', ');

/** Why a hit is where it is, in a line. */
export function explain(
  { own, anywhere, lent, timeMet, isExact, isBySpeaker, similarity, doc }: Ranked,
  asked: readonly WeighedTerm[],
  query: ParsedQuery,
): string {
  const words = asked.map(({ term }) => term.word);
  const inText = words.filter((_, index) => (own[index] ?? 0) > 0);
  const elsewhere = words.filter((_, index) => (own[index] ?? 0) === 0 && (anywhere[index] ?? 0) > 0);
  const near = words.filter(
    (_, index) => (own[index] ?? 0) === 0 && (anywhere[index] ?? 0) === 0 && (lent[index] ?? 0) > 0,
  );
  const missing = words.filter((_, index) => (anywhere[index] ?? 0) === 0 && (lent[index] ?? 0) === 0);
  const parts = [
    ...(inText.length > 0 ? [`says ${listed(inText)}`] : []),
    ...(elsewhere.length > 0 ? [`elsewhere in it, or filed under: ${listed(elsewhere)}`] : []),
    ...(near.length > 0 ? [`near it: ${listed(near)}`] : []),
    ...(missing.length > 0 && missing.length < words.length ? [`without ${listed(missing)}`] : []),
    ...(isExact ? ['word for word'] : []),
    ...(isBySpeaker === true ? ['said by the one named'] : []),
    ...(isBySpeaker === false ? ['said by another'] : []),
    ...(query.time !== undefined && timeMet > 0 ? [`fits "${query.time.said}"`] : []),
    ...(similarity === undefined ? [] : [`means ${Math.round(similarity * 100)} % the same`]),
    ...(doc.importance === 5 ? [] : [`importance ${doc.importance}`]),
  ];
  return parts.join('; ');
}
