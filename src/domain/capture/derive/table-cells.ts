import { withoutBold } from '../clip.ts';

/** The cells of a row of a table, without bold marks. */
export const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => withoutBold(cell.replaceAll('\\|', '|')).trim());
