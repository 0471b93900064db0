import type { Ledger } from '../../src/app/ports/ledger.ts';
import type { VectorReader } from '../../src/app/ports/vectors.ts';
import { Connection, type ConnectionOptions, openForWriting } from '../../src/storage/sqlite/connection.ts';
import type { Connections } from '../../src/storage/sqlite/connections.ts';
import { openDatabase, type Row } from '../../src/storage/sqlite/driver.ts';
import { FileIdentity } from '../../src/storage/sqlite/file/store-files.ts';
import { createLedger } from '../../src/storage/sqlite/ledger.ts';
import { createVectorReader } from '../../src/storage/sqlite/vectors.ts';
import { Writer } from '../../src/storage/sqlite/writer.ts';

export interface StaleStore {
  readonly ledger: Ledger;
  readonly vectors: VectorReader;
  close(): void;
}

/** Every SELECT is answered from the moment of opening; every write goes to the store as it is now. */
function openStale(options: ConnectionOptions) {
  const { database: present } = openForWriting(options);
  const past = openDatabase(options.path, { readOnly: true });
  past.exec('BEGIN');
  // The snapshot begins with the first read, not with BEGIN.
  past.prepare('SELECT count(*) FROM journal').get();
  const database = {
    exec: (sql: string) => present.exec(sql),
    prepare: (sql: string) => (/^\s*SELECT\b/i.test(sql) ? past : present).prepare(sql),
    close: () => {
      past.close();
      present.close();
    },
  };
  return { database };
}

/**
 * A writer that reads before another writer commits and writes afterwards. SQLite itself prevents that with its write lock;
 * engines whose transactions run concurrently do not. What this store refuses is refused by the statements that write.
 */
export function openStaleStore(path: string, workspace = 'default'): StaleStore {
  const files = new FileIdentity(path);
  const connection = new Connection({ path, busyTimeoutMs: 0 }, openStale, files);
  connection.open();
  const wait = { path, waitMs: 1_000, signal: new AbortController().signal };
  const connections: Connections = {
    reader: connection,
    writer: new Writer({ connection, reader: connection, files, wait }),
    retrying: (reader) => reader,
    stop: () => undefined,
    close: async () => undefined,
  };
  return {
    ledger: createLedger(connections, workspace),
    vectors: createVectorReader(connections, workspace),
    close: () => connection.close(),
  };
}

/** All rows of all tables, those of the text index included. */
export function dumpTables(path: string): Readonly<Record<string, readonly Row[]>> {
  const reader = openDatabase(path, { readOnly: true });
  try {
    const tables = reader.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      tables.map(({ name }) => [name, reader.prepare(`SELECT * FROM "${name}"`).all()]),
    );
  } finally {
    reader.close();
  }
}
