import { describe, expect, it } from 'vitest';
import { ERAS } from '../../support/era-client.ts';
import { place } from '../../support/server.ts';
import { connectStdioInProcess } from '../../support/server-in-process.ts';

const TOOLS = ['--toolsets', 'session,memory,campaign'];

describe.each(Object.entries(ERAS))('a campaign for a client of the %s era', (_, mode) => {
  const played = async () => {
    const client = await connectStdioInProcess(mode, place(), TOOLS);
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    await call('save_campaign', { name: 'Salt' });
    await call('save_entity', { campaign: 'Salt', kind: 'character', name: 'Mira', fields: {} });
    await call('save_entity', {
      campaign: 'Salt',
      kind: 'npc',
      name: 'Orl',
      fields: { truth: 'Orl is the spy' },
    });
    await call('player_action', { campaign: 'Salt', action: 'I greet Orl', character_name: 'Mira' });
    await call('player_action', {
      campaign: 'Salt',
      action: 'Orl draws a knife in secret',
      visibility: 'dm_only',
    });
    return client;
  };
  const textOf = (prompt: { messages: readonly { content: unknown }[] }) =>
    String((prompt.messages[0]?.content as { text?: string } | undefined)?.text);

  it('has prompts to sit down, to recap without secrets, and to stop', async () => {
    const client = await played();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'boot',
      'handoff',
      'recap',
      'dm_start',
      'dm_recap',
      'dm_save',
    ]);
    const start = textOf(await client.getPrompt({ name: 'dm_start', arguments: { campaign: 'Salt' } }));
    expect(start).toContain('start_claudmaster_session with campaign_name="Salt"');
    expect(start).toContain('Mira · "I greet Orl"');
    const [aloud = '', own = ''] = start.split('Only for the game master:');
    expect(aloud).not.toMatch(/knife|spy/);
    expect(own).toMatch(/knife|spy/);
    const recap = textOf(await client.getPrompt({ name: 'dm_recap', arguments: { campaign: 'Salt' } }));
    expect(recap).toContain('> - Mira · "I greet Orl" [evt_');
    expect(recap).not.toMatch(/knife|spy/);
    const last = textOf(await client.getPrompt({ name: 'recap', arguments: {} }));
    expect(last).toContain('in your own voice');
    expect(last).toContain('> - Mira · "I greet Orl" [evt_');
    expect(last).not.toMatch(/knife|spy/);
    const save = textOf(await client.getPrompt({ name: 'dm_save', arguments: {} }));
    expect(save).toContain('end_claudmaster_session');
  });

  it('recaps a game session without a campaign as any other session', async () => {
    const client = await connectStdioInProcess(mode, place(), TOOLS);
    await client.callTool({ name: 'start_session', arguments: { project: 'Ash', kind: 'game' } });
    const recap = textOf(await client.getPrompt({ name: 'recap', arguments: {} }));
    expect(recap).toMatch(/# Session ses_\w+ of "Ash"/);
  });

  it('is a resource, by name, with completion', async () => {
    const client = await played();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('throughline://campaign/Salt');
    const { contents } = await client.readResource({ uri: 'throughline://campaign/Salt' });
    const facts = JSON.parse((contents[0] as { text: string }).text);
    expect(facts).toMatchObject({ campaign: { name: 'Salt', turn: 2 }, party: [{ character_name: 'Mira' }] });
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'throughline://campaign/{name}' },
      argument: { name: 'name', value: 's' },
    });
    expect(completion.values).toEqual(['Salt']);
  });

  it('offers its prompts where a game can be played, without being asked for its tools', async () => {
    const here = place();
    const master = await connectStdioInProcess(mode, here, ['--toolsets', 'campaign']);
    await master.callTool({ name: 'save_campaign', arguments: { name: 'Salt' } });
    const client = await connectStdioInProcess(mode, here);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('dm_start');
    const start = textOf(await client.getPrompt({ name: 'dm_start', arguments: { campaign: 'Salt' } }));
    expect(start).toContain('start_claudmaster_session');
  });

  it('offers none of its prompts where its tools are off', async () => {
    const client = await connectStdioInProcess(mode, place());
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['boot', 'handoff', 'recap', 'review_captures']);
  });
});
