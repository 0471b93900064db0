import { countOf, onOneLine } from './wording.ts';

const MAX_LENGTH = 100;
const HASH_LENGTH = 10;
const PLAIN = /^[\p{L}\p{N}\p{M}._/@+#~=-]+$/u;

/** A path or branch on a line of ours. One that could be read as words stands in quotes it cannot end;
 *  brackets stay, for without them it is another file. Of a long one the end tells more. */
export function gitName(name: string): string {
  const points = [...onOneLine(name.slice(-MAX_LENGTH * 4).toWellFormed())];
  const text = points.length <= MAX_LENGTH ? points.join('') : `…${points.slice(1 - MAX_LENGTH).join('')}`;
  return PLAIN.test(text) ? text : `"${text.replace(/["`]/g, "'")}"`;
}

/** The first few, and how many more there are. */
export function gitNames(names: readonly string[], total: number, max: number): string {
  const shown = names.slice(0, max);
  const rest = total - shown.length;
  return shown.join(', ') + (rest > 0 ? `, and ${countOf(rest, 'more', 'more')}` : '');
}

export const shortHash = (hash: string): string => hash.slice(0, HASH_LENGTH);
