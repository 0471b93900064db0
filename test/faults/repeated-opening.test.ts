import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { runCommand } from '../support/faults-run.ts';
import { findDamage } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const { home, keep } = scene();

/** Opens and closes the store as any SQLite program does: the last to close takes log and index with it. */
const OPEN_AND_CLOSE = `
const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
for (let count = 0; count < 40; count += 1) {
  const database = new DatabaseSync(process.argv[1]);
  try { database.exec('PRAGMA busy_timeout = 5000; PRAGMA schema_version'); } finally { database.close(); }
}`;

async function openAndClose(store: string): Promise<number | null> {
  const args = ['--input-type=module', '--no-warnings', '-e', OPEN_AND_CLOSE, store];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code;
}

it('refuses no write because other processes open and close the store', async () => {
  const place = home();
  const { path, work, store } = place;
  const first = keep(await StdioClient.open({ home: path, cwd: work }));
  await first.facts('add_session_note', { summary: 'first' });
  await first.close();
  const texts = ['first'];
  // Whether a process is the last that has the store open, or the first, changes all the time.
  const others = [openAndClose(store), openAndClose(store)];
  for (let round = 0; round < 6; round += 1) {
    const client = keep(await StdioClient.open({ home: path, cwd: work }));
    for (let count = 0; count < 5; count += 1) {
      const summary = `note ${round}.${count}`;
      await client.facts('add_session_note', { summary });
      texts.push(summary);
    }
    expect(await runCommand(place, 'remember', `typed ${round}`)).toMatchObject({ code: 0, stderr: '' });
    await client.close();
  }
  expect(await Promise.all(others)).toEqual([0, 0]);
  const last = keep(await StdioClient.open({ home: path, cwd: work }));
  expect((await readNotes(last)).sort()).toEqual(texts.sort());
  expect(findDamage(store)).toEqual([]);
});

it('a log deleted under a server is noticed at the next write, and no note it acknowledged is lost', async () => {
  const place = home();
  const { path, work, store } = place;
  const client = keep(await StdioClient.open({ home: path, cwd: work }));
  const texts = ['one', 'two', 'three'];
  for (const summary of texts) await client.facts('add_session_note', { summary });
  rmSync(`${store}-wal`);

  const refused = await client.call('add_session_note', { summary: 'into the void' });
  expect(refused.structuredContent).toMatchObject({ code: 'store_replaced', kind: 'unavailable' });
  expect(refused.structuredContent.message).toContain('store.db-wal');
  const { code, stderr } = await runCommand(place, 'note', 'from elsewhere');
  expect([code, stderr]).toEqual([6, expect.stringContaining('(store_log_missing)')]);
  expect(existsSync(`${store}-wal`)).toBe(false);

  await client.kill();
  const next = keep(await StdioClient.open({ home: path, cwd: work }));
  expect((await readNotes(next)).sort()).toEqual(texts.sort());
  await next.facts('add_session_note', { summary: 'four' });
  expect(findDamage(store)).toEqual([]);
});
