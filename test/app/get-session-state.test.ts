import { describe, expect, it } from 'vitest';
import {
  client,
  days,
  handoffContent,
  minutes,
  openTestApp,
  refusal,
  statelessCaller,
  type TestApp,
} from './test-app.ts';

async function createLongSession({ services, pass }: TestApp, turns: number, chars = 10) {
  const me = client();
  const { session } = await services.startSession(me, { agent: 'ada' });
  for (let turn = 1; turn <= turns; turn += 1) {
    pass(1_000);
    await services.addSessionNote(me, { note: { summary: `${turn}: ${'x'.repeat(chars)}` } });
  }
  return { me, id: session.session_id };
}

describe('get_session_state', () => {
  it('returns more at each level', async () => {
    const app = openTestApp();
    const { me } = await createLongSession(app, 2);
    const keys = async (detail_level: 'minimal' | 'standard' | 'full') =>
      Object.keys((await app.services.getSessionState(me, { detail_level })).state);
    const [minimal, standard, full] = [await keys('minimal'), await keys('standard'), await keys('full')];
    expect(minimal).toEqual(['session_info']);
    expect(standard).toEqual(
      expect.arrayContaining([
        ...minimal,
        'game_state',
        'party_status',
        'recent_history',
        'active_quests',
        'open_loops',
        'context_usage',
      ]),
    );
    expect(full).toEqual(
      expect.arrayContaining([...standard, 'records', 'captures', 'receipts', 'lineage', 'state_version']),
    );
  });

  it('counts turns, and active minutes without the pauses', async () => {
    const app = openTestApp();
    const { me, id } = await createLongSession(app, 3);
    app.pass(minutes(10));
    await app.services.endSession(me, { mode: 'pause', content: handoffContent() });
    app.pass(days(21));
    const { state } = await app.services.getSessionState(statelessCaller(), {
      session_id: id,
      detail_level: 'minimal',
    });
    expect(state.session_info).toMatchObject({ status: 'paused', turn_count: 4, duration_minutes: 10.1 });
  });

  it('shows the last turns, oldest first: 10, or as many as asked for, or none for 0', async () => {
    const app = openTestApp();
    const { me } = await createLongSession(app, 14);
    const turns = async (history_limit?: number, include_history?: boolean) =>
      (await app.services.getSessionState(me, { history_limit, include_history })).state.recent_history?.map(
        ({ turn }) => turn,
      );
    expect(await turns()).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(await turns(2)).toEqual([13, 14]);
    expect(await turns(0)).toEqual([]);
    expect(await turns(5, false)).toEqual([]);
  });

  it('shows at least 50 turns at full, unless asked for none', async () => {
    const app = openTestApp();
    const { me } = await createLongSession(app, 55);
    const count = async (history_limit?: number) =>
      (await app.services.getSessionState(me, { detail_level: 'full', history_limit })).state.recent_history
        ?.length;
    expect([await count(), await count(3), await count(0)]).toEqual([50, 50, 0]);
  });

  it.each([
    ['short turns', 23, 10, 4],
    ['turns so long that a page ends early', 30, 3_000, 500],
  ])(
    'is paged through all turns exactly once, newest page first: %s',
    async (_, turns, chars, history_limit) => {
      const app = openTestApp();
      const { me } = await createLongSession(app, turns, chars);
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const { state } = await app.services.getSessionState(me, { history_limit, cursor });
        const page = state.recent_history?.map(({ turn }) => turn) ?? [];
        expect(JSON.stringify(state).length).toBeLessThan(40_000);
        seen.unshift(...page);
        expect(state.remaining).toBe(turns - seen.length);
        cursor = state.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: turns }, (__, index) => index + 1));
    },
  );

  it('finds a session by the client’s id, and lists its lineage', async () => {
    const { services } = openTestApp();
    const me = client('/repos/ledger', 'cc-1');
    const first = await services.startSession(me, {});
    await services.endSession(me, { mode: 'end', content: handoffContent() });
    const second = await services.startSession(me, {});
    const { state } = await services.getSessionState(statelessCaller(), {
      session_id: 'cc-1',
      detail_level: 'full',
    });
    expect(state.lineage?.map(({ session_id }) => session_id)).toEqual([
      first.session.session_id,
      second.session.session_id,
    ]);
    expect(state.session_info.session_id).toBe(second.session.session_id);
  });

  it('shows open loops only while they are open', async () => {
    const { services } = openTestApp();
    const ended = await services.endSession(client(), {
      mode: 'end',
      content: handoffContent({ checkpoint: 'C', openLoops: ['Why?', 'When?'] }),
    });
    await services.endSession(client(), {
      mode: 'end',
      content: handoffContent({ checkpoint: 'D', resolvedLoops: ['Why?'] }),
    });
    const { state } = await services.getSessionState(statelessCaller(), { session_id: ended.session.id });
    expect(state).toMatchObject({ open_loops: [{ content: 'When?' }], open_loop_count: 1 });
  });

  it('reads and writes nothing', async () => {
    const app = openTestApp();
    const { me } = await createLongSession(app, 2);
    const before = await app.journalLength();
    app.pass(days(9));
    const { state } = await app.services.getSessionState(me, { detail_level: 'full' });
    expect(state.session_info.status).toBe('lost');
    expect(await app.journalLength()).toBe(before);
  });

  it.each([
    ['no session at all', {}, 'invalid: session_required'],
    ['an unknown session', { session_id: 'ses_none' }, 'not_found: session_not_found'],
  ])('refuses %s', async (_, input, code) => {
    expect(await refusal(openTestApp().services.getSessionState(client(), input))).toBe(code);
  });

  it('refuses a cursor that it never gave out', async () => {
    const app = openTestApp();
    const { me } = await createLongSession(app, 1);
    expect(await refusal(app.services.getSessionState(me, { cursor: 'x' }))).toBe('invalid: cursor_invalid');
  });
});
