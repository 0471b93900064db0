import { describe, expect, it } from 'vitest';
import { client, days, handoffContent, openTestApp, refusal, statelessCaller } from './test-app.ts';

describe('add_session_note', () => {
  it('refuses to revise a note for a session that does not exist', async () => {
    const { services } = openTestApp();
    const caller = client();
    const { note } = await services.addSessionNote(caller, { note: { summary: 'The first words.' } });
    const unknown = '12121212-2222-3333-4444-555555555555';
    const revision = { note_id: note.id, session_id: unknown, note: { summary: 'Other words.' } };
    expect(await refusal(services.addSessionNote(caller, revision))).toBe('not_found: session_not_found');
  });

  it('stores two notes of one session as two notes', async () => {
    const { services, store } = openTestApp();
    const me = client();
    const one = await services.addSessionNote(me, { note: { summary: 'First.', sessionNumber: 1 } });
    await services.addSessionNote(me, { note: { summary: 'Second.', sessionNumber: 1 } });
    const notes = await store.notes.listOf([one.session.id]);
    expect(notes.map(({ summary }) => summary)).toEqual(['First.', 'Second.']);
  });

  it('keeps the same note once, and repeating it writes nothing', async () => {
    const { services, store, journalLength } = openTestApp();
    const me = client();
    const note = { summary: 'Once.', events: ['a', 'b'], questUpdates: { lair: 'found' } };
    const first = await services.addSessionNote(me, { note });
    const before = await journalLength();
    const again = await services.addSessionNote(me, { note });
    expect(again.note).toEqual(first.note);
    expect(await store.notes.listOf([first.session.id])).toHaveLength(1);
    expect(await journalLength()).toBe(before);
  });

  it('with no session begins one of its own: two agents that note the same are two sessions', async () => {
    const { services } = openTestApp();
    const add = () => services.addSessionNote(statelessCaller(), { note: { summary: 'Tests pass.' } });
    const [first, second] = [await add(), await add()];
    expect(second.session.id).not.toBe(first.session.id);
  });

  it('refuses to revise a note in a session it does not belong to', async () => {
    const { services } = openTestApp();
    const add = () => services.addSessionNote(statelessCaller(), { note: { summary: 'Mine.' } });
    const [mine, other] = [await add(), await add()];
    const revise = services.addSessionNote(statelessCaller(), {
      note: { summary: 'Yours?' },
      note_id: mine.note.id,
      session_id: other.session.id,
    });
    await expect(revise).rejects.toMatchObject({ code: 'note_in_other_session', kind: 'conflict' });
  });

  it('revises a note: what is not given stays, and the version counts up', async () => {
    const { services, store, pass, now } = openTestApp();
    const me = client();
    const { note } = await services.addSessionNote(me, {
      note: { summary: 'Draft.', title: 'T', events: ['a'], visibility: 'dm_only' },
    });
    pass(days(1));
    const second = await services.addSessionNote(statelessCaller(), {
      note_id: note.id,
      note: { summary: 'Final.' },
    });
    expect(second.note).toEqual({ ...note, summary: 'Final.', version: 2, updatedAt: now() });
    expect(await store.notes.find(note.id)).toEqual(second.note);
    expect(await store.notes.listOf([note.sessionId])).toHaveLength(1);
  });

  it('stores an identical revision once, and a reverted one as another revision', async () => {
    const { services } = openTestApp();
    const me = client();
    const { note } = await services.addSessionNote(me, { note: { summary: 'A' } });
    const revise = (summary: string) => services.addSessionNote(me, { note_id: note.id, note: { summary } });
    expect((await revise('B')).note.version).toBe(2);
    expect((await revise('B')).note.version).toBe(2);
    expect((await revise('A')).note.version).toBe(3);
  });

  it('sent once more after it was revised is still that note', async () => {
    const { services } = openTestApp();
    const me = client();
    const { note } = await services.addSessionNote(me, { note: { summary: 'A' } });
    await services.addSessionNote(me, { note_id: note.id, note: { summary: 'B' } });
    expect(await refusal(services.addSessionNote(me, { note: { summary: 'A' } }))).toBe('accepted');
  });

  it('is still taken after the session ended, and no longer once it is closed', async () => {
    const { services, journalLength } = openTestApp();
    const me = client();
    const { session } = await services.endSession(me, { mode: 'end', content: handoffContent() });
    const add = (summary: string) =>
      services.addSessionNote(statelessCaller(), { session_id: session.id, note: { summary } });
    expect((await add('Afterthought.')).session.status).toBe('ended');
    await services.closeSession(client(), { session_id: session.id });
    const before = await journalLength();
    expect(await refusal(add('Too late.'))).toBe('conflict: session_closed');
    expect(await journalLength()).toBe(before);
  });

  it('brings a lost session back to life', async () => {
    const { services, pass, store } = openTestApp();
    const me = client();
    const { session } = await services.startSession(me, {});
    pass(days(2));
    await services.addSessionNote(me, { note: { summary: 'I am back.' } });
    expect(await store.sessions.find(session.session_id)).toMatchObject({ status: 'active', activeMs: 0 });
  });

  it.each([
    ['an unknown note', { note_id: 'not_none', note: { summary: 'x' } }, 'not_found: note_not_found'],
    [
      'an unknown session',
      { session_id: 'ses_none', note: { summary: 'x' } },
      'not_found: session_not_found',
    ],
    ['an empty summary', { note: { summary: '' } }, 'invalid: text_empty'],
    ['a NUL in a list', { note: { summary: 'x', events: ['\u0000'] } }, 'invalid: text_has_nul'],
  ])('refuses %s and writes nothing', async (_, input, code) => {
    const { services, journalLength } = openTestApp();
    expect(await refusal(services.addSessionNote(client(), input))).toBe(code);
    expect(await journalLength()).toBe(0);
  });

  it('needs a session or a folder', async () => {
    const { services } = openTestApp();
    const added = services.addSessionNote(statelessCaller(null), { note: { summary: 'x' } });
    expect(await refusal(added)).toBe('invalid: session_required');
  });

  it('remembers the files it names', async () => {
    const { services, store } = openTestApp();
    const { session } = await services.addSessionNote(client(), {
      note: { summary: 'Broke `src/app/a.ts`.' },
    });
    expect(await store.sessions.listFiles(session.id, 5)).toEqual(['src/app/a.ts']);
  });
});
