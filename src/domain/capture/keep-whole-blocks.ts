import { type Block, blocksOf, renderBlocks } from './blocks.ts';
import { clip, keepBothEnds } from './clip.ts';

const MARK_CHARS = 30;
/** Less is not worth a mark. */
const MIN_OMITTED = 80;
/** A longer paragraph may be cut between its sentences. */
const MAX_PARAGRAPH = 600;
const MAX_PIECE = 300;
/** What must be kept leaves some room to the rest. */
const MAX_KEPT_SHARE = 0.7;

export const omissionMark = (omitted: number): string => `[… ${omitted} characters …]`;

const OWN_LINE = /(?<!```)\n\s*(?=\[(?:… \d+ (?:characters|more) …|pasted: [^\]\n]*)\](?:\n|$))/g;
const AT_END = / (?=\[… \d+ (?:characters|more) …\]$)/gm;

/** With each mark at the end of the line before it, as texts are shown. */
export const marksInline = (text: string): string => text.replace(OWN_LINE, ' ');

/** With each mark in a line of its own, as texts are cut. */
export const marksApart = (text: string): string => text.replace(AT_END, '\n');

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

/** The first item of a list without the last lines that are nested in it. */
function beginningOf(block: Block, room: number): Block | undefined {
  const [first = ''] = block.items;
  const lines = first.split('\n');
  let left = room;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  if (block.kind !== 'list' || end < 2) return undefined;
  return { ...block, items: [lines.slice(0, end).join('\n'), `[… ${block.items.length - 1} more …]`] };
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
  if (items.length === 0) return beginningOf(block, left + (block.items[0] ?? '').length + 1);
  const cutBefore = Number(/^\[… (\d+) more …\]$/.exec(block.items.at(-1) ?? '')?.[1] ?? 1);
  const more = block.items.length - items.length + cutBefore - 1;
  if (items.length === block.items.length) return block;
  return { ...block, items: [...items, block.kind === 'text' ? ' […]' : `[… ${more} more …]`] };
}

const lengthOf = (block: Block): number => renderBlocks([block]).length + 1;

/** The blocks that fit, in this order, up to the first that does not. */
function fitting(places: readonly number[], blocks: readonly Block[], room: number): readonly number[] {
  let left = room;
  const end = places.findIndex((place) => {
    left -= lengthOf(blocks[place] as Block);
    return left < 0;
  });
  return end < 0 ? places : places.slice(0, end);
}

/** The blocks that must be kept, lists before single sentences; of a list that is too long the first items. */
function reserved(
  blocks: readonly Block[],
  isKept: (block: Block) => boolean,
  room: number,
): Map<number, Block> {
  let left = room;
  const chosen = new Map<number, Block>();
  const wanted = [...blocks.entries()].filter(([, block]) => isKept(block));
  const lists = wanted.filter(([, { kind }]) => kind !== 'text');
  for (const [place, block] of [...lists, ...wanted.filter(([, { kind }]) => kind === 'text').reverse()]) {
    const shown =
      lengthOf(block) <= left ? block : block.kind === 'text' ? undefined : shortened(block, left);
    if (shown === undefined) continue;
    left -= lengthOf(shown);
    chosen.set(place, shown);
  }
  return chosen;
}

const GAP = /^\[… (\d+) characters …\]$/;

/** How much was left out before in place of a block; 0 for any other block. */
const gapOf = ({ items }: Block): number => Number(GAP.exec(items.join('').trim())?.[1] ?? 0);

const omittedLength = (blocks: readonly Block[]): number =>
  renderBlocks(blocks.filter((block) => gapOf(block) === 0)).length +
  blocks.reduce((sum, block) => sum + gapOf(block), 0);

/**
 * The beginning and the end of a text. Each list, table and paragraph is kept with what introduces it, or left out; of one that is
 * too long the first items are kept. What `isKept` names comes before all others.
 */
export function keepWholeBlocks(
  text: string,
  max: number,
  openingShare = 0.6,
  isKept: (block: Block) => boolean = () => false,
): string {
  const whole = text.trim();
  if (whole.length <= max + MIN_OMITTED) return whole;
  const blocks = blocksOf(whole).flatMap(pieces);
  const chosen = reserved(blocks, isKept, max * MAX_KEPT_SHARE);
  const used = (shown: Iterable<Block>) => [...shown].reduce((sum, block) => sum + lengthOf(block), 0);
  const others = [...blocks.keys()].filter(
    (place) => !chosen.has(place) && gapOf(blocks[place] as Block) === 0,
  );
  const room = max - used(chosen.values()) - MARK_CHARS;
  const opening = fitting(others, blocks, Math.min(room, max * openingShare));
  const rest = others.slice(opening.length);
  const at = (places: readonly number[]) => places.map((place) => blocks[place] as Block);
  const left = room - used(at(opening));
  const ending = openingShare === 1 ? [] : fitting([...rest].reverse(), blocks, left);
  for (const place of [...opening, ...ending]) chosen.set(place, blocks[place] as Block);
  for (const place of begun(rest, ending.length, openingShare)) {
    const block = shortened(blocks[place] as Block, left - used(at(ending)));
    if (block === undefined) continue;
    chosen.set(place, block);
    break;
  }
  const isCut = blocks.some((block) => gapOf(block) > 0);
  if (chosen.size === 0)
    return blocks.length === 1 || isCut ? firstOf(whole, max, openingShare) : clip(whole, max);
  return joined(blocks, chosen);
}

/** The first item of a list whole, if that is not far too long. */
function firstOf(whole: string, max: number, openingShare: number): string {
  const [block] = blocksOf(whole);
  const [first, ...more] = block?.items ?? [];
  return block?.kind === 'list' && first !== undefined && first.length <= 2 * max
    ? renderBlocks([{ ...block, items: [first, ...(more.length > 0 ? [`[… ${more.length} more …]`] : [])] }])
    : keepBothEnds(whole, max, openingShare);
}

/** Which blocks may be shown in part: the first that is left out, or else the last. */
const begun = (rest: readonly number[], ended: number, openingShare: number): readonly number[] => {
  const between = rest.slice(0, rest.length - ended);
  return ended > 0 || openingShare === 1
    ? between.slice(0, 1)
    : [...between.slice(0, 1), ...between.slice(-1)];
};

/** One mark stands for what is left out, also for the rest of a block that was itself cut. */
function omittedAfter(run: Block[], source: Block | undefined): readonly Block[] {
  const cut = run.at(-1);
  if (cut === undefined || source === undefined || cut.items.length === 0 || cut.items === source.items)
    return [];
  const items = cut.items.slice(0, -1);
  run[run.length - 1] = { ...cut, items };
  return [{ ...source, headings: [], lead: [], items: source.items.slice(items.length) }];
}

/** What was chosen in its order, with a mark in each gap. A heading is not repeated after a gap. */
function joined(blocks: readonly Block[], chosen: ReadonlyMap<number, Block>): string {
  const parts: string[] = [];
  let run: Block[] = [];
  let omitted: Block[] = [];
  let known: Block['headings'] = [];
  const close = () => {
    if (run.length > 0) parts.push(renderBlocks(run));
    if (omitted.length > 0) parts.push(omissionMark(omittedLength(omitted)));
    run = [];
    omitted = [];
  };
  for (const [place, block] of blocks.entries()) {
    const shown = chosen.get(place);
    if (shown === undefined) {
      if (omitted.length === 0) omitted.push(...omittedAfter(run, blocks[place - 1]));
      omitted.push(block);
      continue;
    }
    if (omitted.length > 0) {
      known = blocks.slice(0, place).findLast((_, at) => chosen.has(at))?.headings ?? [];
      close();
    }
    const headings = shown.headings.filter((heading) => !known.includes(heading));
    const { continues: _, ...begins } = shown;
    run.push(run.length === 0 ? { ...begins, headings } : { ...shown, headings });
  }
  close();
  return parts.join('\n');
}
