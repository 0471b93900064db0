import { fake } from './fake-secret.ts';

export interface ContextSample {
  /** What makes the secret hard to see, such as `percent` or `wrapped`. */
  readonly context: string;
  readonly before: string;
  /** Must vanish, and nothing before or after it. */
  readonly secret: string;
  readonly after: string;
}

export type Row = readonly [before: string, secret: string, after?: string];

export const samplesOf = (context: string, rows: readonly Row[]): readonly ContextSample[] =>
  rows.map(([before, secret, after = '']) => ({ context, before, secret, after }));

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Every character as `%XX`, or only those that a URL reserves. */
export const percent = (text: string, every = false): string =>
  every
    ? [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
    : encodeURIComponent(text);

/** Some characters as JSON may write them. */
export const unicode = (text: string, every = 3): string =>
  [...text]
    .map((character, nth) =>
      nth % every === 0 || character === '\\'
        ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
        : character,
    )
    .join('');

/** Cut at a column, as a terminal or a mail program does. `between` is what it puts there. */
export const folded = (text: string, at: number, between = '\n'): string =>
  (text.match(new RegExp(`[^]{1,${at}}`, 'g')) ?? []).join(between);

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** A generated value of letters with a few digits, so that it passes for no hash. */
export const value = (seed: number, length = 24): string =>
  `${fake(LETTERS, 3, seed)}${fake(`0123456789${LETTERS}`, length - 5, seed + 50)}${fake('23456789', 2, seed)}`;
