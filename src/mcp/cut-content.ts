import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { jsonSize } from '../lib/lists.ts';

/** A result has every text twice, as text and as structured content, and stays under 40,000 characters. */
const MAX_SHOWN = 16_000;
/** Every line of a quoted text gets this much in front. */
const QUOTE_MARK = '    > '.length;

const sizeOf = (text: string): number => jsonSize(text) + (text.split('\n').length - 1) * QUOTE_MARK;

/** Not within a character of two code units. */
const boundary = (text: string, at: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;

/** The end of a beginning that fits, as JSON and as quoted text. */
function endOf(text: string): number {
  let to = Math.min(text.length, MAX_SHOWN);
  for (let size = sizeOf(text.slice(0, to)); size > MAX_SHOWN + 2; size = sizeOf(text.slice(0, to)))
    to = Math.floor((to * MAX_SHOWN) / size);
  return boundary(text, to);
}

interface Cut<Item> {
  readonly item: Item & { readonly content_chars?: number };
  readonly notices: readonly Notice[];
}

/** Cuts a content that is too long for a list, and says which call returns it whole. */
export function cutContent<Item extends { readonly id: string; readonly content: string }>(
  item: Item,
): Cut<Item> {
  const { id, content } = item;
  const to = endOf(content);
  if (to === content.length) return { item, notices: [] };
  return {
    item: { ...item, content: content.slice(0, to), content_chars: content.length },
    notices: [
      notice(
        `The content of ${id} was cut after ${to} of ${content.length} characters. To read it whole:`,
        nextStep('memory.read', { ids: [id] }),
      ),
    ],
  };
}
