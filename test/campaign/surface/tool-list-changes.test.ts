import { describe, expect, it, vi } from 'vitest';
import { connectOverHttp, ERAS, startIn } from '../../support/era-client.ts';
import { place } from '../../support/server.ts';
import { connectStdioInProcess } from '../../support/server-in-process.ts';

type Era = keyof typeof ERAS;

/** A client that counts how often it was notified, and then lists the tools. */
async function watching(era: Era, args: readonly string[] = []) {
  const client = await connectStdioInProcess(ERAS[era], place(), args);
  const seen = { notices: 0 };
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    seen.notices += 1;
  });
  if (era === 'modern') await client.listen({ toolsListChanged: true });
  const hasGames = async () =>
    (await client.listTools()).tools.some(({ name }) => name === 'start_claudmaster_session');
  const untilNotified = (count: number) =>
    vi.waitFor(() => expect(seen.notices).toBe(count), { timeout: 60_000, interval: 20 });
  return { client, seen, hasGames, untilNotified };
}

describe.each(Object.keys(ERAS) as Era[])('a client of the %s era', (era) => {
  it('is notified when the tools of games appear, and when they go', async () => {
    const { client, hasGames, untilNotified } = await watching(era);
    expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
    expect(await hasGames()).toBe(false);
    await startIn(client, { project: 'The Salt Roads', kind: 'game' });
    await untilNotified(1);
    expect(await hasGames()).toBe(true);
    await startIn(client, { project: 'ledger' });
    await untilNotified(2);
    expect(await hasGames()).toBe(false);
  });

  it('is not notified by a session that changes nothing', async () => {
    const { client, seen, hasGames, untilNotified } = await watching(era);
    expect(await hasGames()).toBe(false);
    await startIn(client, { project: 'ledger' });
    await startIn(client, { project: 'lantern' });
    expect(seen.notices).toBe(0);
    await startIn(client, { project: 'The Salt Roads', kind: 'game' });
    await untilNotified(1);
  });
});

it('nothing is promised where the tools are always listed, or no connection lasts', async () => {
  const { client } = await watching('legacy', ['--toolsets', 'session,campaign']);
  expect(client.getServerCapabilities()?.tools).toEqual({});
  expect((await connectOverHttp(ERAS.legacy)).getServerCapabilities()?.tools).toEqual({});
});
