import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBackups } from '../../src/storage/open-backups.ts';
import { type Home, scene } from '../support/faults-home.ts';
import { type CommandKill, measureCommand, runAndKill } from '../support/faults-killed-command.ts';
import { readNotes } from '../support/faults-notes.ts';
import { seededRandom } from '../support/faults-random.ts';
import { roundsOr } from '../support/faults-rounds.ts';
import { findDamage, rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

/** `FAULT_ROUNDS=50` for the full run. */
const KILLS = roundsOr(8);
const BASE_NOTES = 5;

const { home, keep } = scene();

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

/** Stores notes one after the other until it is stopped or refused. */
function writeUntilStopped(client: StdioClient, label: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  let refusal: string | null = null;
  const write = async (summary: string) => {
    const answer = await client.call('add_session_note', { summary });
    if (answer.isError) refusal = answer.structuredContent.code;
    else acknowledged.push(summary);
  };
  const loop = (async () => {
    for (let index = 0; !isStopped && refusal === null; index += 1) await write(`${label} ${index}`);
  })();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await loop;
      // The store may have been replaced after the last write of the loop.
      if (refusal === null) await write(`${label}, the last one`);
      return refusal;
    },
  };
}

async function homeWithBackup() {
  const place = home();
  const client = await openIn(place);
  const base = Array.from({ length: BASE_NOTES }, (_, index) => `base ${index}`);
  for (const summary of base) await client.facts('add_session_note', { summary });
  const backup = join(place.root, 'backup.db');
  const { code, stderr } = await runAndKill(place, null, 'backup', backup);
  expect(code, stderr).toBe(0);
  return { place, client, base, backup };
}

const momentsOf = ({ calls, elapsedMs }: { calls: number; elapsedMs: number }) => {
  const random = seededRandom(19);
  return (round: number): CommandKill =>
    round % 3 === 2 ? { afterMs: random() * elapsedMs } : { atCall: 1 + Math.floor(random() * calls) };
};

const notesIn = (path: string) =>
  rowsOf(path, 'SELECT summary FROM notes').map(({ summary }) => String(summary));

it(`leaves the old store or the new one, whole, when a restore under load is killed at ${KILLS} moments`, async () => {
  const measured = await homeWithBackup();
  await measured.client.close();
  const usual = await measureCommand(measured.place, 'restore', measured.backup, '--yes');
  const momentOf = momentsOf(usual);
  const outcomes = { old: 0, new: 0, killed: 0, reported: 0 };
  for (let round = 0; round < KILLS; round += 1) {
    const { place, client, base, backup } = await homeWithBackup();
    const writing = writeUntilStopped(client, `round ${round}`);
    const { wasKilled, code, stderr } = await runAndKill(place, momentOf(round), 'restore', backup, '--yes');
    if (!wasKilled) expect(code, stderr).toBe(0);
    const wasInterrupted = existsSync(`${place.store}.restoring`);
    const next = await openIn(place);
    const found = new Set(await readNotes(next));
    const refusal = await writing.stop();
    const acknowledged = [...base, ...writing.acknowledged];
    const isNew = refusal !== null;
    if (isNew) expect([...found].sort()).toEqual([...base].sort());
    else expect(acknowledged.filter((summary) => !new Set(notesIn(place.store)).has(summary))).toEqual([]);
    outcomes[isNew ? 'new' : 'old'] += 1;
    if (wasKilled) outcomes.killed += 1;
    if (isNew) {
      expect(refusal).toBe('store_replaced');
      const [aside] = openBackups(place.store)?.list() ?? [];
      const kept = new Set(notesIn(aside?.path ?? ''));
      expect(acknowledged.filter((summary) => !kept.has(summary))).toEqual([]);
    }
    if (wasInterrupted) {
      expect(next.stderr.join('')).toMatch(/restore of .* was interrupted/);
      outcomes.reported += 1;
    }
    expect(existsSync(`${place.store}.restoring`)).toBe(false);
    // The server of before ends as clients end it, while another process has the new store open.
    await next.facts('add_session_note', { summary: 'after' });
    await client.close();
    await next.facts('add_session_note', { summary: 'after the old server ended' });
    await next.kill();
    expect(notesIn(place.store)).toEqual(expect.arrayContaining(['after', 'after the old server ended']));
    expect(findDamage(place.store)).toEqual([]);
  }
  console.info(`${KILLS} rounds, ${usual.calls} file calls each: ${JSON.stringify(outcomes)}`);
});

it(`leaves a verified backup or none when a backup under load is killed at ${KILLS} moments`, async () => {
  const { place, client } = await homeWithBackup();
  const writing = writeUntilStopped(client, 'load');
  const momentOf = momentsOf(await measureCommand(place, 'backup'));
  let whole = 0;
  for (let round = 0; round < KILLS; round += 1) {
    await runAndKill(place, momentOf(round), 'backup');
    for (const { path } of openBackups(place.store)?.list() ?? []) {
      expect(findDamage(path)).toEqual([]);
      whole += 1;
    }
    const named = readdirSync(join(place.path, 'backups')).filter((name) => name.endsWith('.db'));
    expect(named.length).toBe(openBackups(place.store)?.list().length);
  }
  const atEnd = [...writing.acknowledged];
  const { code } = await runAndKill(place, null, 'backup');
  expect(code).toBe(0);
  expect(await writing.stop()).toBeNull();
  const [newest] = openBackups(place.store)?.list() ?? [];
  const kept = new Set(notesIn(newest?.path ?? ''));
  expect(atEnd.filter((summary) => !kept.has(summary))).toEqual([]);
  expect(notesIn(place.store)).toEqual(expect.arrayContaining(writing.acknowledged));
  console.info(
    `${KILLS} rounds, ${writing.acknowledged.length} notes written meanwhile, ${whole} looks at whole backups`,
  );
});
