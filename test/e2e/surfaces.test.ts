import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { httpServerIn } from '../support/http-server.ts';
import { place, serverIn } from '../support/server.ts';

const CLAUDE = { env: { CLAUDE_CODE_SESSION_ID: 'cc-1' } };

describe('start_session', () => {
  it('starts unlinked for a client whose own session was closed without successor', async () => {
    const here = place();
    const client = await serverIn(here, CLAUDE);
    await client.facts('start_session');
    await client.facts('close_session', { session_id: 'cc-1', allow_rebirth: false });
    for (const surface of [client, await serverIn(here, CLAUDE)]) {
      const { session, resolution } = await surface.facts('start_session');
      expect(session).toMatchObject({ status: 'active', predecessor_id: null });
      expect(resolution.outcome).not.toBe('succeeded');
    }
    expect((await client.facts('add_session_note', { summary: 'it goes on' })).turn_count).toBe(1);
  });

  it('does not fork around a line that was closed for good', async () => {
    const client = await serverIn(place());
    const first = (await client.facts('start_session')).session.session_id;
    await client.facts('end_session', { checkpoint: 'one' });
    const second = (await client.facts('start_session', { session_id: first })).session.session_id;
    await client.facts('close_session', {
      session_id: second,
      succession_policy: 'closed_without_successor',
    });
    for (const args of [{ session_id: first }, { predecessor_id: first }]) {
      const refused = await client.call('start_session', args);
      expect(refused.structuredContent.code).toBe('session_closed_without_successor');
    }
  });

  it('over HTTP finds the session a caller began before, by its name or while it is untouched', async () => {
    const { url } = await httpServerIn(place());
    const client = new Client({ name: 'web', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    const start = async (args: Record<string, unknown>) => {
      const { structuredContent } = await client.callTool({
        name: 'start_session',
        arguments: { project: 'web', ...args },
      });
      return (structuredContent as { session: { session_id: string } }).session.session_id;
    };
    expect(await start({})).toBe(await start({}));
    const bot = await start({ agent: 'bot' });
    await client.callTool({ name: 'add_session_note', arguments: { session_id: bot, summary: 'touched' } });
    expect(await start({ agent: 'bot' })).toBe(bot);
    expect(await start({ agent: 'bot', resume: false })).not.toBe(bot);
    await client.close();
  });
});

describe('end_session', () => {
  it("refuses an idempotency key of another session's or project's handoff", async () => {
    const client = await serverIn(place());
    await client.facts('start_session', { project: 'one' });
    const handoff = { checkpoint: 'the same', idempotency_key: 'K' };
    const first = await client.facts('end_session', handoff);
    const { session } = await client.facts('start_session', { project: 'two' });
    for (const args of [{ session_id: session.session_id }, { project: 'two' }]) {
      const refused = await client.call('end_session', { ...handoff, ...args });
      expect(refused.structuredContent).toMatchObject({ code: 'idempotency_key_reused', kind: 'conflict' });
    }
    expect(
      (await client.facts('get_session_state', { session_id: session.session_id })).session_info.status,
    ).toBe('active');
    expect((await client.facts('end_session', handoff)).session_id).toBe(first.session_id);
  });

  it('is repeated identically after the session was closed, unless it was closed without successor', async () => {
    const client = await serverIn(place());
    const handoff = { checkpoint: 'done' };
    const { session } = await client.facts('start_session');
    const session_id = session.session_id;
    const ended = await client.facts('end_session', handoff);
    await client.facts('close_session', { session_id });
    expect(await client.facts('end_session', { ...handoff, session_id })).toMatchObject({
      handoff_id: ended.handoff_id,
    });
    const other = await client.call('end_session', { session_id, checkpoint: 'another' });
    expect(other.structuredContent.code).toBe('session_closed');
  });
});

describe('orientation across surfaces', () => {
  it('boot_report in the process that ended a session shows it as the next session would see it', async () => {
    const here = place();
    const client = await serverIn(here);
    const ended = await client.facts('end_session', { checkpoint: 'x', transcript_path: '/logs/t.jsonl' });
    const own = await client.facts('boot_report');
    const next = await (await serverIn(here)).facts('boot_report');
    expect(own.score).toBe(ended.orientation_score);
    expect(own.report).toBe(next.report);
    expect(own.transcript_path).toBe('/logs/t.jsonl');
  });

  it('history names who spoke, not who began', async () => {
    const here = place();
    const bob = await serverIn(here);
    const { session } = await bob.facts('start_session', { agent: 'bob' });
    const eve = await serverIn(here);
    await eve.facts('start_session', { session_id: session.session_id, agent: 'eve' });
    await eve.facts('add_session_note', { summary: 'from eve' });
    await bob.facts('add_session_note', { summary: 'from bob' });
    const state = await bob.facts('get_session_state', { detail_level: 'full' });
    expect(state.recent_history.map(({ who }: { who: string }) => who)).toEqual(['eve', 'bob']);
    expect(state.context_usage.active_agents).toEqual(['bob', 'eve']);
  });

  it('one huge record does not push the others out of get_session_state', async () => {
    const client = await serverIn(place());
    await client.facts('start_session');
    await client.facts('end_session', { checkpoint: 'x'.repeat(90_000), constraints: ['small'] });
    const state = await client.facts('get_session_state', { detail_level: 'full' });
    expect(state.records.map(({ content }: { content: string }) => content)).toEqual(['small']);
    expect(state.records_left_out).toBe(1);
    expect(JSON.stringify(state).length).toBeLessThan(40_000);
  });
});

describe('names that JavaScript keeps for itself', () => {
  it('are refused, not ignored', async () => {
    const client = await serverIn(place());
    const send = (json: string) =>
      client.call('add_session_note', JSON.parse(json) as Record<string, unknown>);
    const refused = await send('{"summary":"x","quest_updates":{"__proto__":"y"}}');
    expect(refused.structuredContent).toMatchObject({ code: 'unknown_argument', kind: 'invalid' });
    expect((await send('{"summary":"x","occurred_at":"2026-02-30"}')).structuredContent.kind).toBe('invalid');
    expect((await send('{"summary":"x","quest_updates":{"constructor":"kept"}}')).isError).toBeFalsy();
  });
});
