/** Which of several matching texts a question means. */
export type QueryOrder = 'newest' | 'oldest';

const NEWEST =
  /\b(?:latest|newest|most recent(?:ly)?|current(?:ly)?|nowadays|right now|at the moment|these days|up[- ]to[- ]date)\b/i;
const OLDEST =
  /\b(?:original(?:ly)?|initial(?:ly)?|earliest|oldest|at first|in the beginning|(?:was|were) the first|(?:we|i|you|they|he|she) first|before we (?:changed|switched|moved|migrated|replaced))\b/i;

export const queryOrder = (question: string): QueryOrder | undefined =>
  NEWEST.test(question) ? 'newest' : OLDEST.test(question) ? 'oldest' : undefined;

/** The part of a question that asks for an order; texts do not contain it. */
export const orderPhrase = (question: string): string =>
  (NEWEST.exec(question) ?? OLDEST.exec(question))?.[0] ?? '';

/** Sorts the hits that match about as well as the best one by time; the others follow as they are. */
export function sortByTime<Hit>(
  hits: readonly Hit[],
  order: QueryOrder | undefined,
  of: (hit: Hit) => { readonly score: number; readonly at: number },
  tie: number,
): readonly Hit[] {
  if (order === undefined) return hits;
  const best = Math.max(0, ...hits.map((hit) => of(hit).score));
  const isTied = (hit: Hit) => of(hit).score >= tie * best;
  const direction = order === 'newest' ? -1 : 1;
  const tied = hits.filter(isTied).sort((a, b) => direction * (of(a).at - of(b).at));
  return [...tied, ...hits.filter((hit) => !isTied(hit))];
}
