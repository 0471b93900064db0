import { type Block, blocksOf, changeBlocks, renderBlocks } from '../blocks.ts';

/** The cells of a row of a table. */
export const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** One column may be called so by chance. */
const MIN_COLUMNS = 2;
const SAME_COLUMNS = 0.6;

/** The names of the columns of a table, but for the first, which names its rows. */
const columnsOf = ({ kind, lead }: Block): readonly string[] =>
  kind === 'table'
    ? cellsOf(lead.at(-2) ?? lead[0] ?? '')
        .slice(1)
        .map((cell) => cell.replace(/[*_`\s]/g, '').toLowerCase())
        .filter((cell) => cell !== '')
    : [];

/** Of tables that measure the same again and again, the newest counts. */
export class NewerTables {
  readonly #columns: (readonly string[])[] = [];

  /** The tables of a later report. */
  add(text: string): void {
    for (const block of blocksOf(text)) {
      const columns = columnsOf(block);
      if (columns.length >= MIN_COLUMNS) this.#columns.push(columns);
    }
  }

  /** A report without the tables that a later one measured again. */
  without(text: string): string {
    if (this.#columns.length === 0) return text;
    return renderBlocks(
      changeBlocks(blocksOf(text), (block) =>
        this.#isMeasuredAgain(columnsOf(block))
          ? { lead: block.lead.filter((line) => !line.trimStart().startsWith('|')), items: [] }
          : block,
      ),
    );
  }

  #isMeasuredAgain(columns: readonly string[]): boolean {
    return (
      columns.length >= MIN_COLUMNS &&
      this.#columns.some(
        (newer) => columns.filter((name) => newer.includes(name)).length >= columns.length * SAME_COLUMNS,
      )
    );
  }
}
