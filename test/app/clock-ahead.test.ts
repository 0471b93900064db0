import { describe, expect, it } from 'vitest';
import { client, days, handoffContent, hours, minutes, openTestApp, type TestApp } from './test-app.ts';

const HERE = '/repos/ledger';
const TOPIC = '/repos/ledger+topic';
const OTHER = '/repos/ledger+other';

const leave = (app: TestApp, checkpoint: string, folder = HERE, mode: 'end' | 'pause' = 'end') =>
  app.services.endSession(client(folder), { mode, content: handoffContent({ checkpoint }) });

const reportIn = async (app: TestApp, folder = HERE) =>
  app.services.bootReport({ ...client(folder), connection: null }, {});

const codesOf = ({ gaps }: { gaps: readonly { code: string }[] }) => gaps.map(({ code }) => code);

/** Which of these comes first in the report. */
const firstOf = (text: string, ...words: string[]) =>
  words.filter((word) => text.includes(word)).sort((a, b) => text.indexOf(a) - text.indexOf(b))[0];

describe.each([
  ['2 days', days(2)],
  ['1 year', days(365)],
])('a clock that runs ahead by %s, and is set right again', (_, ahead) => {
  const jump = async (act: (app: TestApp) => Promise<unknown>) => {
    const app = openTestApp();
    await leave(app, 'Long before.');
    app.pass(ahead);
    await act(app);
    app.pass(minutes(5) - ahead);
    return app;
  };

  it('reports what was written then, and lets the next checkpoint take its place', async () => {
    const app = await jump((one) => leave(one, 'Ahead.'));
    const orientation = await reportIn(app);
    expect(orientation.report).toContain('Ahead.');
    expect(codesOf(orientation)).toContain('clock_ahead');
    expect(orientation.gaps.find(({ code }) => code === 'clock_ahead')?.message).toContain(
      'The clock of this machine was ahead when 1 record was written',
    );
    const me = client();
    const second = await app.services.startSession(me, {});
    await app.services.endSession(me, { mode: 'end', content: handoffContent({ checkpoint: 'Right.' }) });
    const after = await reportIn(app);
    expect(after.report).toContain('> Right.');
    expect(after.report).not.toContain('> Ahead.');
    expect(after.report).toMatch(/^- Before: ses_\w+, ended .*, outcome: "Ahead\."$/m);
    expect(codesOf(after)).not.toContain('clock_ahead');
    app.pass(hours(1));
    const third = await app.services.startSession(client(), {});
    expect(third.session.predecessor_id).toBe(second.session.session_id);
  });

  it('does not let a checkpoint of then lead those that were written later', async () => {
    const app = await jump((one) => leave(one, 'Ahead.', TOPIC));
    await leave(app, 'Right.', OTHER);
    for (const later of [0, hours(30), days(3)]) {
      app.pass(later);
      const orientation = await reportIn(app, '/repos/ledger+third');
      expect(firstOf(orientation.report, 'Ahead.', 'Right.')).toBe('Right.');
      expect(codesOf(orientation)).toContain('clock_ahead');
    }
  });

  it('resumes the session that was paused last, not the one with the later date', async () => {
    const app = await jump((one) => leave(one, 'Paused ahead.', HERE, 'pause'));
    const me = client();
    const { session } = await app.services.startSession(me, { resume: false });
    await app.services.endSession(me, { mode: 'pause', content: handoffContent({ checkpoint: 'Paused.' }) });
    app.pass(minutes(5));
    const back = await app.services.startSession(client(), {});
    expect(back.session.session_id).toBe(session.session_id);
  });

  it('lists sessions in the order they began, on one page or on many', async () => {
    const app = await jump((one) => leave(one, 'Ahead.'));
    for (const text of ['Second.', 'Third.']) {
      app.pass(minutes(5));
      await leave(app, text);
    }
    const expected = ['Third.', 'Second.', 'Ahead.', 'Long before.'];
    const textsOf = ({ sessions }: { sessions: readonly { checkpoint: string | null }[] }) =>
      sessions.map(({ checkpoint }) => checkpoint);
    expect(textsOf(await app.services.getSessions(client(), {}))).toEqual(expected);
    const paged: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.services.getSessions(client(), { limit: 1, cursor });
      paged.push(...textsOf(page));
      expect(page.remaining).toBe(expected.length - paged.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(expected);
  });

  it('treats a session last seen in the future as silent, and resumes it with its next turn', async () => {
    const me = client();
    const app = await jump((one) => one.services.startSession(me, { resume: false }));
    const sessionId = me.connection?.sessionId ?? '';
    const stateOf = async () =>
      (await app.services.getSessionState(client(), { session_id: sessionId })).state.session_info;
    expect((await stateOf()).status).toBe('lost');
    await app.services.addSessionNote(me, { note: { summary: 'Still here.' } });
    expect(await stateOf()).toMatchObject({ status: 'active' });
    expect((await stateOf()).duration_minutes).toBeLessThan(10);
    app.pass(minutes(1));
    await app.services.addSessionNote(me, { note: { summary: 'And here.' } });
    expect((await app.store.sessions.find(sessionId))?.lastSeenAt).toBe(app.now());
  });

  it('keeps decisions and loops of then out of the way of newer ones', async () => {
    const content = (text: string) =>
      handoffContent({
        checkpoint: `${text} checkpoint.`,
        decisions: [{ text: `${text} decision.`, subject: 'the queue', supersedes: [] }],
        openLoops: [`${text} loop.`],
      });
    const end = (app: TestApp, text: string) =>
      app.services.endSession(client(), { mode: 'end', content: content(text) });
    const app = await jump((one) => end(one, 'Ahead'));
    await end(app, 'Right');
    const { report } = await reportIn(app);
    expect(report).toContain('Right decision.');
    expect(report).not.toContain('Ahead decision.');
    expect(firstOf(report, 'Ahead loop.', 'Right loop.')).toBe('Ahead loop.');
  });
});
