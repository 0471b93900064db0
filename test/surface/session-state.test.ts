import { describe, expect, it } from 'vitest';
import { shiftedBy } from '../support/clock.ts';
import { place, serverIn } from '../support/server.ts';
import { serverInProcess } from '../support/server-in-process.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

describe('get_session_state', () => {
  it('shows at each level a session of another process that was paused last week', async () => {
    const here = place();
    const lastWeek = await serverIn(here, shiftedBy(-WEEK_MS));
    const { session } = await lastWeek.facts('start_session', { title: 'the long pause', agent: 'ada' });
    for (let note = 1; note <= 60; note += 1)
      await lastWeek.facts('add_session_note', { summary: `note ${note}` });
    await lastWeek.facts('end_session', { mode: 'pause', checkpoint: 'half way', open_loops: ['finish it'] });
    await lastWeek.kill();

    const client = await serverIn(here);
    const state = (args: Record<string, unknown>) =>
      client.facts('get_session_state', { session_id: session.session_id, ...args });
    const minimal = await state({ detail_level: 'minimal' });
    expect(Object.keys(minimal)).toEqual(['session_info']);
    expect(minimal.session_info).toMatchObject({
      status: 'paused',
      title: 'the long pause',
      agent: 'ada',
      turn_count: 61,
      ended_at: null,
    });
    expect(minimal.session_info.duration_minutes).toBeLessThan(5);

    const standard = await state({});
    expect(standard.recent_history.map(({ turn }: { turn: number }) => turn)).toEqual([
      52, 53, 54, 55, 56, 57, 58, 59, 60, 61,
    ]);
    expect(standard).toMatchObject({
      party_status: [],
      active_quests: [],
      open_loops: [{ content: 'finish it' }],
      game_state: { in_combat: false, turn_count: 61 },
      context_usage: { max_tokens: 200_000 },
      remaining: 51,
    });
    expect(standard.records).toBeUndefined();

    const full = await state({ detail_level: 'full' });
    expect(full.recent_history).toHaveLength(50);
    expect(full.records.map(({ type }: { type: string }) => type).sort()).toEqual([
      'checkpoint',
      'open_loop',
    ]);
    expect(full).toMatchObject({
      captures: [],
      receipts: [expect.objectContaining({ budget_chars: 8_000, client: 'test' })],
      context_usage: { conversation_length: 61, active_agents: [] },
    });
    expect(full.lineage).toEqual([
      expect.objectContaining({ session_id: session.session_id, status: 'paused' }),
    ]);
    expect(full.state_version).toBeGreaterThan(61);

    expect((await state({ history_limit: 0 })).recent_history).toEqual([]);
    expect((await state({ history_limit: 0, detail_level: 'full' })).recent_history).toEqual([]);
    expect((await state({ include_history: false })).recent_history).toEqual([]);
    expect((await state({ history_limit: 1 })).recent_history).toEqual([
      expect.objectContaining({ turn: 61 }),
    ]);
    expect((await state({ history_limit: 500 })).recent_history).toHaveLength(61);
    const capped = await state({ history_limit: 501 });
    expect(capped.recent_history).toHaveLength(61);
    expect(capped.notices).toEqual(['history_limit was 501, so the maximum, 500, is used.']);
    for (const history_limit of [1.5, -1]) {
      const refused = await client.call('get_session_state', {
        session_id: session.session_id,
        history_limit,
      });
      expect(refused.structuredContent).toMatchObject({
        kind: 'invalid',
        fields: [{ field: 'history_limit' }],
      });
    }

    const resumed = await client.facts('start_session');
    expect(resumed).toMatchObject({
      resolution: { outcome: 'rejoined' },
      session: { session_id: session.session_id, status: 'active' },
    });
    expect(resumed.session.duration_minutes).toBeLessThan(5);
  });

  it('pages back through every turn exactly once', async () => {
    const client = await serverInProcess(place());
    await client.facts('start_session');
    const long = 'x'.repeat(900);
    for (let note = 1; note <= 45; note += 1)
      await client.facts('add_session_note', { summary: `${note} ${long}` });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.facts('get_session_state', {
        history_limit: 20,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.recent_history.map(({ turn }: { turn: number }) => turn));
      expect(JSON.stringify(page).length).toBeLessThan(40_000);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  });
});

describe('get_sessions', () => {
  it('returns every note whole, page after page, each exactly once', async () => {
    const here = place();
    const notes: string[] = [];
    for (let session = 0; session < 4; session += 1) {
      const client = await serverInProcess(here);
      await client.facts('start_session', { title: `session ${session}`, resume: false });
      for (let note = 0; note < 5; note += 1) {
        const summary =
          `${session}.${note} 日本語 🐉\n${'words and more words '.repeat(note === 4 ? 2_000 : 150)}`.trim();
        notes.push(summary);
        await client.facts('add_session_note', { summary, session_number: 1 });
      }
      await client.facts('end_session', { checkpoint: `checkpoint ${session}` });
      await client.close();
    }
    const client = await serverInProcess(here);
    const found: string[] = [];
    const sessions = new Set<string>();
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await client.facts('get_sessions', cursor ? { cursor } : {});
      for (const session of page.sessions) {
        sessions.add(session.session_id);
        found.push(...session.notes.map(({ summary }: { summary: string }) => summary));
        expect(session.checkpoint).toMatch(/^checkpoint \d$/);
      }
      if (page.sessions.flatMap(({ notes: own }: { notes: unknown[] }) => own).length > 1) {
        expect(JSON.stringify(page).length).toBeLessThan(40_000);
      }
      cursor = page.next_cursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined && pages < 100);
    expect(sessions.size).toBe(4);
    expect(found.sort()).toEqual(notes.sort());
  });

  it('combines its filters, words included', async () => {
    const here = place();
    const client = await serverInProcess(here);
    for (const [title, agent, note] of [
      ['alpha', 'ada', 'we fixed the flaky login'],
      ['beta', 'bob', 'migrations are running'],
      ['gamma', 'ada', 'nothing of note'],
    ]) {
      await client.facts('start_session', { title, agent, resume: false });
      await client.facts('add_session_note', { summary: note });
      await client.facts('end_session', { checkpoint: `left ${title}` });
    }
    const titles = async (args: Record<string, unknown>) =>
      (await client.facts('get_sessions', args)).sessions.map(({ title }: { title: string }) => title);
    expect(await titles({})).toEqual(['gamma', 'beta', 'alpha']);
    expect(await titles({ agent: 'ada' })).toEqual(['gamma', 'alpha']);
    expect(await titles({ query: 'migration' })).toEqual(['beta']);
    expect(await titles({ query: 'login OR "', agent: 'bob' })).toEqual([]);
    expect(await titles({ query: 'gam' })).toEqual(['gamma']);
    expect(await titles({ status: 'paused' })).toEqual([]);
    expect(await titles({ until: '2020-01-01' })).toEqual([]);
    expect(await titles({ query: '' })).toHaveLength(3);
  });
});
