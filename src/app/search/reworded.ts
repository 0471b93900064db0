import type { Term } from '../../search/parse-query.ts';
import type { SearchText } from '../ports/search-index.ts';
import type { Search } from './find-term.ts';

/** How many earlier wordings are looked through, the newest: no index holds them. */
const DEPTH = 5_000;
const MOST = 100;

/** What all forms of a word begin with. */
function lettersOf({ word, stem }: Pick<Term, 'word' | 'stem'>): string {
  let length = 0;
  while (length < word.length && word[length] === stem[length]) length += 1;
  return word.slice(0, Math.max(length, 1));
}

/** By word, the records that held it in an earlier wording; only whoever asks what held then wants to know. */
export async function findReworded(
  { index, scope }: Search,
  terms: readonly Pick<Term, 'word' | 'stem'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  if (scope.writtenBy === undefined) return found;
  for (const term of terms) found.set(term.word, await index.findReworded(lettersOf(term), DEPTH));
  return found;
}

export async function readReworded(
  { index, scope }: Search,
  reworded: ReadonlyMap<string, readonly string[]>,
): Promise<readonly SearchText[]> {
  const ids = new Set([...reworded.values()].flat());
  return ids.size === 0 ? [] : index.readRecords([...ids].slice(0, MOST), scope);
}
