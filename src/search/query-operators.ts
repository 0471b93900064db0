import { normalizeText } from '../domain/words.ts';
import { isLongPrompt } from './query-form.ts';
import { wordsOf } from './tokens.ts';

/** A combining mark without a letter is not a word. */
export const typedWords = (text: string) => wordsOf(text).filter((word) => normalizeText(word) !== '');
export const normalizedWords = (text: string) => typedWords(text).map(normalizeText);

const PHRASE = /(^|[^\p{L}\p{N}-])(-|NOT\s+)?"([^"]+)"/gu;
const EXCLUDED_WORD = /(^|\s)(?:-(?=\p{L}{2})|NOT\s+)([\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*)(\*?)/gu;
/** In a sentence a capital NOT is emphasis. */
const EMPHASIS =
  /(?<=(?:^|\s)(?:do|does|did|is|are|was|were|be|has|have|had|can|could|will|would|shall|should|may|might|must|to|or|and|but|why|if|it|we|you|i|they)\s+)NOT(?=\s)|(?<=\s)NOT(?=\s.*\?)/giu;
const OPERATOR = /(^|\s)(?:AND|OR)(?=\s|$)/g;
const EITHER = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)((?:\s+OR\s+[\p{L}\p{N}]+)+)/gu;

interface Operators {
  /** The text without operators. */
  readonly plain: string;
  readonly phrases: readonly (readonly string[])[];
  readonly excluded: readonly (readonly string[])[];
  readonly either: ReadonlyMap<string, readonly string[]>;
}

/** Quotes, minus, NOT and OR. */
export function readOperators(text: string): Operators {
  const phrases: string[][] = [];
  const excluded: string[][] = [];
  const either = new Map<string, readonly string[]>();
  // The quotes and dashes of a pasted request are punctuation.
  if (isLongPrompt(wordsOf(text))) return { plain: text, phrases, excluded, either };
  const plain = text
    .replaceAll(EMPHASIS, 'not')
    .replaceAll(PHRASE, (_, before: string, not: string | undefined, inside: string) => {
      const words = normalizedWords(inside);
      if (words.length > 0) (not === undefined ? phrases : excluded).push(words);
      return not === undefined ? `${before}${inside}` : before;
    })
    .replaceAll(EXCLUDED_WORD, (_, before: string, word: string, star: string) => {
      const words = normalizedWords(word);
      if (words.length > 0) excluded.push(words.with(-1, `${words.at(-1)}${star}`));
      return before;
    })
    .replaceAll(EITHER, (_, first: string, rest: string) => {
      either.set(normalizeText(first), normalizedWords(rest.replaceAll(/\bOR\b/g, ' ')));
      return first;
    })
    .replaceAll(OPERATOR, '$1');
  return { plain, phrases, excluded, either };
}
