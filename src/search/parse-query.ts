/** Words that ask rather than tell; a question made of nothing else keeps them. */
const STOP_WORDS = new Set(
  'a about above after again against all am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just me more most my no nor not now of off on once only or other our out over own same she should so some such than that the their them then there these they this those through to too under until up us very was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
);

export interface ParsedQuery {
  /** Lower-case words to look for. */
  readonly terms: readonly string[];
  /** What stood in double quotes, words in order. */
  readonly phrases: readonly (readonly string[])[];
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Whatever people type is a query; nothing in it is syntax but double quotes. */
export function parseQuery(text: string): ParsedQuery {
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map(([, inside]) => wordsIn(inside ?? ''));
  const words = [...new Set(wordsIn(text.replaceAll('"', ' ')))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return {
    terms: telling.length > 0 ? telling : words,
    phrases: phrases.filter((phrase) => phrase.length > 0),
  };
}
