import { describe, expect, it } from 'vitest';
import type { SuccessionPolicy } from '../../src/domain/session/session.ts';
import { client, decision, handoffContent, openTestApp, refusal, type TestApp } from './test-app.ts';

const WORK = handoffContent({
  checkpoint: 'CHECKPOINT',
  decisions: [decision('DECISION')],
  openLoops: ['LOOP'],
  constraints: ['CONSTRAINT'],
  warnings: ['WARNING'],
  lessons: ['LESSON'],
  preferences: ['PREFERENCE'],
  nextSessionFocus: 'FOCUS',
});

async function createEndedSession({ services }: TestApp): Promise<string> {
  const me = client();
  const { session } = await services.startSession(me, {});
  await services.endSession(me, { mode: 'end', content: WORK });
  return session.session_id;
}

describe('close_session', () => {
  it.each<[string, { succession_policy?: SuccessionPolicy; allow_rebirth?: boolean }, string]>([
    ['nothing', {}, 'successor_allowed'],
    ['allow_rebirth', { allow_rebirth: true }, 'successor_allowed'],
    ['no rebirth', { allow_rebirth: false }, 'closed_without_successor'],
    ['allowed', { succession_policy: 'successor_allowed' }, 'successor_allowed'],
    ['allowed twice', { succession_policy: 'successor_allowed', allow_rebirth: true }, 'successor_allowed'],
    ['required', { succession_policy: 'successor_required' }, 'successor_required'],
    [
      'required, rebirth',
      { succession_policy: 'successor_required', allow_rebirth: true },
      'successor_required',
    ],
    ['barred', { succession_policy: 'closed_without_successor' }, 'closed_without_successor'],
    [
      'barred twice',
      { succession_policy: 'closed_without_successor', allow_rebirth: false },
      'closed_without_successor',
    ],
  ])('reads its policy from what it is given: %s', async (_, input, policy) => {
    const app = openTestApp();
    const closed = await app.services.closeSession(client(), {
      session_id: await createEndedSession(app),
      ...input,
    });
    expect(closed).toMatchObject({ status: 'closed', session: { status: 'closed', closing: { policy } } });
  });

  it.each<SuccessionPolicy>(['successor_allowed', 'closed_without_successor', 'successor_required'])(
    'lets records be updated and deleted but nothing be added afterwards: %s',
    async (succession_policy) => {
      const app = openTestApp();
      const session_id = await createEndedSession(app);
      const { services } = app;
      await services.closeSession(client(), { session_id, succession_policy });
      const all = { session_id, status: 'all' } as const;
      const { memories } = await services.listMemories(client(), all);
      const idOf = (type: string) => memories.find((one) => one.type === type)?.id ?? '';
      await services.updateMemory(client(), { id: idOf('open_loop'), status: 'resolved' });
      await services.deleteMemory(client(), { id: idOf('decision') });
      const after = (await services.listMemories(client(), all)).memories;
      expect(after.find(({ type }) => type === 'open_loop')?.status).toBe('resolved');
      expect(after.map(({ type }) => type)).not.toContain('decision');
      const adding = [
        services.storeMemory(client(), { session_id, content: 'More.' }),
        services.addSessionNote(client(), { session_id, note: { summary: 'More.' } }),
      ];
      for (const added of adding) expect(await refusal(added)).toMatch(/closed/);
    },
  );

  it.each<[SuccessionPolicy, boolean]>([
    ['successor_allowed', false],
    ['successor_required', false],
    ['closed_without_successor', true],
  ])('refuses %s against allow_rebirth %s', async (succession_policy, allow_rebirth) => {
    const app = openTestApp();
    const session_id = await createEndedSession(app);
    const before = await app.journalLength();
    const input = { session_id, succession_policy, allow_rebirth };
    expect(await refusal(app.services.closeSession(client(), input))).toBe('invalid: arguments_contradict');
    expect(await app.journalLength()).toBe(before);
  });

  it.each([
    ['reason', 180],
    ['epitaph', 1_200],
  ])('takes a %s of %i characters and cuts none beyond', async (field, limit) => {
    const app = openTestApp();
    const session_id = await createEndedSession(app);
    const close = (text: string) => app.services.closeSession(client(), { session_id, [field]: text });
    expect(await refusal(close('x'.repeat(limit + 1)))).toBe('invalid: text_too_long');
    expect(await refusal(close('😀'.repeat(limit / 2)))).toBe('accepted');
  });

  it('returns the same for an identical second closing, and a conflict for a different one', async () => {
    const app = openTestApp();
    const input = { session_id: await createEndedSession(app), reason: 'done', epitaph: 'It held.\n' };
    const first = await app.services.closeSession(client(), input);
    const before = await app.journalLength();
    app.pass(60_000);
    const again = await app.services.closeSession(client(), input);
    expect(again).toMatchObject({ status: 'already_closed', session: first.session, work: first.work });
    const other = app.services.closeSession(client(), { ...input, reason: 'other' });
    expect(await refusal(other)).toBe('conflict: session_already_closed');
    expect(await app.journalLength()).toBe(before);
    expect(first.session.closing?.epitaph).toBe('It held.\n');
  });

  it('answers with the work', async () => {
    const app = openTestApp();
    const { work } = await app.services.closeSession(client(), { session_id: await createEndedSession(app) });
    expect(work).toMatchObject({
      checkpoint: 'CHECKPOINT',
      focus: 'FOCUS',
      decisions: ['DECISION'],
      open_loops: ['LOOP'],
      constraints: ['CONSTRAINT'],
      counts: { checkpoint: 1, decision: 1, open_loop: 1, constraint: 1, warning: 1, lesson: 1 },
      note_count: 0,
    });
  });

  it('shows no loop as open that the session itself resolved, and no decision it took back', async () => {
    const app = openTestApp();
    const me = client();
    const { session } = await app.services.startSession(me, {});
    await app.services.endSession(me, { mode: 'pause', content: WORK });
    await app.services.startSession(me, {});
    const old = await app.store.records.list({ types: ['decision'] }, 5, null);
    const content = handoffContent({
      checkpoint: 'LATER',
      resolvedLoops: ['LOOP'],
      decisions: [decision('BETTER', [old.items[0]?.id ?? ''])],
    });
    await app.services.endSession(me, { mode: 'end', content });
    const { work } = await app.services.closeSession(client(), { session_id: session.session_id });
    expect(work).toMatchObject({ checkpoint: 'LATER', open_loops: [], decisions: ['BETTER'] });
  });

  it('closes an active, a paused and a lost session', async () => {
    const { services, pass } = openTestApp();
    const active = await services.startSession(client(), {});
    expect(await refusal(services.closeSession(client(), { session_id: active.session.session_id }))).toBe(
      'accepted',
    );
    const lost = await services.startSession(client(), {});
    pass(86_400_000);
    const closed = await services.closeSession(client(), { session_id: lost.session.session_id });
    expect(closed.session).toMatchObject({ status: 'closed', activeMs: 0 });
  });

  it('does not close a line that went on without successor', async () => {
    const app = openTestApp();
    const session_id = await createEndedSession(app);
    await app.services.startSession(client(), {});
    expect(await refusal(app.services.closeSession(client(), { session_id, allow_rebirth: false }))).toBe(
      'conflict: session_has_successor',
    );
  });
});

describe('a session closed without successor', () => {
  const openAppWithClosedSession = async () => {
    const app = openTestApp();
    const session_id = await createEndedSession(app);
    await app.services.closeSession(client(), { session_id, allow_rebirth: false });
    return { ...app, session_id };
  };
  const DENIED = 'denied: session_closed_without_successor';

  it('is refused by every use case', async () => {
    const { services, session_id, journalLength } = await openAppWithClosedSession();
    const before = await journalLength();
    const calls = [
      services.startSession(client(), { session_id }),
      services.startSession(client(), { predecessor_id: session_id }),
      services.endSession(client(), { session_id, mode: 'end', content: handoffContent() }),
      services.endSession(client(), {
        session_id,
        mode: 'pause',
        content: handoffContent({ checkpoint: null }),
      }),
      services.addSessionNote(client(), { session_id, note: { summary: 'One more thing' } }),
    ];
    for (const call of calls) expect(await refusal(call)).toBe(DENIED);
    expect(await journalLength()).toBe(before);
  });

  it('can still be read', async () => {
    const { services, session_id } = await openAppWithClosedSession();
    const { state } = await services.getSessionState(client(), { session_id, detail_level: 'full' });
    expect(state.session_info).toMatchObject({
      status: 'closed',
      succession_policy: 'closed_without_successor',
    });
    expect(state.records?.map(({ content }) => content)).toContain('CHECKPOINT');
  });

  it('lets the project go on unlinked, with what protects people and without its line', async () => {
    const { services, session_id } = await openAppWithClosedSession();
    const next = await services.startSession(client(), {});
    expect(next.resolution.outcome).toBe('started');
    expect(next.resolution.why).toContain(session_id);
    expect(next.session.predecessor_id).toBeNull();
    for (const text of ['CONSTRAINT', 'WARNING', 'LESSON', 'PREFERENCE']) expect(next.report).toContain(text);
    for (const text of ['CHECKPOINT', 'FOCUS', 'LOOP', 'DECISION']) expect(next.report).not.toContain(text);
  });

  it('is not found by a new handoff with the same content', async () => {
    const { services, session_id } = await openAppWithClosedSession();
    const ended = await services.endSession(client(), { mode: 'end', content: WORK });
    expect(ended.session.id).not.toBe(session_id);
    expect(ended.session.predecessorId).toBeNull();
  });
});

describe('a session that requires a successor', () => {
  it('is a critical gap in every orientation until one starts', async () => {
    const app = openTestApp();
    const session_id = await createEndedSession(app);
    await app.services.closeSession(client(), { session_id, succession_policy: 'successor_required' });
    const gaps = async () =>
      (await app.services.bootReport(client(), {})).gaps.filter(({ severity }) => severity === 'critical');
    expect(JSON.stringify(await gaps())).toContain(session_id);
    const next = await app.services.startSession(client(), { predecessor_id: session_id });
    expect(next.resolution.outcome).toBe('succeeded');
    expect(JSON.stringify(await gaps())).not.toContain(session_id);
  });
});
