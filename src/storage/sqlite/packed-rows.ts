import type { Connection } from './connection.ts';
import type { Row, SqlValue } from './driver.ts';

/** The columns of a query: their names, and the expressions they are made of. */
export type Columns = Readonly<Record<string, string>>;

const asList = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ');

const hasBlob = (error: Error): boolean =>
  /JSON cannot hold BLOB/i.test(
    `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
  );

/**
 * The rows of a query as one JSON text: the driver charges more for handing over a value than SQLite does for finding it. JSON
 * cannot hold a blob, which only damage puts into these columns; such rows are read one by one.
 */
export function packedRows(
  connection: Connection,
  columns: Columns,
  from: string,
  ...values: readonly SqlValue[]
): Row[] {
  const names = Object.keys(columns);
  try {
    const packed = connection.get(
      `SELECT json_group_array(json_array(${names.join(', ')})) AS rows FROM (SELECT ${asList(columns)} ${from})`,
      ...values,
    );
    const rows = JSON.parse(String(packed?.rows)) as SqlValue[][];
    return rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value])) as Row);
  } catch (error) {
    if (!(error instanceof Error && hasBlob(error))) throw error;
    return connection.all(`SELECT ${asList(columns)} ${from}`, ...values);
  }
}
