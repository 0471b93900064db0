import { createHash } from 'node:crypto';
import type { Migrated, Migration, Value } from './migration.ts';

/** Frozen: what the program does today is in `sqlite/digests.ts`. */
const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

type Row = Readonly<Record<string, Value>>;
type Compute = (row: Row) => string;

const all =
  (...columns: readonly string[]): Compute =>
  (row) =>
    digestOf(JSON.stringify(columns.map((column) => row[column] ?? null)));
const content: Compute = (row) => digestOf(String(row.content));

const PAGE = 500;

function fillColumn(store: Migrated, table: string, column: string, compute: Compute): void {
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

/** Checksums, so that a text that was changed on disk is not delivered as what was said. */
export const checksums: Migration = {
  version: 12,
  name: 'checksums',
  sqlite: `
ALTER TABLE notes ADD COLUMN digest TEXT;
ALTER TABLE turns ADD COLUMN digest TEXT;
ALTER TABLE captures ADD COLUMN digest TEXT;
ALTER TABLE captures ADD COLUMN facts_digest TEXT;
ALTER TABLE texts ADD COLUMN digest TEXT;
`,
  fill(store) {
    const note = all('title', 'summary', 'session_number', 'occurred_at', 'visibility', 'body');
    fillColumn(store, 'notes', 'digest', note);
    fillColumn(store, 'turns', 'digest', all('at', 'who', 'what'));
    fillColumn(store, 'captures', 'digest', content);
    fillColumn(store, 'captures', 'facts_digest', all('body', 'client_summary'));
    fillColumn(store, 'texts', 'digest', content);
  },
};
