import { blocksOf, isIntroduction, renderBlocks } from '../blocks.ts';

const ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
const NESTED = /^\s+(?:[-*•+]|\d{1,3}[.)])\s/m;
/** A longer line is harder to read than a list. */
const MAX_LINE = 400;

const indentOf = (line: string): number => line.search(/\S/);

/** The items below a line, each with what is nested in it. */
function itemsIn(lines: readonly string[]): readonly (readonly string[])[] {
  const indent = Math.min(...lines.map(indentOf));
  const items: string[][] = [];
  for (const line of lines) {
    if (items.length === 0 || indentOf(line) === indent) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items;
}

/** An item and the items below it in one line, unless that would be long, or something else than items is below it. */
function foldItem([first = '', ...below]: readonly string[]): readonly string[] {
  if (below.length === 0) return [first];
  const items = itemsIn(below).map(foldItem);
  const names = items.map(([name = '']) => name.replace(ITEM, '').replace(/[.;]$/, ''));
  const line = `${first}${isIntroduction(first) ? ' ' : ': '}${names.join('; ')}`;
  const isFolded = items.every(([name = '', ...more]) => more.length === 0 && ITEM.test(name));
  return isFolded && line.length <= MAX_LINE ? [line] : [first, ...items.flat()];
}

/** A text in which short items stand in the line of the item that they belong to. */
export const foldNestedItems = (text: string): string =>
  NESTED.test(text)
    ? renderBlocks(
        blocksOf(text).map((block) =>
          block.kind === 'list'
            ? { ...block, items: block.items.map((item) => foldItem(item.split('\n')).join('\n')) }
            : block,
        ),
      )
    : text;
