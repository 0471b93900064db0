const MIN_LENGTH = 5;
const MAX_LENGTH = 20;
/** Shorter words with one letter replaced are mostly other words: `stack` and `stock`. */
const MIN_REPLACED = 7;
/** The first letters are rarely mistyped, and a word that starts differently is another word. */
const FIXED_PREFIX = 2;

const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyzßøæåœł'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψως'],
];

/** All words at an edit distance of one: insertion, deletion, substitution or transposition. */
export function typosOf(word: string): readonly string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1];
  if (letters === undefined) return [];
  const found = new Set<string>();
  for (let at = FIXED_PREFIX; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const rest = word.slice(at);
    for (const letter of letters) {
      found.add(before + letter + rest);
      if (rest !== '' && word.length >= MIN_REPLACED) found.add(before + letter + rest.slice(1));
    }
    if (rest !== '') found.add(before + rest.slice(1));
    if (rest.length > 1) found.add(`${before}${rest[1]}${rest[0]}${rest.slice(2)}`);
  }
  // A transposition of the last fixed letter with the next one counts too.
  found.add(
    `${word.slice(0, FIXED_PREFIX - 1)}${word[FIXED_PREFIX]}${word[FIXED_PREFIX - 1]}${word.slice(FIXED_PREFIX + 1)}`,
  );
  found.delete(word);
  return [...found];
}
