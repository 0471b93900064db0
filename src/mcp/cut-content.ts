import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { jsonSize } from '../lib/lists.ts';

/** A result has every text twice, as text and as structured content, and stays under 40,000 characters. */
const MAX_PART = 16_000;

interface WithContent {
  readonly id: string;
  readonly content: string;
}

export interface ContentPart {
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

/** Where a part may end: not within a character of two code units. */
const boundary = (text: string, at: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;

/** Every line of a quoted text gets this much in front. */
const QUOTE_MARK = '    > '.length;

const sizeOf = (text: string): number => jsonSize(text) + (text.split('\n').length - 1) * QUOTE_MARK;

/** The end of a part from there on that fits, as JSON and as quoted text. */
function endOf(text: string, from: number): number {
  let to = Math.min(text.length, from + MAX_PART);
  for (let size = sizeOf(text.slice(from, to)); size > MAX_PART + 2; size = sizeOf(text.slice(from, to)))
    to = from + Math.floor(((to - from) * MAX_PART) / size);
  return to === text.length ? to : Math.max(boundary(text, to), from + 1);
}

/**
 * Cuts a content that is too long for one result, and says which call returns the next part. Parts that are put together are
 * the content, byte for byte.
 */
export function cutContent<Item extends WithContent>(
  item: Item,
  from: number,
): { readonly item: Item & { readonly content_part?: ContentPart }; readonly notices: readonly Notice[] } {
  const { id, content } = item;
  const start = boundary(content, Math.min(from, content.length));
  const to = endOf(content, start);
  if (start === 0 && to === content.length) return { item, notices: [] };
  const part = { from: start, to, of: content.length };
  return {
    item: { ...item, content: content.slice(start, to), content_part: part },
    notices:
      to === content.length
        ? []
        : [
            notice(
              `The content of ${id} is too long for one result: this is up to character ${to} of ${content.length}. To read on:`,
              nextStep('memory.read', { ids: [id], from: to }),
            ),
          ],
  };
}
