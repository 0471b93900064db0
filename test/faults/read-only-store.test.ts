import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { digestsIn } from '../support/faults-bytes.ts';
import { type Home, homeIn, scene } from '../support/faults-home.ts';
import {
  mountMemory,
  noMountReason,
  remountReadOnly,
  remountWritable,
  unlessMounted,
} from '../support/faults-mount.ts';
import { readNotes } from '../support/faults-notes.ts';
import { runCommand, startAndExpectFailure } from '../support/faults-run.ts';
import { StdioClient } from '../support/stdio-client.ts';

const UNAVAILABLE = 6;

const { home, keep, after } = scene();

function disk(): Home {
  const [path, unmount] = mountMemory('size=12m');
  after(unmount);
  return homeIn(path);
}

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

describe.skipIf(noMountReason !== undefined)(`a folder that is read-only${unlessMounted}`, () => {
  it('is named as store_not_writable when there is no store yet, and nothing is written', async () => {
    const place = disk();
    remountReadOnly(place.root);
    for (const { code, stderr } of [
      await startAndExpectFailure(place),
      await runCommand(place, 'end', '--checkpoint', 'x'),
    ]) {
      expect(stderr).toContain('(store_not_writable)');
      expect(stderr).toContain(`The store ${place.store} cannot`);
      expect(code).toBe(UNAVAILABLE);
    }
    expect(readdirSync(place.path)).toEqual([]);
  });

  it('lets a store that is there be read, refuses writers as store_not_writable, and changes nothing', async () => {
    const place = disk();
    const first = await openIn(place);
    await first.facts('end_session', { checkpoint: 'written before' });
    await first.close();
    remountReadOnly(place.root);
    const before = digestsIn(place.path);

    const boot = await runCommand(place, 'boot');
    expect(boot).toMatchObject({ code: 0, stdout: expect.stringContaining('written before') });
    const client = await openIn(place);
    expect((await client.facts('boot_report')).report).toContain('written before');
    const refused = await client.call('end_session', { checkpoint: 'refused' });
    expect(refused.structuredContent.code).toBe('store_not_writable');
    expect((await client.facts('boot_report')).report).not.toContain('refused');
    expect(digestsIn(place.path)).toEqual(before);

    remountWritable(place.root);
    const next = await openIn(place);
    await next.facts('end_session', { checkpoint: 'written after' });
    expect((await next.facts('boot_report')).report).toContain('written after');
  });
});

const hasLimits = process.platform === 'linux' && readdirSync('/usr/bin').includes('prlimit');

/** No file may grow any more: the kernel then refuses writes of the running process as a failing disk would. */
const forbidWriting = ({ process: { pid } }: StdioClient, bytes: string) =>
  void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`]);

it.skipIf(!hasLimits)(
  'gives writers a code, stays alive and reads on when writing is refused after the start (needs prlimit)',
  async () => {
    const place = home();
    const client = await openIn(place);
    await client.facts('add_session_note', { summary: 'before' });
    forbidWriting(client, '0:unlimited');

    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const refused = await client.call('add_session_note', { summary: `refused ${attempt}` });
      expect(refused.isError).toBe(true);
      expect(['store_io_error', 'disk_full', 'store_not_writable']).toContain(refused.structuredContent.code);
    }
    expect(await readNotes(client)).toEqual(['before']);

    forbidWriting(client, 'unlimited:unlimited');
    await client.facts('add_session_note', { summary: 'after' });
    await client.kill();
    expect((await readNotes(await openIn(place))).sort()).toEqual(['after', 'before']);
  },
);
