import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { MIGRATIONS } from '../../src/storage/migrations/index.ts';
import { openConnections } from '../../src/storage/sqlite/connections.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import * as c from '../contract/clauses/changes.ts';
import { T0 } from '../domain/session/session-fixtures.ts';
import { copyEmptyStore } from '../support/empty-store.ts';
import { holdLock } from '../support/held-lock.ts';
import { tempFolder } from '../support/temp-folder.ts';

function connections(busyTimeoutMs = 0) {
  const path = join(tempFolder(), 'x.db');
  copyEmptyStore(path);
  const opened = openConnections({
    path,
    busyTimeoutMs,
    mayCreate: false,
    mayCreateFolder: false,
    migrations: MIGRATIONS,
    now: T0,
  });
  onTestFinished(() => opened.close());
  const isReadOnly = () => opened.reader.get('PRAGMA query_only')?.query_only === 1;
  return { ...opened, path, isReadOnly };
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

afterEach(() => void vi.restoreAllMocks());

/** From now on time passes only where the test says so, and by `step` whenever somebody looks at it. */
function stoppedTime(step = 0) {
  let now = performance.now();
  const pass = (ms: number) => {
    now += ms;
    return now;
  };
  vi.spyOn(performance, 'now').mockImplementation(() => pass(step));
  return pass;
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 60));

it('waits for a transaction of its own process however long it takes, also after another process held the lock', async () => {
  const pass = stoppedTime();
  const { path, writer } = connections(1_000);
  await writer.transaction(() => undefined);
  const release = holdLock(path);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let entered = 0;
  const work = async () => {
    entered += 1;
    await gate;
  };
  const both = Promise.all([writer.transaction(work), writer.transaction(work)]);
  both.catch(() => undefined);
  await turns();
  expect(entered).toBe(0);
  release();
  await vi.waitFor(() => expect(entered).toBe(1));
  pass(60_000);
  await turns();
  open();
  await both;
  expect(entered).toBe(2);
});

it('warns of nothing while many calls wait for a lock', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on('warning', listen);
  const { path, writer } = connections(60_000);
  await writer.transaction(() => undefined);
  const release = holdLock(path);
  const all = Promise.all(Array.from({ length: 40 }, () => writer.transaction(() => undefined)));
  await turns();
  release();
  await all;
  await turns();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

it('shows nothing of a commit in memory before all of it is there', async () => {
  const store = openSqliteStore({ path: ':memory:', busyTimeoutMs: 0, now: T0 });
  onTestFinished(() => store.close());
  const { ledger, records } = store.workspace('w');
  // Each step takes longer than a slice, so the transaction pauses after each.
  stoppedTime(100);
  let isDone = false;
  const commit = ledger
    .commit([
      c.project(),
      ...Array.from({ length: 20 }, (_, index) => c.note({ id: `note_${index}` })),
      c.record(),
    ])
    .then(() => {
      isDone = true;
    });
  for (let count = 0; count < 20; count += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    const [found] = await records.findAll(['rec_1']);
    const streams = await ledger.read(0, 99);
    expect([isDone, found !== undefined, streams.length > 0]).toEqual([true, true, true]);
  }
  await commit;
});

it('moves the log of a large commit into the store in a turn of its own, before the commit returns', async () => {
  const { writer } = connections();
  const { connection } = writer;
  await writer.transaction(() => undefined);
  const steps: string[] = [];
  const { exec, get } = connection;
  vi.spyOn(connection, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') setImmediate(() => steps.push('turn'));
    steps.push(sql);
    exec.call(connection, sql);
  });
  vi.spyOn(connection, 'get').mockImplementation((sql, ...values) => {
    steps.push(String(sql));
    return get.call(connection, sql, ...values);
  });
  // Each step takes longer than a slice, so the transaction pauses.
  stoppedTime(100);
  await writer.transaction(async (pause) => {
    for (let step = 0; step < 40; step += 1) await pause();
    connection.run("INSERT INTO journal (workspace, at, stream, type, data) VALUES ('w', '', '', '', '{}')");
  });
  vi.restoreAllMocks();
  const [committed, turn, moved] = ['COMMIT', 'turn', 'PRAGMA wal_checkpoint(PASSIVE)'].map((step) =>
    steps.indexOf(step),
  );
  expect([committed, turn, moved].every((at) => at !== undefined && at >= 0)).toBe(true);
  expect([committed, turn, moved]).toEqual([committed, turn, moved].toSorted((a = 0, b = 0) => a - b));
  const { log, checkpointed } = connection.get('PRAGMA wal_checkpoint(PASSIVE)') ?? {};
  expect(checkpointed).toBe(log);
  expect(connection.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 1_000 });
});

it('writes nothing of a large transaction that cannot be committed, and moves the log as before', async () => {
  const { writer } = connections();
  const { connection } = writer;
  await writer.transaction(() => undefined);
  stoppedTime(100);
  const work = writer.transaction(async (pause) => {
    for (let step = 0; step < 40; step += 1) await pause();
    connection.run("INSERT INTO journal (workspace, at, stream, type, data) VALUES ('w', '', '', '', '{}')");
    vi.spyOn(connection, 'commit').mockImplementation(() => {
      throw new Error('no');
    });
  });
  await expect(work).rejects.toThrow('no');
  vi.restoreAllMocks();
  expect(connection.all('SELECT * FROM journal')).toEqual([]);
  expect(connection.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 1_000 });
});

it('leaves the log of an ordinary commit to SQLite, however long the commit takes', async () => {
  const { writer } = connections();
  await writer.transaction(() => undefined);
  const exec = vi.spyOn(writer.connection, 'exec');
  stoppedTime(100);
  await writer.transaction(async (pause) => {
    for (let step = 0; step < 12; step += 1) await pause();
  });
  expect(exec.mock.calls.flat()).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
});
