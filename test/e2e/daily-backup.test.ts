import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openBackups } from '../../src/storage/open-backups.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { runCommand } from '../support/faults-run.ts';
import { findDamage } from '../support/faults-store.ts';
import { ROOT } from '../support/program.ts';
import { StdioClient } from '../support/stdio-client.ts';

const { home, keep } = scene();

const EARLY = ['--import', join(ROOT, 'test/support/early-backup.mjs')];
const openIn = async ({ path, work }: Home, env: Record<string, string> = {}) =>
  keep(await StdioClient.open({ home: path, cwd: work, nodeArgs: EARLY, env }));
const listIn = ({ store }: Home) => openBackups(store)?.list() ?? [];
const WAIT = { timeout: 60_000, interval: 50 };

it('makes one backup a day, however many servers run', async () => {
  const place = home();
  const clients = await Promise.all([openIn(place), openIn(place), openIn(place)]);
  await clients[0]?.facts('add_session_note', { summary: 'one' });
  await vi.waitFor(() => expect(listIn(place)).not.toEqual([]), WAIT);
  const again = JSON.parse((await runCommand(place, 'backup', '--daily', '--json')).stdout);
  expect(again.outcome).toMatch(/fresh|taken/);
  await Promise.all(clients.map((client) => client.close()));
  expect(listIn(place)).toMatchObject([{ reason: 'daily' }]);
  expect(findDamage(listIn(place)[0]?.path ?? '')).toEqual([]);
});

it('lets one of many processes that are asked at once make it', async () => {
  const place = home();
  const client = await openIn(place, { THROUGHLINE_DAILY_BACKUP: 'false' });
  await client.facts('add_session_note', { summary: 'one' });
  const runs = await Promise.all(
    Array.from({ length: 5 }, () => runCommand(place, 'backup', '--daily', '--json')),
  );
  const outcomes = runs.map(({ stdout, stderr }) => (stdout === '' ? stderr : JSON.parse(stdout).outcome));
  expect(outcomes.filter((outcome) => outcome === 'made')).toEqual(['made']);
  expect(outcomes.every((outcome) => ['made', 'fresh', 'taken'].includes(outcome))).toBe(true);
  expect(listIn(place)).toHaveLength(1);
});
