import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/index.ts';
import { PROGRAM } from '../support/program.ts';
import { place } from '../support/server.ts';

const ERAS = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;

const connect = async (mode: (typeof ERAS)[keyof typeof ERAS]) => {
  const { home, project } = place();
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: home, THROUGHLINE_HOME: home },
    }),
  );
  return client;
};

/** The SDK's own client checks each answer against the tool's output schema. */
describe.each(Object.entries(ERAS))('a client of the %s era', (_era, mode) => {
  it('lists the tools with instructions, and every tool answers what its schema says', async () => {
    const client = await connect(mode);
    expect(client.getInstructions()).toContain('start_session');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, `${name} ${JSON.stringify(result.content)}`).toBeFalsy();
      return result.structuredContent as Record<string, never>;
    };
    const { session } = await call('start_session', { title: 'both eras', agent: 'tester' });
    const { session_id } = session as unknown as { session_id: string };
    await call('add_session_note', { summary: 'noted', events: ['one'], quest_updates: { door: 'opened' } });
    await call('get_session_state', { detail_level: 'full' });
    await call('end_session', {
      checkpoint: 'done',
      decisions: ['so be it'],
      open_loops: ['why?'],
      summary_notes: 'all',
    });
    await call('boot_report');
    await call('get_sessions');
    await call('list_memories', { type: 'decision' });
    await call('get_session_summary', { session_id });
    await call('close_session', { session_id, epitaph: 'it was good' });
    await client.close();
  });

  it('gets a typed failure, never a success that is none', async () => {
    const client = await connect(mode);
    const result = await client.callTool({
      name: 'get_session_state',
      arguments: { session_id: 'ses_nobody' },
    });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ code: 'session_not_found', kind: 'not_found' });
    await client.close();
  });
});
