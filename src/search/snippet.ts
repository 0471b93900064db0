type Window = readonly [number, number];
import { type Token, tokensOf } from './tokens.ts';

const LENGTH = 240;
const BEFORE = 60;

export interface Snippet {
  readonly snippet: string;
  /** The words of the text that match, as written. */
  readonly matched: readonly string[];
}

/** The part of a text with the most matching words, or its beginning. */
export function snippetOf(
  text: string,
  weightOf: (word: string) => number,
  windows: readonly Window[] = [[0, text.length]],
): Snippet {
  const found: (Token & { weight: number })[] = [];
  for (const [start, end] of windows) {
    for (const token of tokensOf(text.slice(start, end))) {
      const weight = weightOf(token.word);
      if (weight > 0) found.push({ ...token, from: start + token.from, to: start + token.to, weight });
    }
  }
  const matched = [...new Set(found.map(({ word }) => word))];
  if (text.length <= LENGTH) return { snippet: text, matched };
  const from = cutAt(text, startOf(text, bestPlace(found)));
  const to = cutAt(text, Math.min(text.length, from + LENGTH));
  return {
    snippet: `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    matched,
  };
}

function bestPlace(found: readonly (Token & { weight: number })[]): number {
  let best = { from: 0, weight: 0 };
  found.forEach(({ from }, index) => {
    const words = new Map<string, number>();
    for (let next = index; next < found.length; next += 1) {
      const token = found[next];
      if (token === undefined || token.to > from + LENGTH - BEFORE) break;
      words.set(token.stems[0] ?? token.word, token.weight);
    }
    const weight = [...words.values()].reduce((sum, one) => sum + one, 0);
    if (weight > best.weight) best = { from, weight };
  });
  return best.from;
}

/** A little earlier, at the start of a word. */
function startOf(text: string, place: number): number {
  const from = Math.max(0, Math.min(place - BEFORE, text.length - LENGTH));
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space < 0 || space > place ? from : space + 1;
}

const LATER_HALF = /[\udc00-\udfff]/;

/** Does not split surrogate pairs. */
const cutAt = (text: string, place: number): number =>
  place > 0 && place < text.length && LATER_HALF.test(text.charAt(place)) ? place - 1 : place;
