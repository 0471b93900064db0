import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { httpServerIn } from '../support/http-server.ts';
import { shellInProcess } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';

const FIELDS: Record<string, (text: string) => Record<string, unknown>> = {
  checkpoint: (checkpoint) => ({ checkpoint }),
  decision: (text) => ({ decisions: [text, 'something else'] }),
  open_loop: (text) => ({ open_loops: [text, 'something else'] }),
  preference: (text) => ({ preferences: [text, 'something else'] }),
  constraint: (text) => ({ constraints: [text, 'something else'] }),
  warning: (text) => ({ warnings: [text, 'something else'] }),
  lesson: (text) => ({ lessons: [text, 'something else'] }),
  relational_delta: (relational_delta) => ({ relational_delta }),
  next_session_focus: (next_session_focus) => ({ next_session_focus }),
};

const occurrences = (text: string, words: string) => text.split(words).length - 1;

describe('a text that was stored and is handed over', () => {
  it('is accepted for every type, repeated identically, and shown once', async () => {
    const here = place();
    const client = await serverInProcess(here);
    for (const [type, field] of Object.entries(FIELDS)) {
      await client.facts('start_session', { resume: false });
      await client.facts('store_memory', { type, content: `kept as ${type}` });
      const handoff = { checkpoint: `after ${type}`, ...field(`kept as ${type}`) };
      const ended = await client.facts('end_session', handoff);
      expect(ended.stored[type], type).toBeGreaterThan(0);
      expect(await client.facts('end_session', handoff)).toEqual(ended);
      const { report } = await client.facts('boot_report');
      expect(occurrences(report, `kept as ${type}`), type).toBe(1);
    }
  });

  it('is accepted over HTTP, ended and paused', async () => {
    const { url } = await httpServerIn(place());
    const client = new Client({ name: 'web', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, JSON.stringify(result.structuredContent)).toBeFalsy();
      return result.structuredContent as Record<string, unknown>;
    };
    for (const mode of ['pause', 'end']) {
      const { session } = await call('start_session', { project: 'web', resume: false });
      const { session_id } = session as { session_id: string };
      await call('store_memory', { session_id, type: 'decision', content: `X ${mode}` });
      const handoff = { session_id, mode, checkpoint: `C ${mode}`, decisions: [`X ${mode}`, 'Y'] };
      expect(await call('end_session', handoff)).toMatchObject({ stored: { checkpoint: 1, decision: 2 } });
    }
    await client.close();
  });

  it('is accepted on the command line', async () => {
    const { run, facts } = shellInProcess(place());
    await run('session', 'start');
    await run('remember', '--type', 'decision', 'Use tabs');
    await run('checkpoint', 'Half done');
    const ended = await facts('end', '--checkpoint', 'Half done', '--decision', 'Use tabs');
    expect(ended).toMatchObject({ status: 'ended', stored: { checkpoint: 1, decision: 1 } });
    const report = await run('boot');
    for (const text of ['Use tabs', 'Half done']) expect(occurrences(report, text), text).toBe(1);
  });

  it('is accepted as the summary of a game', async () => {
    const client = await serverInProcess(place(), { args: ['--toolsets', 'session,memory,campaign'] });
    await client.facts('save_campaign', { name: 'Salt' });
    const { session } = await client.facts('start_claudmaster_session', { campaign_name: 'Salt' });
    const { session_id } = session;
    await client.facts('store_memory', { session_id, type: 'checkpoint', content: 'The bridge fell.' });
    const notes = { session_id, summary_notes: 'The bridge fell.' };
    const paused = await client.facts('end_claudmaster_session', notes);
    expect(paused.status).toBe('paused');
    const more = { session_id, mode: 'end', summary_notes: 'And the ferry sank.' };
    expect(await client.facts('end_claudmaster_session', more)).toMatchObject({ status: 'ended' });
    expect((await client.facts('end_claudmaster_session', notes)).handoff_id).toBe(paused.handoff_id);
  });
});

describe('two servers that write the same texts at the same moment', () => {
  const ROUNDS = 12;
  const texts = Array.from({ length: 8 }, (_, index) => `both say ${index}`);

  it('are both acknowledged, and each text is active once', async () => {
    const here = place();
    const [one, two, three] = await Promise.all([
      serverInProcess(here),
      serverInProcess(here),
      serverInProcess(here),
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const client of [one, two, three]) await client.facts('start_session', { resume: false });
      const named = texts.map((text) => `${text}, round ${round}`);
      const handoff = (lesson: string) => ({
        checkpoint: `checkpoint ${round}`,
        constraints: named,
        decisions: named,
        lessons: [lesson],
      });
      await Promise.all([
        one.facts('end_session', handoff('one')),
        two.facts('end_session', handoff('two')),
        ...named.map((content) => three.facts('store_memory', { type: 'constraint', content })),
        ...named.map((content) => three.facts('store_memory', { type: 'decision', content })),
      ]);
    }
    const reader = await serverInProcess(here);
    for (const type of ['constraint', 'decision', 'checkpoint']) {
      const contents: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reader.facts('list_memories', { type, status: 'active', limit: 200, cursor });
        contents.push(...page.memories.map(({ content }: { content: string }) => content));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(contents.length, type).toBe(new Set(contents).size);
      if (type !== 'checkpoint') expect(contents).toHaveLength(ROUNDS * texts.length);
    }
  });
});
