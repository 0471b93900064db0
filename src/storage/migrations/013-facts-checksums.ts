import { createHash } from 'node:crypto';
import type { Migrated, Migration, Value } from './migration.ts';

/** Frozen: what the program does today is in `sqlite/digests.ts`. */
const digestOfAll = (...values: readonly (Value | undefined)[]) =>
  `sha256:${createHash('sha256')
    .update(JSON.stringify(values.map((value) => value ?? null)))
    .digest('hex')}`;

type Row = Readonly<Record<string, Value>>;

const PAGE = 500;

function fill(store: Migrated, table: string, column: string, compute: (row: Row) => string): void {
  for (let after = 0; ; ) {
    const rows = store.all(
      `SELECT rowid AS place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
      after,
    );
    if (rows.length === 0) return;
    for (const row of rows)
      store.run(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`, compute(row), Number(row.place));
    after = Number(rows.at(-1)?.place);
  }
}

/** Checksums of what a record is filed under, and of the reason of a capture. */
export const factsChecksums: Migration = {
  version: 13,
  name: 'facts-checksums',
  sqlite: `
ALTER TABLE records ADD COLUMN facts_digest TEXT;
ALTER TABLE captures ADD COLUMN reason_digest TEXT;
`,
  fill(store) {
    fill(store, 'records', 'facts_digest', ({ subject, tags, aliases, resolution }) =>
      digestOfAll(subject, tags, aliases, resolution),
    );
    fill(store, 'captures', 'reason_digest', ({ reason }) => digestOfAll(reason));
  },
};
