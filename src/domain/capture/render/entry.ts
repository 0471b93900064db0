import { quote } from '../../orientation/quote.ts';
import { escapeInline } from '../../quote-text.ts';
import type { Mark, Said } from '../gist.ts';

export interface Section {
  readonly heading: string;
  readonly items: readonly string[];
}

/** Our words about it first, then theirs, every line of them behind ">". */
export const entry = (note: string, text: string): string =>
  text === '' ? `- ${escapeInline(note)}` : `- ${escapeInline(note)}\n  ${quote(text).slice(2)}`;

/** What fits on one line stands between backticks, which it cannot end. */
export const lineEntry = (text: string, notes: readonly string[]): string =>
  `- \`${escapeInline(text).replaceAll('`', "'")}\`: ${escapeInline(notes.filter((note) => note !== '').join(', '))}`;

export const placeOf = ({ line, at }: Mark): string =>
  at === null ? `line ${line}` : `line ${line}, ${at.slice(0, 16).replace('T', ' ')}`;

export const timesOf = (times: number): string => (times > 1 ? `${times} times` : '');

export const saidEntries = (items: readonly Said[]): string[] =>
  items.map((one) => entry(`the ${one.by}, ${placeOf(one)}`, one.text));
