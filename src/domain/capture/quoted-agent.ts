import { quoted } from './clip.ts';

/** Shorter repetitions are alike by chance. */
const MIN_QUOTE = 40;
const MAX_NAMED = 60;
/** A few words before the quotation, such as "this:". */
const MAX_LEAD = 12;
/** Longer texts are not compared to their end. */
const MAX_COMPARED = 8_000;
const IS_LETTER = /[\p{L}\p{N}]/u;

interface Letters {
  readonly text: string;
  /** Where each of them stands in the whole text. */
  readonly places: readonly number[];
}

/** Only letters and digits: line breaks and markup differ between a message and its copy. */
function lettersOf(whole: string): Letters {
  const places: number[] = [];
  let text = '';
  const compared = whole.slice(0, MAX_COMPARED);
  for (let at = 0; at < compared.length; at++) {
    const char = compared.charAt(at);
    if (!IS_LETTER.test(char)) continue;
    text += char.toLowerCase();
    places.push(at);
  }
  return { text, places };
}

/** How many letters from `from` on stand in the other text in the same order. */
function repeatedFrom({ text }: Letters, from: number, said: string): number {
  const found = said.indexOf(text.slice(from, from + MIN_QUOTE));
  if (found < 0 || text.length - from < MIN_QUOTE) return 0;
  let length = MIN_QUOTE;
  while (from + length < text.length && text.charAt(from + length) === said.charAt(found + length)) length++;
  return length;
}

/** The end of the quotation at the beginning of a message; 0 if there is none. Words are not divided. */
function endOfQuote(message: string, said: readonly string[]): number {
  const letters = lettersOf(message);
  const lead = /^[^\n:：]{1,12}[:：]/.exec(message)?.[0].length ?? 0;
  const starts = [0, letters.places.findIndex((place) => place >= Math.min(lead, MAX_LEAD))].filter(
    (at) => at >= 0,
  );
  for (const text of said.map((one) => lettersOf(one).text)) {
    for (const start of starts) {
      let from = start;
      for (let more = repeatedFrom(letters, from, text); more > 0; more = repeatedFrom(letters, from, text))
        from += more;
      if (from === start) continue;
      const next = letters.places[from] ?? message.length;
      const last = letters.places[from - 1] ?? 0;
      const between = message.slice(last + 1, next);
      return /\s/.test(between) || next === message.length ? next : message.lastIndexOf(' ', last) + 1;
    }
  }
  return 0;
}

/** A message of the person with a mark in place of the words of the agent that it begins with. */
export function markQuotedAgent(message: string, said: readonly string[]): string {
  const end = endOfQuote(message, said);
  const own = message.slice(end).trim();
  if (end < MIN_QUOTE || own === '') return message;
  return `[quoting the agent: ${quoted(message.slice(0, end).replace(/^[\s>*-]+/, ''), MAX_NAMED)}] ${own}`;
}

const MARK = /^\[quoting the agent: [^\n]*?"\] /;

export const withoutQuoteMark = (message: string): string => message.replace(MARK, '');
