import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import type { SessionList, SessionsInput } from '../../src/app/get-sessions.ts';
import {
  client,
  handoffContent,
  minutes,
  openTestApp,
  refusal,
  statelessCaller,
  type TestApp,
} from './test-app.ts';

/** One session per entry, with notes of the given lengths. */
async function createSessions(
  { services, pass }: TestApp,
  notes: readonly (readonly number[])[],
): Promise<void> {
  for (const [number, lengths] of notes.entries()) {
    const me = client();
    pass(minutes(1));
    await services.startSession(me, { title: `Session ${number}`, resume: false });
    for (const [index, length] of lengths.entries()) {
      const summary = `${number}.${index} ${'x'.repeat(length)}`;
      await services.addSessionNote(me, { note: { summary } });
    }
    await services.endSession(me, { mode: 'end', content: handoffContent({ checkpoint: `C${number}` }) });
  }
}

const nameOf = (summary: string) => summary.split(' ')[0] ?? '';

/** All notes in the order the pages gave them. */
async function readAll({ services }: TestApp, input: SessionsInput, between = async () => {}) {
  const notes: string[] = [];
  const pages: SessionList[] = [];
  let cursor: string | undefined;
  do {
    const page = await services.getSessions(statelessCaller(), { ...input, cursor });
    pages.push(page);
    notes.push(...page.sessions.flatMap((session) => session.notes.map(({ summary }) => nameOf(summary))));
    cursor = page.nextCursor ?? undefined;
    await between();
  } while (cursor !== undefined && pages.length < 100);
  return { notes, pages };
}

describe('get_sessions', () => {
  it('lists the sessions of all projects for *, also while a session is current', async () => {
    const app = openTestApp();
    const [one, other] = [client(), client()];
    await app.services.startSession(one, { project: 'one', title: 'First' });
    app.pass(minutes(1));
    await app.services.startSession(other, { project: 'other', title: 'Second' });
    const titles = async (project?: string) =>
      (await app.services.getSessions(one, { project })).sessions.map(({ title }) => title);
    expect(await titles()).toEqual(['First']);
    expect(await titles('*')).toEqual(['Second', 'First']);
  });

  it('lists sessions newest first, with their notes whole, checkpoint and loop counts', async () => {
    const app = openTestApp();
    await createSessions(app, [[500], [20, 30]]);
    const { sessions, nextCursor, remaining } = await app.services.getSessions(statelessCaller(), {});
    expect(sessions.map(({ title }) => title)).toEqual(['Session 1', 'Session 0']);
    expect(sessions[1]?.notes[0]?.summary).toBe(`0.0 ${'x'.repeat(500)}`);
    expect(sessions[0]).toMatchObject({
      checkpoint: 'C1',
      loops: { open: 0, resolved: 0 },
      notes_remaining: 0,
    });
    expect([nextCursor, remaining]).toEqual([null, 0]);
  });

  it.each([
    ['small notes', [[1], [1, 1], [], [1]], 2],
    ['notes that fill several pages', [[6_000, 6_000, 6_000, 6_000], [15_000], [9_000, 9_000]], 20],
    ['a note larger than any page', [[10], [10, 90_000, 10], [99_000, 99_000]], 20],
  ])('is paged through all notes exactly once: %s', async (_, lengths, limit) => {
    const app = openTestApp();
    await createSessions(app, lengths);
    const { notes, pages } = await readAll(app, { limit });
    const expected = lengths.flatMap((row, number) => row.map((__, index) => `${number}.${index}`));
    expect(notes.toSorted()).toEqual(expected.toSorted());
    expect(pages.at(-1)).toMatchObject({ remaining: 0, nextCursor: null });
    const sizes = pages.map((page) => JSON.stringify(page).length);
    const isHuge = lengths.flat().some((length) => length > 20_000);
    if (!isHuge) for (const size of sizes) expect(size).toBeLessThan(40_000);
  });

  it('keeps its place when a session begins between two pages', async () => {
    const app = openTestApp();
    await createSessions(app, [[10_000, 10_000, 10_000]]);
    let isFirst = true;
    const { notes } = await readAll(app, {}, async () => {
      if (isFirst) await createSessions(app, [[10]]);
      isFirst = false;
    });
    expect(notes.filter((name) => name.startsWith('0.'))).toEqual(['0.0', '0.1', '0.2']);
  });

  it('is about the current session’s project, else about all', async () => {
    const { services } = openTestApp();
    const me = client();
    await services.startSession(me, {});
    await services.startSession(client('/repos/other'), {});
    const projects = async (caller = me, project?: string) =>
      (await services.getSessions(caller, { project })).sessions.map((session) => session.project);
    expect(await projects()).toEqual(['ledger']);
    expect(await projects(statelessCaller())).toHaveLength(2);
    expect(await projects(me, 'other')).toEqual(['other']);
    expect(await refusal(services.getSessions(me, { project: 'ledgr' }))).toBe(
      'not_found: project_not_found',
    );
  });

  it('filters by status, kind, agent, time and words, all at once', async () => {
    const { services, pass, now } = openTestApp();
    const [ada, bob] = [client(), client('/repos/dungeon')];
    await services.startSession(ada, { agent: 'ada', title: 'Flaky build' });
    await services.endSession(ada, {
      mode: 'end',
      content: handoffContent({ checkpoint: 'The wyvern sleeps.' }),
    });
    pass(minutes(5));
    const since = now();
    await services.startSession(bob, { agent: 'bob', kind: 'game' });
    const titles = async (input: SessionsInput) =>
      (await services.getSessions(statelessCaller(), input)).sessions.map(({ agent }) => agent);
    expect(await titles({ status: 'ended' })).toEqual(['ada']);
    expect(await titles({ kind: 'game' })).toEqual(['bob']);
    expect(await titles({ agent: 'bob' })).toEqual(['bob']);
    expect(await titles({ since })).toEqual(['bob']);
    expect(await titles({ until: since })).toEqual(['bob', 'ada']);
    expect(await titles({ query: 'wyvern' })).toEqual(['ada']);
    expect(await titles({ query: 'flaky', status: 'active' })).toEqual([]);
  });

  it('finds a session by its id or the beginning of it, and nothing that only mentions the id', async () => {
    const { services } = openTestApp();
    const [first, second] = ['one', 'two'].map((id) => client('/repos/ledger', id)) as [Caller, Caller];
    const { session } = await services.startSession(first, { title: 'One' });
    await services.addSessionNote(first, { note: { summary: 'Of the first.' } });
    await services.startSession(second, { title: 'Two' });
    await services.addSessionNote(second, { note: { summary: `After ${session.session_id}.` } });
    const found = async (query: string) =>
      (await services.getSessions(statelessCaller(), { query })).sessions.map(({ title, notes }) => [
        title,
        ...notes.map(({ summary }) => summary),
      ]);
    expect(await found(session.session_id)).toEqual([['One', 'Of the first.']]);
    expect(await found(` ${session.session_id.slice(0, 20)} `)).toEqual([['One', 'Of the first.']]);
    expect(await found('ses_zzzzzzzzzz')).toEqual([]);
  });

  it('counts open and resolved loops of each session', async () => {
    const { services } = openTestApp();
    const content = handoffContent({ checkpoint: 'C', openLoops: ['a', 'b', 'c'] });
    await services.endSession(client(), { mode: 'end', content });
    const next = handoffContent({ checkpoint: 'D', resolvedLoops: ['a'] });
    await services.endSession(client(), { mode: 'end', content: next });
    const { sessions } = await services.getSessions(statelessCaller(), { query: 'C' });
    expect(sessions.map(({ loops }) => loops)).toContainEqual({ open: 2, resolved: 1 });
  });

  it('refuses a cursor that it never gave out', async () => {
    const { services } = openTestApp();
    for (const cursor of ['x', '', Buffer.from('[1,2]').toString('base64url')]) {
      expect(await refusal(services.getSessions(statelessCaller(), { cursor }))).toBe(
        'invalid: cursor_invalid',
      );
    }
  });
});
