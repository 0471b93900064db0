import { foldCase } from './name-key.ts';

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々`;
const KATAKANA = String.raw`\p{Script=Katakana}ー`;
const HANGUL = String.raw`\p{Script=Hangul}`;
const WORD = String.raw`\p{L}\p{M}\p{N}_`;
/** A hyphen is part of the word: "Jean-Luc" does not mention Jean. */
const HYPHEN = String.raw`[\-\u2010\u2011]`;
/** Korean appends particles to a name. */
const PARTICLE =
  '(?:에게서|에게|한테|에서|으로|이랑|부터|까지|처럼|보다|은|는|이|가|을|를|의|에|도|와|과|로|만|야|아|랑|께)?';

const isOf = (letters: string, edge: string): boolean => new RegExp(`[${letters}]`, 'u').test(edge);

/** Letters that would continue the word, in the script of its first or last letter; '' for scripts without spaces. */
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

const oneSpaced = (name: string): string => name.trim().replace(/\s+/g, ' ');

function patternOf(name: string, flags: string): RegExp | undefined {
  const letters = [...name];
  const [first, last] = [letters[0], letters.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const words = name.split(' ').map(literal).join(String.raw`\s+`);
  return new RegExp(`${boundaryBefore(first)}${words}${boundaryAfter(last)}`, flags);
}

export function mentionOf(name: string): (text: string) => boolean {
  const pattern = patternOf(oneSpaced(foldCase(name)), 'v');
  return (text) => pattern?.test(foldCase(text)) ?? false;
}

/** For a word that may mean other things too: it counts only with a capital letter. */
export function shortMentionOf(word: string): (text: string) => boolean {
  const pattern = patternOf(oneSpaced(word.normalize('NFC')), 'giv');
  const isCapital = ([first = '']: string) => first === first.toUpperCase();
  return (text) => {
    const found = pattern === undefined ? [] : [...text.normalize('NFC').matchAll(pattern)];
    return found.some(([match]) => isCapital(match));
  };
}

const NO_NAMES = new Set(
  `the a an old young big little great grand high elder black white red grey gray green blue golden mad blind dead
  mr mrs ms miss dr doctor professor sir madam dame lord lady king queen prince princess duke duchess earl count countess
  baron baroness captain commander general colonel major sergeant lieutenant admiral chief master mistress saint st
  father mother brother sister uncle aunt grandfather grandmother priest priestess bishop abbot sheriff mayor guard
  herr frau don donna monsieur madame señor señora signor signora`.split(/\s+/),
);

const wordsOf = (name: string): readonly string[] =>
  name
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '');

export function shortNameOf(name: string, others: readonly string[]): string | undefined {
  const [first, ...rest] = wordsOf(name);
  if (first === undefined || rest.length === 0 || [...first].length < 2) return undefined;
  const key = foldCase(first);
  const isShared = others.some((other) => wordsOf(other).some((word) => foldCase(word) === key));
  return isShared || NO_NAMES.has(key) ? undefined : first;
}
