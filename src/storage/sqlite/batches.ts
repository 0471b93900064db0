import type { Change } from '../../app/ports/ledger.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';

/** Of one statement: about as many as are written within one slice. SQLite takes 32,766 values in a statement. */
export const MAX_ROWS = 128;

/** Make it once and keep it: the statements that are composed for it are kept with it. */
export interface Insertion {
  /** Up to VALUES. */
  readonly into: string;
  /** What comes behind the rows, such as ON CONFLICT, or the statement that uses them. */
  readonly behind?: string;
}

type Names = readonly string[];

/** Keeps what `make` returns for the columns of a table. Without rows there are no names, and nothing is kept. */
export function forColumns<Made>(make: (names: Names) => Made): (names: Names) => Made {
  let made: Made | undefined;
  return (names) => {
    if (names.length === 0) return make(names);
    made ??= make(names);
    return made;
  };
}

/** An ordinary handoff is written in one statement. */
const MAX_EXACT_ROWS = 16;

/** All rows if they are few, else the largest power of two. Few sizes mean that few statements are prepared and kept. */
const sizeOfNext = (count: number) =>
  count <= MAX_EXACT_ROWS ? count : 2 ** Math.floor(Math.log2(Math.min(count, MAX_ROWS)));

const repeated = (text: string, count: number) => Array.from({ length: count }, () => text).join(', ');

/** By number of rows. Composing a statement with hundreds of values takes about as long as running it. */
const composed = new WeakMap<Insertion, Map<number, string>>();

function sqlFor(insertion: Insertion, rowCount: number, columnCount: number): string {
  const bySize = composed.get(insertion) ?? new Map<number, string>();
  const known = bySize.get(rowCount);
  if (known !== undefined) return known;
  const { into, behind = '' } = insertion;
  const sql = `${into} VALUES ${repeated(`(${repeated('?', columnCount)})`, rowCount)} ${behind}`;
  composed.set(insertion, bySize.set(rowCount, sql));
  return sql;
}

/** Writes rows in few statements and returns how many changed: the text index makes each statement expensive. */
export function insertRows(
  connection: Connection,
  insertion: Insertion,
  rows: readonly (readonly SqlValue[])[],
): number {
  let written = 0;
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + sizeOfNext(rows.length - from));
    // V8 leaves optimized code for every item that flat() or flatMap() appends.
    const values: SqlValue[] = [];
    for (const row of part) values.push(...row);
    written += connection.run(sqlFor(insertion, part.length, part[0]?.length ?? 0), ...values);
    from += part.length;
  }
  return written;
}

type RecordChange = Extract<Change, { kind: 'record' }>;
type UnchangedRecord = Extract<Change, { kind: 'unchanged' }>;

export type OtherChange = Exclude<Change, RecordChange | UnchangedRecord>;

/** Changes that are written together: records that follow each other, or any other single change. */
export type Part =
  | { readonly kind: 'records'; readonly changes: RecordChange[] }
  | { readonly kind: 'unchanged'; readonly changes: UnchangedRecord[] }
  | { readonly kind: 'other'; readonly change: OtherChange };

/** About as much text as the index takes in within one slice. */
const MAX_CHARS = 50_000;

class RecordsPart {
  readonly kind = 'records';
  readonly changes: RecordChange[] = [];
  readonly #ids = new Set<string>();
  #chars = 0;

  /** A record that comes twice is written in two parts, because its second change expects the version of the first. */
  hasRoomFor({ record }: RecordChange): boolean {
    if (this.changes.length === 0) return true;
    const isWithin = this.changes.length < MAX_ROWS && this.#chars + record.content.length <= MAX_CHARS;
    return isWithin && !this.#ids.has(record.id);
  }

  add(change: RecordChange): void {
    this.changes.push(change);
    this.#ids.add(change.record.id);
    this.#chars += change.record.content.length;
  }
}

export function* partsOf(changes: readonly Change[]): Generator<Part> {
  let records = new RecordsPart();
  let unchanged: UnchangedRecord[] = [];
  for (const change of changes) {
    const isFull = change.kind !== 'record' || !records.hasRoomFor(change);
    if (isFull && records.changes.length > 0) {
      yield records;
      records = new RecordsPart();
    }
    if (unchanged.length > 0 && (change.kind !== 'unchanged' || unchanged.length >= MAX_ROWS)) {
      yield { kind: 'unchanged', changes: unchanged };
      unchanged = [];
    }
    if (change.kind === 'record') records.add(change);
    else if (change.kind === 'unchanged') unchanged.push(change);
    else yield { kind: 'other', change };
  }
  if (records.changes.length > 0) yield records;
  if (unchanged.length > 0) yield { kind: 'unchanged', changes: unchanged };
}
