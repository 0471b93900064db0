import { quoteUnlessOrdinary } from '../domain/quote-text.ts';
import { oneLine, quotedParagraph } from './safe-text.ts';
import { PLAIN, type Style } from './style.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';
import { wrapText } from './wrap-text.ts';

export interface Column {
  readonly title: string;
  /** Never cut: an id is worth nothing without its end. */
  readonly isWhole?: boolean;
  readonly isNumber?: boolean;
  /** Others give way before it becomes narrower than this. */
  readonly least?: number;
  /** Where the terminal is too narrow, the columns with the highest go first; without one it always stays. */
  readonly rank?: number;
}

interface Shape {
  readonly column: Column;
  readonly index: number;
  readonly natural: number;
}

const GAP = 2;
const NARROWEST = 8;

const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + GAP, -GAP);
const least = ({ column, natural }: Shape) =>
  column.isWhole ? natural : Math.min(natural, column.least ?? NARROWEST);

/** The columns that the terminal has room for. */
function chooseColumns(shapes: readonly Shape[], width: number): readonly Shape[] {
  if (total(shapes.map(least)) <= width) return shapes;
  const ranked = shapes.filter(({ column }) => column.rank !== undefined);
  const [first] = ranked.toSorted((a, b) => (b.column.rank ?? 0) - (a.column.rank ?? 0));
  if (first === undefined) return shapes;
  return chooseColumns(
    shapes.filter((shape) => shape !== first),
    width,
  );
}

/** As wide as they need; the widest give way first. */
function fitWidths(shapes: readonly Shape[], width: number): readonly number[] {
  const widths = shapes.map((shape) => Math.min(shape.natural, Math.max(width, least(shape))));
  while (total(widths) > width) {
    const room = widths.map((one, index) => (shapes[index]?.column.isWhole ? 0 : one));
    const widest = Math.max(...room);
    if (widest <= 1) break;
    widths[room.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** Where what is left of a column would say nothing. */
const isTooNarrow = (shown: readonly Shape[], widths: readonly number[], width: number) =>
  total(widths) > width ||
  shown.some(({ natural }, place) => (widths[place] ?? 0) < Math.min(natural, NARROWEST));

/** One field on each line, and nothing cut: for a terminal that holds no table. */
function renderFields(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  { width, style }: { readonly width: number; readonly style: Style },
): readonly string[] {
  const field = ({ title, isWhole }: Column, cell: string) => {
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

/** The first cell of a row starts its line, and only ids and dates of ours may do so bare. */
const startsLine = (columns: readonly Column[], at: number) => at === 0 && !columns[0]?.isWhole;

/** Columns fitted to the terminal, as a person counts them: wide characters are two. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, style = PLAIN }: { readonly width: number; readonly style?: Style },
): readonly string[] {
  const cells = rows.map((row) =>
    row.map((cell, at) => (startsLine(columns, at) ? quoteUnlessOrdinary(oneLine(cell)) : oneLine(cell))),
  );
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
        const cell = cutToWidth(cellAt(shape), columnWidth);
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
