const DIACRITICS = /[\u0300-\u036f]/gu;
const ASCII = /^[\0-\x7f]*$/;

export function normalizeText(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(DIACRITICS, '').normalize('NFC');
}

/** Most words are ASCII, which none of these scripts is. */
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Patterns with script classes are slow to compile, so each is created with its first use. */
const any = () =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
/** Including combining marks. */
const run = () =>
  /\p{M}*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*)+/gu;

export const isUnspaced = (text: string): boolean => BEYOND_ASCII.test(text) && any().test(text);

export const unspacedRuns = (text: string) => (isUnspaced(text) ? (text.match(run()) ?? []) : []);

export function bigrams(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`);
}

/** Latin words inside a run without spaces. */
const spaced = () => /[\p{Script=Latin}\p{N}]{2,}/gu;
const words = () => /[\p{L}\p{N}]+/gu;
const compound = () => /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u;
const ONE_WORD = /^(?:[A-Za-z]?[a-z]*|[A-Z]*|[0-9]*)$/;
const wordBoundary = () =>
  /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;

/** The words of a compound identifier: `getUserById`, `HTTPServer2`. Empty for an ordinary word. */
export function namePieces(word: string): readonly string[] {
  if (ONE_WORD.test(word) || !compound().test(word)) return [];
  const pieces = word.split(wordBoundary()).filter((piece) => piece.length > 1);
  return pieces.length > 1 || (pieces.length === 1 && pieces[0] !== word)
    ? pieces.map((piece) => piece.toLowerCase())
    : [];
}

/** Includes the last character, with which no pair begins. */
const gramsOf = (run: string) => [...bigrams(run), [...run].at(-1)].join(' ');

/** In ASCII text without these, no word has parts. */
const ASCII_COMPOUND = /[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]|[0-9][A-Za-z]/;

/** What the index contains besides the text, so that parts of words are found: parts of identifiers, and bigrams. */
export function piecesOf(text: string): string {
  if (ASCII.test(text) && !ASCII_COMPOUND.test(text)) return '';
  const found = new Set<string>();
  const unique = new Set(text.match(words()) ?? []);
  for (const word of unique) for (const piece of namePieces(word)) found.add(piece);
  if (isUnspaced(text))
    for (const word of unique)
      if (isUnspaced(word)) for (const latin of word.match(spaced()) ?? []) found.add(latin.toLowerCase());
  const grams = isUnspaced(text) ? unspacedRuns(text).map(gramsOf) : [];
  return [...found, ...grams].join(' ');
}
