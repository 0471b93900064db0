import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { ask, atTable, CAMPAIGN_TOOLS, refusal } from '../../support/campaign-client.ts';
import { ERAS } from '../../support/era-client.ts';
import { place } from '../../support/server.ts';
import { connectStdioInProcess } from '../../support/server-in-process.ts';

describe('without the flag', () => {
  const listed = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

  it('the tools are off where nobody plays', async () => {
    const client = await connectStdioInProcess(ERAS.legacy);
    expect(await listed(client)).not.toContain('player_action');
    const refused = await refusal(client, 'get_campaign', {});
    expect(refused).toMatchObject({ code: 'tool_not_offered', kind: 'denied' });
    expect(refused.allowed).not.toContain('player_action');
  });

  it.each(Object.entries(ERAS))(
    'they are listed in a folder whose project is a game (%s)',
    async (_era, mode) => {
      const here = place();
      const first = await connectStdioInProcess(mode, here);
      expect(await listed(first)).not.toContain('player_action');
      await ask(first, 'start_session', { kind: 'game' });
      expect((await listed(first)).slice(-12)).toEqual(CAMPAIGN_TOOLS);
      const second = await connectStdioInProcess(mode, here);
      expect((await listed(second)).slice(-12)).toEqual(CAMPAIGN_TOOLS);
      expect(await ask(second, 'save_campaign', { name: 'lantern' })).toMatchObject({ is_new: true });
      expect(await ask(second, 'roll_dice', { notation: '1d1' })).toMatchObject({ total: 1, event_id: null });
      const watcher = await connectStdioInProcess(mode, here, ['--read-only']);
      expect((await listed(watcher)).slice(-3)).toEqual(['get_campaign', 'get_events', 'recap_session']);
    },
  );

  it('they are callable by name, elsewhere too, as soon as there is a campaign', async () => {
    const here = place();
    await ask(await atTable(here), 'save_campaign', { name: 'Ash' });
    const client = await connectStdioInProcess(ERAS.legacy, here);
    expect(await listed(client)).not.toContain('get_campaign');
    expect(await ask(client, 'get_campaign', { name: 'Ash' })).toMatchObject({ section: 'overview' });
    expect(await ask(client, 'summarize_session', { campaign: 'Ash' })).toMatchObject({ campaign: 'Ash' });
    await ask(client, 'start_claudmaster_session', { campaign_name: 'Ash' });
    expect((await listed(client)).slice(-12)).toEqual(CAMPAIGN_TOOLS);
  });
});
