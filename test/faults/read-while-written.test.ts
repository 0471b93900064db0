import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hasStore } from '../../src/storage/sqlite/file/inspect-file.ts';
import { scene } from '../support/faults-home.ts';
import { openStore } from '../support/faults-store.ts';
import { ROOT } from '../support/program.ts';

const WRITERS = 2;
const WRITING_MS = 4_000;
const LOOKS_AT_ONCE = 100;

const { home } = scene();

/** Opens, grows, empties the log and closes, as short-lived processes do, for a while. */
const writer = (store: string) => `
  const load = () => { try { return require('node:sqlite') } catch { return require('@photostructure/sqlite') } };
  const { DatabaseSync } = load();
  const until = Date.now() + ${WRITING_MS};
  while (Date.now() < until) {
    const database = new DatabaseSync(${JSON.stringify(store)});
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS junk (bytes)');
    database.exec('INSERT INTO junk VALUES (randomblob(9000)); PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }`;

it('never reports a store as damaged because it is read in the middle of a write', async () => {
  const { store } = home();
  await openStore(store).close();
  const children = Array.from({ length: WRITERS }, () =>
    spawn(process.execPath, ['-e', writer(store)], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let isOver = false;
  const ended = Promise.all(children.map((child) => once(child, 'close'))).then((codes) => {
    isOver = true;
    return codes.map(([code]) => code);
  });
  const alarms: string[] = [];
  while (!isOver) {
    for (let look = 0; look < LOOKS_AT_ONCE; look += 1) {
      try {
        hasStore(store);
      } catch (error) {
        alarms.push(String(error));
      }
    }
    await nextTurn();
  }
  expect(alarms).toEqual([]);
  expect(await ended).toEqual(children.map(() => 0));
});
