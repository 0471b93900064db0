import { foldCase } from './loose-name.ts';

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々`;
const KATAKANA = String.raw`\p{Script=Katakana}ー`;
const HANGUL = String.raw`\p{Script=Hangul}`;
const WORD = String.raw`\p{L}\p{M}\p{N}_`;
/** A hyphen within a word: whoever is called Jean is not named by Jean-Luc. */
const HYPHEN = String.raw`[\-\u2010\u2011]`;
/** Korean writes particles onto the name. */
const PARTICLE =
  '(?:에게서|에게|한테|에서|으로|이랑|부터|까지|처럼|보다|은|는|이|가|을|를|의|에|도|와|과|로|만|야|아|랑|께)?';

const isOf = (letters: string, edge: string): boolean => new RegExp(`[${letters}]`, 'u').test(edge);

/** Letters that make a longer word of a name, for the script that its edge is written in; '' where words have no spaces. */
function lettersBeside(edge: string): string {
  if (isOf(UNSPACED, edge) || !isOf(WORD, edge)) return '';
  if (isOf(KATAKANA, edge)) return `[${KATAKANA}]`;
  if (isOf(HANGUL, edge)) return `[${HANGUL}]`;
  return `[[${WORD}]--[${UNSPACED}${KATAKANA}${HANGUL}]]`;
}

function boundaryBefore(edge: string): string {
  const letters = lettersBeside(edge);
  return letters === '' ? '' : `(?<!${letters})(?<!${letters}${HYPHEN})`;
}

function boundaryAfter(edge: string): string {
  const letters = lettersBeside(edge);
  const particle = isOf(HANGUL, edge) ? PARTICLE : '';
  return letters === '' ? '' : `(?=${particle}(?!${letters})(?!${HYPHEN}${letters}))`;
}

const literal = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\s]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

/** Whether a text has this name as a whole word, in any letter case, width and spacing. */
export function mentionOf(name: string): (text: string) => boolean {
  const folded = foldCase(name).trim().replace(/\s+/g, ' ');
  const letters = [...folded];
  const [first, last] = [letters[0], letters.at(-1)];
  if (first === undefined || last === undefined) return () => false;
  const words = folded.split(' ').map(literal).join(String.raw`\s+`);
  const pattern = new RegExp(`${boundaryBefore(first)}${words}${boundaryAfter(last)}`, 'v');
  return (text) => pattern.test(foldCase(text));
}
