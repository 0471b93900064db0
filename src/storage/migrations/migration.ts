export type Value = string | number | null | Uint8Array;

/** What a migration may do besides its SQL. */
export interface Migrated {
  all(sql: string, ...values: Value[]): readonly Readonly<Record<string, Value>>[];
  run(sql: string, ...values: Value[]): void;
}

/** Frozen once released: a test holds its digest. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
  /** Fills in from what is there what SQL cannot work out; in the same transaction, after it. */
  readonly fill?: (store: Migrated) => void;
}
