const SHORTEST = 5;
const LONGEST = 20;
/** The first letters are seldom mistyped, and a word that begins otherwise is another word. */
const SURE = 2;

const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Latin}+$/u, 'abcdefghijklmnopqrstuvwxyzßøæåœł'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψως'],
];

/** All words one slip of the finger away: a letter too many, missing, another, or two swapped. */
export function oneSlipAway(word: string): readonly string[] {
  if (word.length < SHORTEST || word.length > LONGEST) return [];
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1];
  if (letters === undefined) return [];
  const found = new Set<string>();
  for (let at = SURE; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const rest = word.slice(at);
    for (const letter of letters) {
      found.add(before + letter + rest);
      if (rest !== '') found.add(before + letter + rest.slice(1));
    }
    if (rest !== '') found.add(before + rest.slice(1));
    if (rest.length > 1) found.add(`${before}${rest[1]}${rest[0]}${rest.slice(2)}`);
  }
  // Swapping the last sure letter with the first unsure one is the same slip.
  found.add(`${word.slice(0, SURE - 1)}${word[SURE]}${word[SURE - 1]}${word.slice(SURE + 1)}`);
  found.delete(word);
  return [...found];
}
