const MIN_LAST = 12;

const cut = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).toWellFormed()}…`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: stored text must not move the cursor of a terminal.
const clean = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

/** Columns as wide as they need; the last one gives way to the terminal. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const all = [head, ...rows].map((row) => row.map(clean));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const last = Math.max(MIN_LAST, width - before);
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cut(cell, last) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
