import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listBackups } from '../../src/storage/sqlite/backup/backup-files.ts';
import { largeHandoff } from '../support/faults-handoff.ts';
import { type Home, homeIn, scene } from '../support/faults-home.ts';
import { mountMemory, noMountReason, unlessMounted } from '../support/faults-mount.ts';
import { readNotes } from '../support/faults-notes.ts';
import { makeOldStore, OLD_SUMMARY } from '../support/faults-old-store.ts';
import { runCommand, startAndExpectFailure } from '../support/faults-run.ts';
import { findDamage, summarizeStore } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const SIZE = 'size=12m';
const DECISIONS = 2_000;
/** Room left, in KiB, so that it runs out at different moments of the call. */
const ROOMS = [0, 8, 40, 200, 700, 1_500];
const CODES = ['disk_full', 'store_io_error'];

const { keep, after } = scene();

function smallDisk(): Home {
  const [path, unmount] = mountMemory(SIZE);
  after(unmount);
  return homeIn(path);
}

/** Writes until so many KiB are left; the answer frees them again. */
function fill(root: string, roomKiB: number): () => void {
  const path = join(root, 'ballast');
  const file = openSync(path, 'w');
  const { bavail, bsize } = statfsSync(root);
  const block = Buffer.alloc(4_096, 1);
  try {
    for (let left = bavail * bsize - roomKiB * 1_024; left > 0; left -= block.length) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

describe.skipIf(noMountReason !== undefined)(`a full disk${unlessMounted}`, () => {
  it.each(ROOMS)(
    'with %i KiB left refuses a handoff by name, keeps what was acknowledged, and takes it once there is room',
    async (room) => {
      const place = smallDisk();
      const client = await openIn(place);
      const { session } = await client.facts('start_session');
      const target = { session_id: session.session_id };
      const acknowledged = ['before the disk was full', 'also before'];
      for (const summary of acknowledged) await client.facts('add_session_note', { summary, ...target });
      const before = summarizeStore(place.store);
      const handoff = { ...largeHandoff(DECISIONS), summary_notes: undefined, ...target };

      const free = fill(place.root, room);
      const refused = await client.call('end_session', handoff);
      expect(CODES).toContain(refused.structuredContent.code);
      expect(refused.structuredContent.hint).toMatch(/space/);
      expect((await client.facts('get_session_state', target)).session_info.status).toBe('active');
      const small = await client.call('add_session_note', { summary: 'while it was full', ...target });
      if (!small.isError) acknowledged.push('while it was full');
      else expect(CODES).toContain(small.structuredContent.code);
      free();

      await client.kill();
      if (small.isError) expect(isDeepStrictEqual(summarizeStore(place.store), before)).toBe(true);
      const next = await openIn(place);
      expect((await readNotes(next)).sort()).toEqual([...acknowledged].sort());
      const ended = await next.facts('end_session', handoff);
      expect(ended.stored.decision).toBe(DECISIONS);
      expect(findDamage(place.store)).toEqual([]);
    },
  );

  it('refuses to start without a store, by name, and leaves nothing behind', async () => {
    const place = smallDisk();
    const free = fill(place.root, 0);
    for (const { code, stderr } of [
      await startAndExpectFailure(place),
      await runCommand(place, 'end', '--checkpoint', 'x'),
    ]) {
      expect(stderr).toMatch(/\((disk_full|store_io_error)\)/);
      expect(code).toBe(6);
    }
    free();
    const client = await openIn(place);
    await client.facts('add_session_note', { summary: 'there is room again' });
    expect(await readNotes(client)).toEqual(['there is room again']);
  });

  it('starts on a store that is there, and reads it', async () => {
    const place = smallDisk();
    const first = await openIn(place);
    await first.facts('add_session_note', { summary: 'before' });
    await first.close();
    const free = fill(place.root, 0);
    expect(await readNotes(await openIn(place))).toEqual(['before']);
    free();
    expect(await readNotes(await openIn(place))).toEqual(['before']);
  });

  it('leaves an old store and no half of a copy when there is no room to migrate it', async () => {
    const place = smallDisk();
    await makeOldStore(place.store);
    const { size } = statSync(place.store);
    const free = fill(place.root, 60);
    for (const { code, stderr } of [await startAndExpectFailure(place), await runCommand(place, 'boot')]) {
      expect(stderr).toMatch(/\((disk_full|store_io_error)\)/);
      expect(code).toBe(6);
    }
    // Where the copy found room after all, it is whole, and the migration stopped at a step.
    const others = readdirSync(place.path).filter((name) => !/^(store\.db(-wal|-shm)?|backups)$/.test(name));
    const folder = join(place.path, 'backups');
    const halves = (existsSync(folder) ? readdirSync(folder) : []).filter(
      (name) => !name.endsWith('.db') || statSync(join(folder, name)).size !== size,
    );
    expect([...others, ...halves]).toEqual([]);
    free();
    expect(await readNotes(await openIn(place))).toEqual([OLD_SUMMARY]);
    expect(listBackups(place.store)).not.toEqual([]);
  });
});
