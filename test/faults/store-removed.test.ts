import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Home, scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { StdioClient } from '../support/stdio-client.ts';

const { home, keep } = scene();

const openIn = async ({ path, work }: Home) => keep(await StdioClient.open({ home: path, cwd: work }));

const removeLogs = (store: string) => {
  for (const suffix of ['-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
};

const WAYS = [
  { how: 'deleted', take: (store: string) => rmSync(store) },
  { how: 'moved away', take: (store: string) => renameSync(store, `${store}.away`) },
  { how: 'replaced by an earlier copy', take: (store: string) => renameSync(`${store}.copy`, store) },
];

describe.each(WAYS)('a store that is $how while a server has it open', ({ how, take }) => {
  it('takes no write that nobody would ever read: it is refused as store_replaced', async () => {
    const place = home();
    const first = await openIn(place);
    await first.facts('add_session_note', { summary: 'before' });
    await first.close();
    copyFileSync(place.store, `${place.store}.copy`);
    const client = await openIn(place);
    take(place.store);
    removeLogs(place.store);

    const refused = await client.call('add_session_note', { summary: 'into the void' });
    expect(refused.structuredContent).toMatchObject({ code: 'store_replaced', kind: 'unavailable' });
    await client.kill();
    const kept = await readNotes(await openIn(place));
    expect(kept).toEqual(how === 'replaced by an earlier copy' ? ['before'] : []);
  });
});
