import type { OrientationFacts } from './facts.ts';
import { RECORD_KINDS } from './record-kinds.ts';

const MOST = 0.7;
const FEWEST = 4;

/** Who wrote nearly all that is here; null where nobody did. */
export function commonAuthor(facts: OrientationFacts): string | null {
  const authors = RECORD_KINDS.flatMap(({ list }) => facts[list].items.map(({ author }) => author));
  const counts = new Map<string, number>();
  for (const author of authors) if (author !== null) counts.set(author, (counts.get(author) ?? 0) + 1);
  const [first] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  if (first === undefined || authors.length < FEWEST) return null;
  return first[1] >= MOST * authors.length && !authors.includes(null) ? first[0] : null;
}
