import { RecentValues } from '../../lib/recent-values.ts';
import type { Connection } from './connection.ts';
import type { Row, SqlValue } from './driver.ts';
import { parsed } from './rows.ts';
import { raw, type SqlPart } from './sql.ts';

/** The columns of a query: their names, and the expressions they are made of. */
export type Columns = Readonly<Record<string, string>>;

const hasBlob = (error: Error): boolean =>
  /JSON cannot hold BLOB/i.test(
    `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
  );

const objectOf = (columns: Columns): string =>
  `json_object(${Object.entries(columns)
    .map(([name, made]) => `'${name}', ${made}`)
    .join(', ')})`;

const selectionOf = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, made]) => `${made} AS ${name}`)
    .join(', ');

/** Reads rows as one JSON text: the driver charges for each row and each value that it hands over. A blob is read value by value. */
export class PackedList {
  readonly #packed: SqlPart;
  readonly #plain: SqlPart;

  constructor(columns: Columns) {
    this.#packed = raw(`json_group_array(${objectOf(columns)})`);
    this.#plain = raw(selectionOf(columns));
  }

  /** In the order of the query, which may have no ORDER BY of its own. */
  read(connection: Connection, from: SqlPart): readonly Row[] {
    try {
      return parsed<Row[]>(connection.get`SELECT ${this.#packed} AS rows ${from}`?.rows);
    } catch (error) {
      if (!(error instanceof Error && hasBlob(error))) throw error;
      return connection.all`SELECT ${this.#plain} ${from}`;
    }
  }
}

/** Of the rows of one query, as JSON. */
const MAX_REMEMBERED_CHARS = 1_000_000;

/**
 * Reads rows as one JSON text each: the driver charges more for handing over a value than SQLite does for finding it. What is made
 * of a row depends on its bytes alone, and is remembered: most rows of a report were already in the one before. JSON cannot
 * hold a blob, which only damage puts into these columns; such rows are read value by value.
 */
export class PackedRows<Item> {
  readonly #packed: string;
  /** By what comes behind the columns: a statement is found faster by the same string than by an equal one. */
  readonly #statements = new Map<string, string>();
  readonly #plain: string;
  readonly #itemOf: (row: Row) => Item;
  readonly #known: RecentValues<Item>;

  constructor(columns: Columns, itemOf: (row: Row) => Item, maxRememberedChars = MAX_REMEMBERED_CHARS) {
    // With the names: a list of values would take longer to put into an object here than the whole text to parse.
    this.#packed = `SELECT ${objectOf(columns)} AS row`;
    this.#plain = `SELECT ${selectionOf(columns)}`;
    this.#itemOf = itemOf;
    this.#known = new RecentValues(maxRememberedChars);
  }

  /** Items are shared between calls: callers must not change them. */
  read(connection: Connection, from: string, ...values: readonly SqlValue[]): Item[] {
    try {
      return connection.all(this.#statement(from), ...values).map(({ row }) => this.#itemIn(String(row)));
    } catch (error) {
      if (!(error instanceof Error && hasBlob(error))) throw error;
      return connection.all(`${this.#plain} ${from}`, ...values).map(this.#itemOf);
    }
  }

  #statement(from: string): string {
    const known = this.#statements.get(from);
    if (known !== undefined) return known;
    const statement = `${this.#packed} ${from}`;
    this.#statements.set(from, statement);
    return statement;
  }

  #itemIn(json: string): Item {
    const known = this.#known.find(json);
    if (known !== undefined) return known;
    const item = this.#itemOf(JSON.parse(json) as Row);
    this.#known.set(json, item, json.length);
    return item;
  }
}
