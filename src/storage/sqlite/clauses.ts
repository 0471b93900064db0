import type { SqlValue } from './driver.ts';

/** A condition and the values it waits for. */
export type Clause = readonly [sql: string, values: readonly SqlValue[]];

export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Nothing where the caller passes no values. */
export const oneOf = (column: string, values: readonly SqlValue[] | undefined): Clause[] =>
  values === undefined ? [] : [[`${column} IN (${marks(values)})`, values]];

/** Nothing where there is nothing to exclude. */
export const noneOf = (column: string, values: readonly SqlValue[] | undefined): Clause[] =>
  values === undefined || values.length === 0 ? [] : [[`${column} NOT IN (${marks(values)})`, values]];

export const bound = (sql: string, value: SqlValue | undefined): Clause[] =>
  value === undefined ? [] : [[sql, [value]]];

export const joined = (
  clauses: readonly Clause[],
): { readonly sql: string; readonly values: SqlValue[] } => ({
  sql: clauses.map(([sql]) => sql).join(' AND '),
  values: clauses.flatMap(([, values]) => values),
});
