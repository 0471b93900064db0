import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/main/mcp-definitions.ts';
import { connect, ERAS, facts, startIn } from '../support/era-client.ts';

/** The SDK's own client checks each answer against the tool's output schema. */
describe.each(Object.entries(ERAS))('a client of the %s era', (_era, mode) => {
  it('lists the tools with instructions, and every tool answers what its schema says', async () => {
    const client = await connect(mode);
    expect(client.getInstructions()).toContain('start_session');
    const { tools } = await client.listTools();
    const usual = TOOLS.filter(({ toolset, isCompat }) => toolset !== 'campaign' && isCompat !== true);
    expect(tools.map(({ name }) => name)).toEqual(usual.map(({ name }) => name));
    const session_id = await startIn(client, { title: 'both eras', agent: 'tester' });
    await facts(client, 'add_session_note', {
      summary: 'noted',
      events: ['one'],
      quest_updates: { door: 'opened' },
    });
    await facts(client, 'get_session_state', { detail_level: 'full' });
    await facts(client, 'end_session', {
      checkpoint: 'done',
      decisions: ['so be it'],
      open_loops: ['why?'],
      summary_notes: 'all',
    });
    await facts(client, 'boot_report');
    await facts(client, 'get_sessions');
    await facts(client, 'list_memories', { type: 'decision' });
    await facts(client, 'get_session_summary', { session_id });
    await facts(client, 'close_session', { session_id, epitaph: 'it was good' });
  });

  it('gets a typed failure, never a false success', async () => {
    const client = await connect(mode);
    const result = await client.callTool({
      name: 'get_session_state',
      arguments: { session_id: 'ses_nobody' },
    });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ code: 'session_not_found', kind: 'not_found' });
  });
});
