import { type Block, blocksOf, isIntroduction, renderBlocks } from '../blocks.ts';
import { pointsInLine } from './points-in-line.ts';
import { cellsOf } from './table-cells.ts';

const ITEM = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/;
const NESTED = /^\s+(?:[-*•+]|\d{1,3}[.)])\s/m;
const BULLET = /^\s*[-*•+]\s+/;
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

/** A shorter list is shown whole. */
const MIN_POINTS = 3;

/**
 * A list in the line that introduces it. Numbers stay, because people refer to them. One that is too long for a line stays a list, or
 * is shown in short if `maxShort` is given.
 */
function foldList(block: Block, maxShort?: number): Block {
  const { kind, lead, items } = block;
  if (kind !== 'list' || lead.length > 1) return block;
  const names = items.map((item) => item.replace(BULLET, '').replace(/[.;]$/, ''));
  const line = names.join('; ').replaceAll('; [… ', ' [… ');
  if (line.length > MAX_LINE || line.includes('\n')) {
    if (maxShort === undefined || items.length < MIN_POINTS) return block;
    return { ...block, kind: 'text', lead: [], items: [[...lead, pointsInLine(items, maxShort)].join(' ')] };
  }
  const whole = [...lead, line].join(' ');
  // A long sentence that does not introduce the list keeps a line of its own.
  const text = whole.length <= MAX_LINE ? whole : [...lead, line].join('\n');
  const isCut = whole.length > MAX_LINE && lead.some(isIntroduction) && maxShort === undefined;
  return isCut ? block : { ...block, kind: 'text', lead: [], items: [text] };
}

/** A small table in one line: each row with the names of its columns. A longer one of two columns as a list. */
function foldTable(block: Block): Block {
  const { kind, lead, items } = block;
  const header = lead.findIndex((line) => line.trimStart().startsWith('|'));
  const [, ...columns] = cellsOf(lead[header] ?? '');
  if (kind !== 'table' || columns.length === 0 || items.some((row) => !row.trimStart().startsWith('|')))
    return block;
  const rows = items.map((row) => {
    const [name = '', ...cells] = cellsOf(row);
    const named = cells.map((cell, at) =>
      (columns.length > 1 ? `${columns[at] ?? ''} ${cell}` : cell).trim(),
    );
    return `${name}: ${named.join(', ')}`;
  });
  const line = [...lead.slice(0, header), rows.join('; ')].join(' ');
  if (line.length <= MAX_LINE) return { ...block, kind: 'text', lead: [], items: [line] };
  // The names of two columns say less than the rows.
  const isList = columns.length === 1;
  return isList
    ? { ...block, kind: 'list', lead: lead.slice(0, header), items: rows.map((row) => `- ${row}`) }
    : block;
}

/** A heading as the beginning of the line below it. */
const inline = (heading: string): string => `${heading.replace(/^[\s#*_]+|[\s*_:：]+$/g, '')}:`;

/** A text in which short lists and tables stand in one line each, behind the heading right above them. */
export function foldLists(text: string, maxShort?: number): string {
  let shown: string | undefined;
  // With the heading of a line, those above it are left out.
  const inlined = new Set<string>();
  const blocks = blocksOf(text).map((block) => {
    const folded = foldTable(foldList(block, maxShort));
    const heading = block.headings.at(-1)?.text;
    const isFirst = heading !== undefined && heading !== shown;
    shown = heading;
    if (folded.kind !== 'text')
      return { ...folded, headings: folded.headings.filter((one) => !inlined.has(one.text)) };
    for (const one of block.headings) inlined.add(one.text);
    const items = isFirst ? [`${inline(heading)} `, ...folded.items] : folded.items;
    return { ...folded, headings: [], items };
  });
  return renderBlocks(blocks);
}
