/**
 * How migration 10 splits texts for the index. Frozen: what the program does today is in `domain/words`, and may change.
 */
const words = () => /[\p{L}\p{N}]+/gu;
const latinRuns = () => /[\p{Script=Latin}\p{N}]{2,}/gu;
const grownTogether = () => /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u;
const seam = () =>
  /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const unspaced = () =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
const unspacedRun = () =>
  /\p{M}*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*)+/gu;

const isUnspaced = (text: string) => unspaced().test(text);

function namePieces(word: string): readonly string[] {
  const pieces = word.split(seam()).filter((piece) => piece.length > 1);
  return pieces.length > 1 || (pieces.length === 1 && pieces[0] !== word)
    ? pieces.map((piece) => piece.toLowerCase())
    : [];
}

function bigrams(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`);
}

const gramsOf = (run: string) => [...bigrams(run), [...run].at(-1)].join(' ');

export function piecesOf(text: string): string {
  const found = new Set<string>();
  for (const [word] of text.matchAll(words())) {
    if (grownTogether().test(word)) for (const piece of namePieces(word)) found.add(piece);
  }
  if (!isUnspaced(text)) return [...found].join(' ');
  for (const [word] of text.matchAll(words()))
    if (isUnspaced(word)) for (const latin of word.match(latinRuns()) ?? []) found.add(latin.toLowerCase());
  return [...found, ...(text.match(unspacedRun()) ?? []).map(gramsOf)].join(' ');
}
