import { stemmer } from 'stemmer';

const REMEMBERED = 20_000;
const ONLY_LATIN = /^[a-z]+$/;
const known = new Map<string, string>();

/** Porter's, as the index has it; a word of another script stays as it is. */
export function stem(word: string): string {
  if (!ONLY_LATIN.test(word)) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= REMEMBERED) known.clear();
  const found = stemmer(word);
  known.set(word, found);
  return found;
}
