import { normalizeText } from '../domain/words.ts';
import { isGeneric, stopWordsFor } from './stop-words.ts';
import { wordsOf } from './tokens.ts';

/** Longer queries are condensed, in UTF-16 units: how they begin and end, and of the rest the words that may carry the subject. */
const LONG = 2_000;
const BEGINNING = 1_000;
const END = 500;
const BETWEEN = 500;

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
    if (word.length < 3 || stops.has(normalized) || isGeneric(normalized)) return false;
    return (counts.get(normalized) ?? 0) > 1 || IS_NAME.test(word);
  };
  return [...new Set(words.filter(carries))];
}

/** A pasted request as a query of bounded length. */
export function condenseQuery(text: string): string {
  if (text.length <= LONG) return text;
  const cut = (from: number, to: number) => text.slice(from, to).toWellFormed();
  const between = subjectWords(cut(BEGINNING, text.length - END))
    .join(' ')
    .slice(0, BETWEEN);
  return `${cut(0, BEGINNING)} ${between} ${cut(text.length - END, text.length)}`;
}
