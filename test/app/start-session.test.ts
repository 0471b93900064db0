import { describe, expect, it } from 'vitest';
import { BASE62, fake } from '../support/fake-secret.ts';
import { client, days, handoffContent, hours, openTestApp, refusal, statelessCaller } from './test-app.ts';

describe('start_session', () => {
  it('begins the first session of a project, with its place and the names it was given', async () => {
    const { services, now } = openTestApp();
    const begun = await services.startSession(client(), { title: 'Ledger', agent: 'ada' });
    expect(begun.resolution).toEqual({ outcome: 'started', why: 'the first session of this project' });
    expect(begun.session).toMatchObject({
      status: 'active',
      kind: 'work',
      project: 'ledger',
      title: 'Ledger',
      agent: 'ada',
      worktree: '/repos/ledger',
      branch: 'main',
      started_at: now(),
      predecessor_id: null,
    });
  });

  it('rejoins the connection’s own session unchanged', async () => {
    const { services, journalLength, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    const before = await journalLength();
    pass(hours(1));
    const again = await services.startSession(me, {});
    expect(again.resolution.outcome).toBe('rejoined');
    expect(again.session.session_id).toBe(session.session_id);
    expect(await journalLength()).toBe(before);
  });

  it('says that a new title or agent is ignored if the session is rejoined', async () => {
    const { services } = openTestApp();
    const me = client();
    const first = await services.startSession(me, { title: 'Tides' });
    expect(first.notices).toEqual([]);
    expect((await services.startSession(me, { title: 'Tides' })).notices).toEqual([]);
    const { notices, session } = await services.startSession(me, { title: 'Harbor', agent: 'Ana' });
    expect(session).toMatchObject({ title: 'Tides', agent: null });
    expect(notices.map(({ text }) => text)).toEqual([
      '`title` was ignored: the session that was rejoined keeps its title "Tides".',
      '`agent` was ignored: the session that was rejoined has no agent.',
    ]);
  });

  it('rejoins a client’s own session from another process, by the client’s id', async () => {
    const { services } = openTestApp();
    const { session } = await services.startSession(client('/repos/ledger', 'cc-1'), {});
    const again = await services.startSession(client('/repos/ledger', 'cc-1'), {});
    expect(again.session.session_id).toBe(session.session_id);
    const byName = await services.startSession(client(), { session_id: 'cc-1' });
    expect(byName.session.session_id).toBe(session.session_id);
  });

  it('resumes the newest paused session of this worktree, and of no other', async () => {
    const { services, pass } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    await services.endSession(me, { mode: 'pause', content: handoffContent() });
    pass(days(21));
    const elsewhere = await services.startSession(client('/repos/ledger+topic'), {});
    expect(elsewhere.session.session_id).not.toBe(session.session_id);
    const here = await services.startSession(client(), {});
    expect(here.resolution.outcome).toBe('rejoined');
    expect(here.session).toMatchObject({ session_id: session.session_id, status: 'active' });
  });

  it('notes the branch of a resumed session without the secret in its name', async () => {
    const { services, store } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    await services.endSession(me, { mode: 'pause', content: handoffContent() });
    const there = client(`/repos/ledger+topic-ghp_${fake(BASE62, 36)}`);
    await services.startSession(there, { session_id: session.session_id });
    expect(await store.sessions.find(session.session_id)).toMatchObject({
      status: 'active',
      branch: 'topic-[redacted:github-token]',
    });
  });

  it('resumes a lost session only by its id', async () => {
    const { services, pass, store } = openTestApp();
    const { session } = await services.startSession(client(), {});
    pass(hours(12));
    const next = await services.startSession(client(), {});
    expect(next.resolution.outcome).toBe('succeeded');
    expect(next.session.predecessor_id).toBe(session.session_id);
    expect(await store.sessions.find(session.session_id)).toMatchObject({
      status: 'lost',
      successorId: next.session.session_id,
    });
    const back = await services.startSession(client(), { session_id: session.session_id });
    expect(back.session).toMatchObject({ session_id: session.session_id, status: 'active' });
  });

  it('leaves a session of someone else alone while it is alive', async () => {
    const { services, pass } = openTestApp();
    await services.startSession(client(), {});
    pass(hours(12) - 1);
    const next = await services.startSession(client(), {});
    expect(next.resolution.outcome).toBe('started');
    expect(next.session.predecessor_id).toBeNull();
  });

  it.each(['own', 'by id'] as const)(
    'does not reopen an ended session (%s): a linked successor begins',
    async (how) => {
      const { services, store } = openTestApp();
      const me = client();
      const { session } = await services.startSession(me, {});
      await services.endSession(me, { mode: 'end', content: handoffContent() });
      const next = await services.startSession(how === 'own' ? me : client(), {
        session_id: how === 'own' ? undefined : session.session_id,
      });
      expect(next.resolution.outcome).toBe('succeeded');
      expect(next.session.predecessor_id).toBe(session.session_id);
      expect(await store.sessions.find(session.session_id)).toMatchObject({
        status: 'ended',
        successorId: next.session.session_id,
      });
      expect(next.report).toContain('Half done.');
    },
  );

  it('follows the line to its end, and joins there', async () => {
    const { services } = openTestApp();
    const [one, two] = [client(), client()];
    const first = await services.startSession(one, {});
    await services.endSession(one, { mode: 'end', content: handoffContent() });
    const second = await services.startSession(two, {});
    const joined = await services.startSession(client(), { session_id: first.session.session_id });
    expect(joined).toMatchObject({
      resolution: { outcome: 'rejoined' },
      session: { session_id: second.session.session_id },
    });
    await services.endSession(two, { mode: 'end', content: handoffContent({ checkpoint: 'Done.' }) });
    const third = await services.startSession(client(), { session_id: first.session.session_id });
    expect(third).toMatchObject({
      resolution: { outcome: 'succeeded' },
      session: { predecessor_id: second.session.session_id },
    });
  });

  it('continues the named predecessor once, however often it is asked', async () => {
    const { services, journalLength } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    await services.endSession(me, { mode: 'end', content: handoffContent() });
    const ask = { predecessor_id: session.session_id, agent: 'bob' };
    const first = await services.startSession(client(), ask);
    const before = await journalLength();
    const again = await services.startSession(client(), ask);
    expect(first.resolution.outcome).toBe('succeeded');
    expect(again).toMatchObject({
      resolution: { outcome: 'rejoined' },
      session: { session_id: first.session.session_id },
    });
    expect(await journalLength()).toBe(before);
  });

  it('lets another agent fork; the first successor stays the one remembered', async () => {
    const { services, store } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    await services.endSession(me, { mode: 'end', content: handoffContent() });
    const bob = await services.startSession(client(), { predecessor_id: session.session_id, agent: 'bob' });
    const eve = await services.startSession(client(), { predecessor_id: session.session_id, agent: 'eve' });
    expect(eve.session.session_id).not.toBe(bob.session.session_id);
    expect(eve.session.predecessor_id).toBe(session.session_id);
    expect((await store.sessions.find(session.session_id))?.successorId).toBe(bob.session.session_id);
  });

  it('does not end the session that is left for another one', async () => {
    const { services, store } = openTestApp();
    const me = client();
    const first = await services.startSession(me, { title: 'First' });
    const fresh = await services.startSession(me, { resume: false, title: 'New' });
    await services.startSession(me, { session_id: first.session.session_id });
    const ids = [first, fresh].map(({ session }) => session.session_id);
    const found = await Promise.all(ids.map((id) => store.sessions.find(id)));
    expect(found.map((session) => session?.status)).toEqual(['active', 'active']);
  });

  it('begins another session on resume false, and the same one when the call is repeated', async () => {
    const { services } = openTestApp();
    const me = client();
    const first = await services.startSession(me, {});
    await services.endSession(me, { mode: 'pause', content: handoffContent() });
    const fresh = await services.startSession(me, { resume: false, title: 'New' });
    expect(fresh.session.session_id).not.toBe(first.session.session_id);
    const again = await services.startSession(me, { resume: false, title: 'New' });
    expect(again.session.session_id).toBe(fresh.session.session_id);
    const other = await services.startSession(client(), { resume: false });
    expect(other.session.session_id).not.toBe(first.session.session_id);
  });

  it.each([
    ['both ids', { session_id: 'a', predecessor_id: 'b' }, 'invalid: arguments_contradict'],
    ['an unknown session', { session_id: 'ses_none' }, 'not_found: session_not_found'],
    ['an unknown predecessor', { predecessor_id: 'ses_none' }, 'not_found: session_not_found'],
    ['a title beyond the limit', { title: 'x'.repeat(301) }, 'invalid: text_too_long'],
    ['an empty agent', { agent: ' ' }, 'invalid: text_empty'],
    ['a path nobody knows', { project: '/elsewhere' }, 'not_found: project_not_found'],
  ])('refuses %s and writes nothing', async (_, input, code) => {
    const { services, journalLength } = openTestApp();
    expect(await refusal(services.startSession(client(), input))).toBe(code);
    expect(await journalLength()).toBe(0);
  });

  it('refuses a session of another project, or of another kind, than the call names', async () => {
    const { services, journalLength } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    await services.startSession(client('/repos/other'), {});
    const before = await journalLength();
    const asked = { session_id: session.session_id, project: 'other' };
    expect(await refusal(services.startSession(client(), asked))).toBe('conflict: session_in_other_project');
    expect(await refusal(services.startSession(me, { kind: 'game' }))).toBe('conflict: project_kind_differs');
    expect(await journalLength()).toBe(before);
  });

  it('needs a project where nothing is remembered', async () => {
    const { services } = openTestApp();
    expect(await refusal(services.startSession(statelessCaller(null), {}))).toBe('invalid: session_required');
    const begun = await services.startSession(statelessCaller(null), { project: 'Ledger' });
    expect(begun.session.project).toBe('Ledger');
  });

  it('lets two hooks of one client that start at once start one session', async () => {
    const { services } = openTestApp();
    const starts = await Promise.all(
      [1, 2, 3].map(() => services.startSession(client('/repos/ledger', 'cc-1'), {})),
    );
    expect(new Set(starts.map(({ session }) => session.session_id)).size).toBe(1);
  });
});

describe('start_session for a client that names its own session', () => {
  it('starts again after its own session was closed without successor', async () => {
    const { services } = openTestApp();
    const me = client('/repos/ledger', 'cc-1');
    const { session } = await services.startSession(me, {});
    await services.closeSession(client(), { session_id: session.session_id, allow_rebirth: false });
    const next = await services.startSession(me, {});
    expect(next).toMatchObject({ resolution: { outcome: 'started' }, session: { predecessor_id: null } });
    expect(next.session.session_id).not.toBe(session.session_id);
  });

  it('can start again after another client resumed the session it had paused', async () => {
    const { services, pass } = openTestApp();
    const me = client('/repos/ledger', 'cc-1');
    const { session } = await services.startSession(me, {});
    await services.endSession(me, { mode: 'pause', content: handoffContent() });
    pass(days(1));
    const other = await services.startSession(client('/repos/ledger', 'cc-2'), {});
    expect(other.session.session_id).toBe(session.session_id);
    const back = services.startSession(client('/repos/ledger', 'cc-1'), {});
    expect(await refusal(back)).toBe('accepted');
  });

  it('returns to its session after a call in another project', async () => {
    const { services } = openTestApp();
    const me = client('/repos/ledger', 'cc-1');
    const { session } = await services.startSession(me, {});
    await services.startSession(me, { project: 'Detour' });
    const back = await services.startSession(me, { project: 'ledger' });
    expect(back.session).toMatchObject({ session_id: session.session_id, status: 'active' });
  });

  it('continues a predecessor again after its own successor ended', async () => {
    const { services } = openTestApp();
    const first = await services.startSession(client(), {});
    const ask = { predecessor_id: first.session.session_id };
    const me = client('/repos/ledger', 'cc-1');
    const second = await services.startSession(me, ask);
    await services.endSession(me, { mode: 'end', content: handoffContent() });
    const third = await services.startSession(me, ask);
    expect(third.session.session_id).not.toBe(second.session.session_id);
    expect(third.session.status).toBe('active');
  });
});
