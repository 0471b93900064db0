import { type Block, blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';
import { cellsOf } from './table-cells.ts';

/** One column may be called so by chance. */
const MIN_COLUMNS = 2;
const SAME_COLUMNS = 0.6;

interface Measured {
  /** What the rows are: the name of the first column. */
  readonly rows: string;
  readonly columns: readonly string[];
}

function measuredIn({ kind, lead }: Block): Measured {
  const [rows = '', ...columns] =
    kind === 'table'
      ? cellsOf(lead.at(-2) ?? lead[0] ?? '').map((cell) => cell.replace(/[*_`\s]/g, '').toLowerCase())
      : [];
  return { rows, columns: columns.filter((name) => name !== '') };
}

/** Of tables that measure the same again and again, the newest counts. */
export class NewerTables {
  readonly #newer: Measured[] = [];

  /** The tables of a later report. */
  add(text: string): void {
    for (const block of blocksOf(text)) {
      const measured = measuredIn(block);
      if (measured.columns.length >= MIN_COLUMNS) this.#newer.push(measured);
    }
  }

  /** A report without the tables that a later one measured again. */
  without(text: string): string {
    if (this.#newer.length === 0) return text;
    return renderBlocks(
      changeBlocks(blocksOf(text), (block) =>
        this.#isMeasuredAgain(measuredIn(block))
          ? { lead: block.lead.filter((line) => !line.trimStart().startsWith('|')), items: [] }
          : block,
      ),
    );
  }

  #isMeasuredAgain({ rows, columns }: Measured): boolean {
    return (
      columns.length >= MIN_COLUMNS &&
      this.#newer.some(
        (newer) =>
          newer.rows === rows &&
          columns.filter((name) => newer.columns.includes(name)).length >= columns.length * SAME_COLUMNS,
      )
    );
  }
}
