import { type Block, blocksOf, renderBlocks } from './blocks.ts';
import { clip, keepBothEnds } from './clip.ts';

const MARK_CHARS = 30;
/** Less is not worth a mark. */
const MIN_OMITTED = 80;
/** A longer paragraph may be cut between its sentences. */
const MAX_PARAGRAPH = 600;
const MAX_PIECE = 300;

const mark = (omitted: number): string => `[… ${omitted} characters …]`;

/** A long paragraph in pieces of a few sentences. */
function pieces(block: Block): readonly Block[] {
  if (block.kind !== 'text' || block.items.join('').length <= MAX_PARAGRAPH) return [block];
  const groups: string[][] = [];
  for (const sentence of block.items) {
    const group = groups.at(-1);
    if (group === undefined || group.join('').length + sentence.length > MAX_PIECE) groups.push([sentence]);
    else group.push(sentence);
  }
  return groups.map((items, at) => ({
    ...block,
    lead: at === 0 ? block.lead : [],
    items,
    ...(at === 0 ? {} : { continues: true as const }),
  }));
}

/** With its first items and a mark for the others; undefined if not even one of them fits. */
function shortened(block: Block, room: number): Block | undefined {
  if (block.kind === 'code') return undefined;
  let left = room - renderBlocks([{ ...block, items: [] }]).length - MARK_CHARS;
  const items: string[] = [];
  for (const item of block.items) {
    left -= item.length + 1;
    if (left < 0) break;
    items.push(item);
  }
  if (items.length === 0) return undefined;
  const more = block.items.length - items.length;
  if (more === 0) return block;
  return { ...block, items: [...items, block.kind === 'text' ? ' […]' : `[… ${more} more …]`] };
}

const lengthOf = (block: Block | undefined): number =>
  block === undefined ? 0 : renderBlocks([block]).length + 1;

/** How many blocks fit, in this order. */
function fitting(blocks: readonly Block[], room: number): number {
  let left = room;
  const end = blocks.findIndex((block) => {
    left -= lengthOf(block);
    return left < 0;
  });
  return end < 0 ? blocks.length : end;
}

/**
 * The beginning and the end of a text. Each list, table and paragraph is kept with what introduces it, or left out; of one that is
 * too long the first items are kept.
 */
export function keepWholeBlocks(text: string, max: number, openingShare = 0.6): string {
  const whole = text.trim();
  if (whole.length <= max + MIN_OMITTED) return whole;
  const blocks = blocksOf(whole).flatMap(pieces);
  const opening = blocks.slice(0, fitting(blocks, max * openingShare));
  const rest = blocks.slice(opening.length);
  const used = opening.reduce((sum, block) => sum + lengthOf(block), 0);
  const room = max - used - MARK_CHARS;
  const ending = openingShare === 1 ? [] : endingOf(rest, room);
  const between = rest.slice(0, rest.length - ending.length);
  const left = room - ending.reduce((sum, block) => sum + lengthOf(block), 0);
  const [cut] = between;
  const begun = cut === undefined ? undefined : shortened(cut, left);
  const before = begun === undefined ? opening : [...opening, begun];
  if (before.length + ending.length === 0)
    return blocks.length === 1 ? keepBothEnds(whole, max, openingShare) : clip(whole, max);
  const omitted = renderBlocks(between.slice(begun === undefined ? 0 : 1)).length;
  return joined(before, ending, omitted);
}

/** The last blocks that fit; the first items of the last one if it is too long. */
function endingOf(blocks: readonly Block[], room: number): readonly Block[] {
  const count = fitting([...blocks].reverse(), room);
  if (count > 0 || blocks.length < 2) return blocks.slice(blocks.length - count);
  const last = blocks.at(-1);
  const begun = last === undefined ? undefined : shortened(last, room);
  return begun === undefined ? [] : [begun];
}

function joined(before: readonly Block[], ending: readonly Block[], omitted: number): string {
  if (omitted === 0) return renderBlocks([...before, ...ending]);
  const known = new Set(before.at(-1)?.headings);
  const end = ending.map((block, at) => ({
    ...block,
    headings: block.headings.filter((heading) => !known.has(heading)),
    ...(at === 0 && block.continues ? { continues: undefined } : {}),
  }));
  const parts = [renderBlocks(before), mark(omitted), renderBlocks(end as readonly Block[])];
  return parts.filter((part) => part !== '').join('\n');
}
