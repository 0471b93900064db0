import { bigrams, isUnspaced, unspacedRuns } from './scripts.ts';

/** Words of another script grown into a run without spaces. */
const spaced = () => /[\p{Script=Latin}\p{N}]{2,}/gu;
const words = () => /[\p{L}\p{N}]+/gu;
const grownTogether = () => /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u;
/** Most words are not grown together, which is soon seen. */
const ONE_WORD = /^(?:[A-Za-z]?[a-z]*|[A-Z]*|[0-9]*)$/;
const seam = () =>
  /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** The words a name is grown together from: `getUserById`, `HTTPServer2`. None for an ordinary word. */
export function namePieces(word: string): readonly string[] {
  if (ONE_WORD.test(word) || !grownTogether().test(word)) return [];
  const pieces = word.split(seam()).filter((piece) => piece.length > 1);
  return pieces.length > 1 || (pieces.length === 1 && pieces[0] !== word)
    ? pieces.map((piece) => piece.toLowerCase())
    : [];
}

/** The last character too, which begins none of the pairs. */
const gramsOf = (run: string) => [...bigrams(run), [...run].at(-1)].join(' ');

/** What the index must hold beside a text so that parts of its words are found: pieces of names, and bigrams. */
export function piecesOf(text: string): string {
  const found = new Set<string>();
  const unique = new Set(text.match(words()) ?? []);
  for (const word of unique) for (const piece of namePieces(word)) found.add(piece);
  if (isUnspaced(text))
    for (const word of unique)
      if (isUnspaced(word)) for (const latin of word.match(spaced()) ?? []) found.add(latin.toLowerCase());
  const grams = isUnspaced(text) ? unspacedRuns(text).map(gramsOf) : [];
  return [...found, ...grams].join(' ');
}
