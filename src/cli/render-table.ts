import { quoteUnlessOrdinary } from '../domain/quote-text.ts';
import {
  oneLine,
  PLAIN_STYLE,
  padToWidth,
  quotedParagraph,
  type Style,
  textWidth,
  truncateStartToWidth,
  truncateToWidth,
  wrapText,
} from './terminal-text.ts';

export interface Column<Item> {
  readonly title: string;
  readonly cell: (item: Item) => string;
  /** Never truncated: an id is useless without its end. */
  readonly isWhole?: boolean;
  readonly isNumber?: boolean;
  /** Truncated at its start. */
  readonly isPath?: boolean;
  /** Other columns are narrowed before this one gets smaller than this. */
  readonly minWidth?: number;
  /** In a narrow terminal the columns with the highest rank are dropped first. A column without a rank is never dropped. */
  readonly rank?: number;
}

type Layout = Omit<Column<never>, 'cell'>;

interface Shape {
  readonly column: Layout;
  readonly index: number;
  readonly natural: number;
}

const GAP = 2;
const MIN_WIDTH = 8;

const totalWidth = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + GAP, -GAP);
const minWidth = ({ column, natural }: Shape) =>
  column.isWhole ? natural : Math.min(natural, column.minWidth ?? MIN_WIDTH);

function chooseColumns(shapes: readonly Shape[], width: number): readonly Shape[] {
  if (totalWidth(shapes.map(minWidth)) <= width) return shapes;
  const ranked = shapes.filter(({ column }) => column.rank !== undefined);
  const [first] = ranked.toSorted((a, b) => (b.column.rank ?? 0) - (a.column.rank ?? 0));
  if (first === undefined) return shapes;
  return chooseColumns(
    shapes.filter((shape) => shape !== first),
    width,
  );
}

function fitWidths(shapes: readonly Shape[], width: number): readonly number[] {
  const widths = shapes.map((shape) => Math.min(shape.natural, Math.max(width, minWidth(shape))));
  while (totalWidth(widths) > width) {
    const shrinkable = widths.map((one, index) => (shapes[index]?.column.isWhole ? 0 : one));
    const widest = Math.max(...shrinkable);
    if (widest <= 1) break;
    widths[shrinkable.indexOf(widest)] = widest - 1;
  }
  return widths;
}

const isTooNarrow = (shown: readonly Shape[], widths: readonly number[], width: number) =>
  totalWidth(widths) > width ||
  shown.some(({ natural }, place) => (widths[place] ?? 0) < Math.min(natural, MIN_WIDTH));

/** For a terminal that is too narrow for a table: one field per line, not truncated. */
function renderFields(
  columns: readonly Layout[],
  cells: readonly (readonly string[])[],
  { width, style }: { readonly width: number; readonly style: Style },
): readonly string[] {
  const field = ({ title, isWhole }: Layout, cell: string) => {
    const [first = '', ...rest] = wrapText(`${title}: ${cell}`, width);
    const label = style.bold(`${title}:`);
    if (rest.length > 0 && !isWhole) return [label, ...quotedParagraph(cell, width, '  ')];
    return [label + first.slice(title.length + 1), ...rest];
  };
  return cells.flatMap((row, at) => [
    ...(at === 0 ? [] : ['']),
    ...columns.flatMap((column, index) => (row[index] ? field(column, row[index]) : [])),
  ]);
}

export function renderTable<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  { width, style = PLAIN_STYLE }: { readonly width: number; readonly style?: Style },
): readonly string[] {
  // The first cell starts its line, so it is quoted unless it is an id or a date of ours.
  const cellOf = (item: Item) => (column: Column<Item>, at: number) => {
    const text = oneLine(column.cell(item));
    return at === 0 && !column.isWhole ? quoteUnlessOrdinary(text) : text;
  };
  const cells = items.map((item) => columns.map(cellOf(item)));
  const shapes = columns.map((column, index) => ({
    column,
    index,
    natural: Math.max(textWidth(column.title), ...cells.map((row) => textWidth(row[index] ?? ''))),
  }));
  const shown = chooseColumns(shapes, width);
  const widths = fitWidths(shown, width);
  if (isTooNarrow(shown, widths, width)) return renderFields(columns, cells, { width, style });
  const line = (cellAt: (shape: Shape) => string) =>
    shown
      .map((shape, place) => {
        const columnWidth = widths[place] ?? 0;
        const truncate = shape.column.isPath ? truncateStartToWidth : truncateToWidth;
        const cell = truncate(cellAt(shape), columnWidth);
        if (shape.column.isNumber) return cell.padStart(columnWidth);
        return place === shown.length - 1 ? cell : padToWidth(cell, columnWidth);
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return [
    style.bold(line(({ column }) => column.title)),
    ...cells.map((row) => line(({ index }) => row[index] ?? '')),
  ];
}
