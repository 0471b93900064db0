import { describe, expect, it } from 'vitest';
import { client, handoffContent, hours, minutes, openTestApp } from './test-app.ts';

describe('a clock set back by an hour in the middle', () => {
  it('makes no session run backwards', async () => {
    const { services, store, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    pass(minutes(30));
    await services.addSessionNote(me, { note: { summary: 'Before.' } });
    pass(-hours(1));
    await services.addSessionNote(me, { note: { summary: 'After.' } });
    const ended = await services.endSession(me, { mode: 'end', content: handoffContent() });
    expect(ended.session.turnCount).toBe(3);
    expect(Math.abs(ended.session.activeMs - minutes(30))).toBeLessThan(10);
    const turns = await store.sessions.listTurns(session.session_id, 10, null);
    const at = turns.map((turn) => turn.at);
    expect(at).toEqual(at.toSorted());
    expect(ended.session.endedAt).toBe(at.at(-1));
  });

  it('still delivers the handoff, to a successor that is found again by its client', async () => {
    const { services, pass } = openTestApp();
    const me = client('/repos/ledger', 'cc-1');
    const first = await services.startSession(me, {});
    pass(minutes(30));
    await services.endSession(me, { mode: 'end', content: handoffContent({ checkpoint: 'Here.' }) });
    pass(-hours(1));
    const second = await services.startSession(client('/repos/ledger', 'cc-1'), {});
    expect(second.session.predecessor_id).toBe(first.session.session_id);
    expect(second.report).toContain('Here.');
    const again = await services.startSession(client('/repos/ledger', 'cc-1'), {});
    expect(again.session.session_id).toBe(second.session.session_id);
  });

  it('still replaces the checkpoint that its session knew', async () => {
    const { services, store, pass } = openTestApp();
    const me = client();
    pass(hours(2));
    const first = await services.endSession(me, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'One.' }),
    });
    pass(-hours(1));
    await services.startSession(me, {});
    pass(minutes(10));
    await services.endSession(me, { mode: 'end', content: handoffContent({ checkpoint: 'Two.' }) });
    const live = await store.records.listLive(first.session.projectId, 'checkpoint', 9, 99, '2030');
    expect(live.items.map(({ text }) => text)).toEqual(['Two.']);
  });

  it('pauses and resumes without inventing active time', async () => {
    const { services, store, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    pass(minutes(20));
    await services.endSession(me, { mode: 'pause', content: handoffContent() });
    pass(-hours(1));
    await services.startSession(me, {});
    pass(hours(1) + minutes(5));
    await services.endSession(me, { mode: 'end', content: handoffContent({ checkpoint: 'Done.' }) });
    const activeMs = (await store.sessions.find(session.session_id))?.activeMs ?? 0;
    expect(Math.abs(activeMs - minutes(25))).toBeLessThan(10);
  });

  it('keeps a repeated handoff one handoff', async () => {
    const { services, pass, journalLength } = openTestApp();
    const input = { mode: 'end', content: handoffContent() } as const;
    const caller = () => ({ ...client(), connection: null });
    const first = await services.endSession(caller(), input);
    const before = await journalLength();
    pass(-hours(1));
    const again = await services.endSession(caller(), input);
    expect(again.session.id).toBe(first.session.id);
    expect(await journalLength()).toBe(before);
  });
});
