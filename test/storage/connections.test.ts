import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openConnections } from '../../src/storage/sqlite/connections.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { copyEmptyStore } from '../support/empty-store.ts';
import { tempFolder } from '../support/temp-folder.ts';

function connections() {
  const path = join(tempFolder(), 'x.db');
  copyEmptyStore(path);
  const opened = openConnections({
    path,
    busyTimeoutMs: 0,
    mayCreate: false,
    mayCreateFolder: false,
    migrations: MIGRATIONS,
    now: T0,
  });
  onTestFinished(() => opened.close());
  const isReadOnly = () => opened.reader.get('PRAGMA query_only')?.query_only === 1;
  return { ...opened, isReadOnly };
}

it('reads on a connection of its own until something is written, and on the writing one afterwards', async () => {
  const { writer, isReadOnly } = connections();
  expect(isReadOnly()).toBe(true);
  await writer.transaction(() => undefined);
  expect(isReadOnly()).toBe(false);
});

it('reads nothing that is not committed', async () => {
  const { writer, reader, isReadOnly } = connections();
  await writer.transaction(() => undefined);
  await writer.transaction(async () => {
    writer.connection.run(
      "INSERT INTO journal (workspace, at, stream, type, data) VALUES ('w', '', '', '', '{}')",
    );
    expect(isReadOnly()).toBe(true);
    expect(reader.all('SELECT * FROM journal')).toEqual([]);
  });
  expect(reader.all('SELECT workspace FROM journal')).toEqual([{ workspace: 'w' }]);
});
