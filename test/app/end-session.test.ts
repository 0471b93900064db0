import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  client,
  days,
  decision,
  handoffContent,
  hours,
  minutes,
  openTestApp,
  refusal,
  renderEnded,
  renderNotices,
  statelessCaller,
} from './test-app.ts';

describe('end_session', () => {
  it('for another project starts a session there, and the connection stays with its own', async () => {
    const { services, store } = openTestApp();
    const caller = client();
    const { session } = await services.startSession(caller, {});
    const content = handoffContent({ checkpoint: 'The parser of zeta is done.' });
    const ended = await services.endSession(caller, { project: 'zeta', content });
    expect(ended.project.name).toBe('zeta');
    expect(renderNotices(ended.notices).join()).toContain('Your session was not changed.');
    const { record } = await services.storeMemory(caller, { content: 'It belongs to the first project.' });
    expect(record.session_id).toBe(session.session_id);
    expect((await store.sessions.find(session.session_id))?.status).toBe('active');
    const own = await services.endSession(caller, {
      content: handoffContent({ checkpoint: 'The ledger is done.' }),
    });
    expect(own.session.id).toBe(session.session_id);
  });

  it('for another project does not take the conversation of the client along', async () => {
    const { services, store } = openTestApp();
    const caller = { ...client(), clientSessionId: '3f0c4f5e-2c51-4c7e-9a53-0f4d8e7b6a11' };
    const { session } = await services.startSession(caller, {});
    const content = handoffContent({ checkpoint: 'The parser of zeta is done.' });
    const ended = await services.endSession(caller, { project: 'zeta', content });
    expect(ended.session.clientSessionId).toBeNull();
    const found = await store.sessions.find('3f0c4f5e-2c51-4c7e-9a53-0f4d8e7b6a11');
    expect(found?.id).toBe(session.session_id);
  });

  it('keeps a checkpoint that the session stored when only notes are handed over', async () => {
    const { services, store } = openTestApp();
    const caller = client();
    await services.startSession(caller, {});
    await services.storeMemory(caller, { type: 'checkpoint', content: 'The parser is half done.' });
    const content = handoffContent({ summaryNotes: 'We talked about the parser.' });
    const ended = await services.endSession(caller, { mode: 'end', content });
    const { items } = await store.records.list({ sessionId: ended.session.id }, 10, null);
    expect(items.map((one) => [one.content, one.status])).toEqual([['The parser is half done.', 'active']]);
    expect(await store.notes.listOf([ended.session.id])).toMatchObject([
      { summary: 'We talked about the parser.' },
    ]);
  });

  it('keeps the checkpoint of an ended session when only notes are added', async () => {
    const { services, store } = openTestApp();
    const caller = client();
    const first = handoffContent({ checkpoint: 'The parser is done.' });
    const { session } = await services.endSession(caller, { mode: 'end', content: first });
    await services.endSession(caller, { content: handoffContent({ summaryNotes: 'One more remark.' }) });
    const { items } = await store.records.list({ sessionId: session.id }, 10, null);
    expect(items.map((one) => [one.content, one.status])).toEqual([['The parser is done.', 'active']]);
  });

  it('stores every parameter with its type, category and importance', async () => {
    const { services, store } = openTestApp();
    const ended = await services.endSession(client(), {
      mode: 'end',
      content: handoffContent({
        checkpoint: 'a checkpoint',
        decisions: [decision('a decision', [], 'a subject')],
        openLoops: ['a loop'],
        preferences: ['a preference'],
        constraints: ['a constraint'],
        warnings: ['a warning'],
        lessons: ['a lesson'],
        relationalDelta: 'a delta',
        nextSessionFocus: 'a focus',
        summaryNotes: 'a summary',
      }),
    });
    const { items } = await store.records.list({ sessionId: ended.session.id }, 50, null);
    expect(items.map((one) => [one.content, one.type, one.category, one.importance])).toEqual([
      ['a checkpoint', 'checkpoint', 'context', 8],
      ['a decision', 'decision', 'context', 7],
      ['a loop', 'open_loop', 'context', 7],
      ['a preference', 'preference', 'preference', 6],
      ['a constraint', 'constraint', 'lesson', 9],
      ['a warning', 'warning', 'lesson', 8],
      ['a lesson', 'lesson', 'lesson', 7],
      ['a delta', 'relational_delta', 'relationship', 8],
      ['a focus', 'next_session_focus', 'context', 7],
    ]);
    expect(items[1]).toMatchObject({
      subject: 'a subject',
      source: 'end_session',
      worktree: '/repos/ledger',
    });
    expect(await store.notes.listOf([ended.session.id])).toMatchObject([{ summary: 'a summary' }]);
    expect(renderEnded(ended)).toMatchObject({
      status: 'ended',
      stored_count: 9,
      stored: { checkpoint: 1, decision: 1, open_loop: 1, relational_delta: 1 },
      stats: { turn_count: 1 },
    });
  });

  it('repeated answers the same and writes nothing', async () => {
    const { services, journalLength, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    pass(minutes(10));
    const input = { mode: 'end', content: handoffContent({ checkpoint: 'C', lessons: ['L'] }) } as const;
    const first = await services.endSession(me, input);
    const before = await journalLength();
    pass(hours(1));
    const again = await services.endSession(me, input);
    expect(renderEnded(again)).toEqual(renderEnded(first));
    const byId = await services.endSession(statelessCaller(), { ...input, session_id: session.session_id });
    expect(renderEnded(byId)).toEqual(renderEnded(first));
    expect(await journalLength()).toBe(before);
  });

  it('with no session is the same handoff for a day, and another one after it', async () => {
    const { services, pass } = openTestApp();
    const input = { mode: 'end', content: handoffContent() } as const;
    const first = await services.endSession(statelessCaller(), input);
    pass(hours(24));
    const same = await services.endSession(statelessCaller(), input);
    expect(same.session.id).toBe(first.session.id);
    pass(1);
    const next = await services.endSession(statelessCaller(), input);
    expect(next.session.id).not.toBe(first.session.id);
    expect(next.session.predecessorId).toBe(first.session.id);
    const elsewhere = await services.endSession(statelessCaller('/repos/other'), input);
    expect(elsewhere.session.projectId).not.toBe(first.session.projectId);
  });

  it('returns the first handoff for every later call with the same idempotency key', async () => {
    const { services, pass, journalLength } = openTestApp();
    const input = { mode: 'end', content: handoffContent(), idempotency_key: 'k-1' } as const;
    const first = await services.endSession(statelessCaller(), input);
    pass(days(400));
    const before = await journalLength();
    const again = await services.endSession(client('/repos/other'), input);
    expect(again.session.id).toBe(first.session.id);
    const other = { ...input, content: handoffContent({ checkpoint: 'Something else.' }) };
    expect(await refusal(services.endSession(statelessCaller(), other))).toBe(
      'conflict: idempotency_key_reused',
    );
    expect(await journalLength()).toBe(before);
  });

  it('adds to what a resumed session left', async () => {
    const { services, store, pass } = openTestApp();
    const me = client();
    await services.endSession(me, {
      mode: 'pause',
      content: handoffContent({ checkpoint: 'One.', lessons: ['A', 'B'] }),
    });
    pass(days(3));
    const { session } = await services.startSession(me, {});
    pass(minutes(5));
    const content = handoffContent({ checkpoint: 'Two.', lessons: ['B', 'C'] });
    const ended = await services.endSession(me, { mode: 'end', content });
    expect(ended.session.id).toBe(session.session_id);
    expect(ended.handoff?.stored).toEqual({ checkpoint: 1, lesson: 2 });
    const live = async (type: 'lesson' | 'checkpoint') =>
      (await store.records.listLive(ended.session.projectId, type, 9, 99, '2030')).items.map(
        ({ text }) => text,
      );
    expect((await live('lesson')).toSorted()).toEqual(['A', 'B', 'C']);
    expect(await live('checkpoint')).toEqual(['Two.']);
  });

  it('takes the place of a handoff that was only derived', async () => {
    const { services, store } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    const stored = await store.sessions.find(session.session_id);
    if (stored === undefined) throw new Error('not stored');
    const at = stored.startedAt;
    const mark = { id: 'hnd_d', digest: 'sha256:d', isDerived: true, isReopened: false };
    await store.ledger.commit([
      {
        kind: 'session',
        session: { ...stored, status: 'ended', endedAt: at, activeSince: null, handoff: mark, version: 3 },
        expectedVersion: 1,
        events: [
          { type: 'handoff.written', at, handoffId: 'hnd_d', digest: 'sha256:d', isDerived: true },
          { type: 'session.ended', at },
        ],
      },
    ]);
    const ended = await services.endSession(me, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'Written.' }),
    });
    expect(ended.session).toMatchObject({
      id: session.session_id,
      status: 'ended',
      handoff: { isDerived: false },
    });
  });

  it('needs a checkpoint or a summary to end work', async () => {
    const { services, journalLength, store } = openTestApp();
    const bare = handoffContent({ checkpoint: null, lessons: ['L'] });
    expect(await refusal(services.endSession(client(), { mode: 'end', content: bare }))).toBe(
      'invalid: checkpoint_required',
    );
    expect(await journalLength()).toBe(0);
    expect(await refusal(services.endSession(client(), { mode: 'pause', content: bare }))).toBe('accepted');
    const withNotes = { ...bare, summaryNotes: 'We stopped at the bridge.' };
    const ended = await services.endSession(client(), { mode: 'end', content: withNotes });
    const { items } = await store.records.list(
      { sessionId: ended.session.id, types: ['checkpoint'] },
      5,
      null,
    );
    expect(items.map(({ content }) => content)).toEqual(['We stopped at the bridge.']);
  });

  it('ends a game without a checkpoint', async () => {
    const { services } = openTestApp();
    const me = client('/repos/dungeon');
    await services.startSession(me, { kind: 'game' });
    const ended = await services.endSession(me, {
      mode: 'end',
      content: handoffContent({ checkpoint: null }),
    });
    expect(ended.session.status).toBe('ended');
    expect(ended.handoff).toBeNull();
  });

  it('takes secrets out before anything is stored, and counts them', async () => {
    const { services, store } = openTestApp();
    const secret = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6'].join('_');
    const content = handoffContent({
      checkpoint: `The token is ${secret}.`,
      openLoops: [`Rotate ${secret}`],
    });
    const ended = await services.endSession(client(), { mode: 'end', content });
    const { items } = await store.records.list({}, 9, null);
    const all = JSON.stringify([
      items,
      await store.ledger.read(0, 99),
      await store.sessions.listTurns(ended.session.id, 9, null),
    ]);
    expect(all).not.toContain(secret);
    expect(Object.values(ended.handoff?.redacted ?? {})).toEqual([2]);
  });

  it('records where the transcript is, for the next one to know', async () => {
    const { services } = openTestApp();
    const input = { mode: 'end', content: handoffContent(), transcript_path: '/t/session.jsonl' } as const;
    await services.endSession(client(), input);
    expect((await services.bootReport(client(), {})).transcriptPath).toBe('/t/session.jsonl');
  });

  it('writes a readable copy of a game where it may, and refuses before it writes where it may not', async () => {
    const { services, folder, journalLength } = openTestApp();
    const me = client('/repos/dungeon');
    await services.startSession(me, { kind: 'game' });
    const before = await journalLength();
    const input = { mode: 'pause', content: handoffContent({ summaryNotes: 'The bridge fell.' }) } as const;
    const outside = services.endSession(me, { ...input, campaign_path: '/etc' });
    expect(await refusal(outside)).toBe('denied: path_outside_roots');
    expect(await journalLength()).toBe(before);
    const ended = await services.endSession(me, { ...input, campaign_path: folder });
    expect(await readFile(ended.savePath ?? '', 'utf8')).toContain('> The bridge fell.');
    const work = services.endSession(client(), { ...input, campaign_path: folder });
    expect(await refusal(work)).toBe('invalid: campaign_path_needs_game');
  });

  it('repeated with another mode says that the mode is ignored', async () => {
    const { services } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    const input = { content: handoffContent({ checkpoint: 'C' }), session_id: session.session_id };
    expect((await services.endSession(me, { ...input, mode: 'end' })).notices).toEqual([]);
    const again = await services.endSession(me, { ...input, mode: 'pause' });
    expect(again.session.status).toBe('ended');
    expect(renderNotices(again.notices)).toEqual([
      'mode was ignored: the session has already ended, so it was not paused.',
    ]);
  });

  it('reports that it started a session, also when it is repeated', async () => {
    const { services } = openTestApp();
    const me = client();
    const input = { mode: 'end', content: handoffContent() } as const;
    const first = await services.endSession(me, input);
    expect(renderNotices(first.notices).join()).toContain(first.session.id);
    expect((await services.endSession(me, input)).notices).toEqual(first.notices);
    await services.startSession(client('/repos/other'), {});
  });

  it.each([
    ['an empty loop', { openLoops: ['fine', ' '] }, 'invalid: text_empty'],
    ['a NUL', { warnings: ['a\u0000b'] }, 'invalid: text_has_nul'],
    ['half a letter', { decisions: [decision('x\uD800')] }, 'invalid: text_has_lone_surrogate'],
    ['too long a text', { relationalDelta: 'x'.repeat(100_001) }, 'invalid: text_too_long'],
    ['too many items', { lessons: Array.from({ length: 25_001 }, () => 'x') }, 'invalid: handoff_too_large'],
  ])('refuses %s whole', async (_, content, code) => {
    const { services, journalLength } = openTestApp();
    const input = { mode: 'end', content: handoffContent({ checkpoint: 'C', ...content }) } as const;
    expect(await refusal(services.endSession(client(), input))).toBe(code);
    expect(await journalLength()).toBe(0);
  });
});

describe('the score that end_session leaves', () => {
  it.each([
    ['a bare checkpoint', {}],
    ['a full handoff', { constraints: ['K'], warnings: ['W'], openLoops: ['O'], decisions: [decision('D')] }],
    ['a long one', { constraints: Array.from({ length: 60 }, (_, n) => `Rule ${n}: ${'x'.repeat(300)}`) }],
  ])('is what the next boot report says, after %s', async (_, content) => {
    const { services, pass, store } = openTestApp();
    const one = client();
    await services.endSession(one, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'Old.', openLoops: ['Old loop'] }),
    });
    pass(days(20));
    await services.startSession(one, {});
    pass(hours(1));
    const input = { mode: 'end', content: handoffContent({ checkpoint: 'New.', ...content }) } as const;
    const ended = await services.endSession(one, input);
    const report = await services.bootReport(client(), {});
    const row = await store.sessions.find(ended.session.id);
    expect(row).toMatchObject({ orientationScore: report.score, gapCount: report.gaps.length });
    expect(renderEnded(ended)).toMatchObject({
      orientation_score: report.score,
      gap_count: report.gaps.length,
    });
  });

  it('equals the score of the next report when a session is paused', async () => {
    const { services } = openTestApp();
    const ended = await services.endSession(client(), { mode: 'pause', content: handoffContent() });
    const report = await services.bootReport(client(), {});
    expect(ended.session).toMatchObject({ orientationScore: report.score, gapCount: report.gaps.length });
  });
});
