import { normalizeText } from '../domain/words.ts';
import { isEveryday } from './everyday-words.ts';
import { stopWordsFor } from './stop-words.ts';
import { wordsOf } from './tokens.ts';

/** Longer queries are condensed, in UTF-16 units: how they begin and end, and of the rest the words that may carry the subject. */
const LONG = 6_000;
const BEGINNING = 2_500;
const END = 2_000;
const BETWEEN = 1_500;

/** A name, an identifier or a number. */
const IS_NAME = /^\p{Lu}|\p{Ll}\p{Lu}|\p{N}/u;

/** Names, and words that are repeated. */
function subjectWords(text: string): readonly string[] {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  for (const word of words.map(normalizeText)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const stops = stopWordsFor([...counts.keys()]);
  const carries = (word: string) => {
    const normalized = normalizeText(word);
    if (word.length < 3 || stops.has(normalized) || isEveryday(normalized)) return false;
    return (counts.get(normalized) ?? 0) > 1 || IS_NAME.test(word);
  };
  return [...new Set(words.filter(carries))];
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}\p{M}\ud800-\udfff]/u.test(text.charAt(at));

/** Part of a text without the pieces of words at its ends; all of it if it is one word. */
function wholeWords(text: string, from: number, to: number): string {
  const part = text.slice(from, to);
  const first = from > 0 && isWordAt(text, from - 1) ? part.search(/\s/) : 0;
  const last = to < text.length && isWordAt(text, to) ? part.search(/\s\S*$/) : part.length;
  return (first < 0 || last <= first ? part : part.slice(first, last)).toWellFormed();
}

/** A pasted request as a query of bounded length. */
export function condenseQuery(text: string): string {
  if (text.length <= LONG) return text;
  const beginning = wholeWords(text, 0, BEGINNING);
  const end = wholeWords(text, text.length - END, text.length);
  const between = subjectWords(text.slice(BEGINNING, text.length - END).toWellFormed()).join(' ');
  return `${beginning} ${wholeWords(between, 0, BETWEEN)} ${end}`;
}
