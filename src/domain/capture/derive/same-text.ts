import type { Request } from '../transcript-digest.ts';

/** The words of a text without its marks. */
export const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const MAX_MARKS = 20;

/** Texts of other lengths differ in more than their marks. */
export const sameText = (one: Request, other: Request) =>
  Math.abs(one.text.length - other.text.length) <= MAX_MARKS && plainText(one.text) === plainText(other.text);
