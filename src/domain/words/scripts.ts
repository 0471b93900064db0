/** None of these scripts is within ASCII, and most words are. */
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Classes of scripts take long to make: each is made with the first text that is looked at, not with the program. */
const any = () =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;
/** With the marks that stand on them, first or last. */
const run = () =>
  /\p{M}*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*)+/gu;

/** Whether somebody writes it without spaces, or with words grown together. */
export const isUnspaced = (text: string): boolean => BEYOND_ASCII.test(text) && any().test(text);

/** The stretches of a text whose words no space tells apart. */
export const unspacedRuns = (text: string): readonly string[] =>
  isUnspaced(text) ? (text.match(run()) ?? []) : [];

/** Each two neighbouring characters; a single one stays alone. */
export function bigrams(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`);
}
