import { describe, expect, it } from 'vitest';
import { aWorld, client, days, hours, leaving, minutes, type TestWorld } from './a-world.ts';

const HERE = '/repos/ledger';
const TOPIC = '/repos/ledger+topic';
const OTHER = '/repos/ledger+other';

const leave = (world: TestWorld, checkpoint: string, folder = HERE, mode: 'end' | 'pause' = 'end') =>
  world.services.endSession(client(folder), { mode, content: leaving({ checkpoint }) });

const reportIn = async (world: TestWorld, folder = HERE) =>
  world.services.bootReport({ ...client(folder), connection: null }, {});

const codesOf = ({ gaps }: { gaps: readonly { code: string }[] }) => gaps.map(({ code }) => code);

/** Which of these is said first. */
const firstOf = (text: string, ...words: string[]) =>
  words.filter((word) => text.includes(word)).sort((a, b) => text.indexOf(a) - text.indexOf(b))[0];

describe.each([
  ['2 days', days(2)],
  ['1 year', days(365)],
])('a clock that runs ahead by %s, and is set right again', (_, ahead) => {
  const jump = async (act: (world: TestWorld) => Promise<unknown>) => {
    const world = aWorld();
    await leave(world, 'Long before.');
    world.pass(ahead);
    await act(world);
    world.pass(minutes(5) - ahead);
    return world;
  };

  it('reports what was written then, and lets the next checkpoint take its place', async () => {
    const world = await jump((one) => leave(one, 'Ahead.'));
    const told = await reportIn(world);
    expect(told.report).toContain('Ahead.');
    expect(codesOf(told)).toContain('clock_ahead');
    expect(told.gaps.find(({ code }) => code === 'clock_ahead')?.message).toContain(
      'The clock of this machine was ahead when 1 record was written',
    );
    const me = client();
    const second = await world.services.startSession(me, {});
    await world.services.endSession(me, { mode: 'end', content: leaving({ checkpoint: 'Right.' }) });
    const after = await reportIn(world);
    expect(after.report).toContain('Right.');
    expect(after.report).not.toContain('Ahead.');
    expect(codesOf(after)).not.toContain('clock_ahead');
    world.pass(hours(1));
    const third = await world.services.startSession(client(), {});
    expect(third.session.predecessor_id).toBe(second.session.session_id);
  });

  it('does not let a checkpoint of then lead those that were written later', async () => {
    const world = await jump((one) => leave(one, 'Ahead.', TOPIC));
    await leave(world, 'Right.', OTHER);
    for (const later of [0, hours(30), days(3)]) {
      world.pass(later);
      const told = await reportIn(world, '/repos/ledger+third');
      expect(firstOf(told.report, 'Ahead.', 'Right.')).toBe('Right.');
      expect(codesOf(told)).toContain('clock_ahead');
    }
  });

  it('resumes the session that was paused last, not the one with the later date', async () => {
    const world = await jump((one) => leave(one, 'Paused ahead.', HERE, 'pause'));
    const me = client();
    const { session } = await world.services.startSession(me, { resume: false });
    await world.services.endSession(me, { mode: 'pause', content: leaving({ checkpoint: 'Paused.' }) });
    world.pass(minutes(5));
    const back = await world.services.startSession(client(), {});
    expect(back.session.session_id).toBe(session.session_id);
  });

  it('lists sessions in the order they began, on one page or on many', async () => {
    const world = await jump((one) => leave(one, 'Ahead.'));
    for (const text of ['Second.', 'Third.']) {
      world.pass(minutes(5));
      await leave(world, text);
    }
    const expected = ['Third.', 'Second.', 'Ahead.', 'Long before.'];
    const textsOf = ({ sessions }: { sessions: readonly { checkpoint: string | null }[] }) =>
      sessions.map(({ checkpoint }) => checkpoint);
    expect(textsOf(await world.services.getSessions(client(), {}))).toEqual(expected);
    const paged: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.services.getSessions(client(), { limit: 1, cursor });
      paged.push(...textsOf(page));
      expect(page.remaining).toBe(expected.length - paged.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(expected);
  });

  it('does not hold a session for active that was last heard of then, and takes it up when it speaks', async () => {
    const me = client();
    const world = await jump((one) => one.services.startSession(me, { resume: false }));
    const sessionId = me.connection?.sessionId ?? '';
    const stateOf = async () =>
      (await world.services.getSessionState(client(), { session_id: sessionId })).state.session_info;
    expect((await stateOf()).status).toBe('lost');
    await world.services.addSessionNote(me, { note: { summary: 'Still here.' } });
    expect(await stateOf()).toMatchObject({ status: 'active' });
    expect((await stateOf()).duration_minutes).toBeLessThan(10);
    world.pass(minutes(1));
    await world.services.addSessionNote(me, { note: { summary: 'And here.' } });
    expect((await world.store.sessions.find(sessionId))?.lastSeenAt).toBe(world.now());
  });

  it('keeps decisions and loops of then out of the way of newer ones', async () => {
    const content = (text: string) =>
      leaving({
        checkpoint: `${text} checkpoint.`,
        decisions: [{ text: `${text} decision.`, subject: 'the queue', supersedes: [] }],
        openLoops: [`${text} loop.`],
      });
    const end = (world: TestWorld, text: string) =>
      world.services.endSession(client(), { mode: 'end', content: content(text) });
    const world = await jump((one) => end(one, 'Ahead'));
    await end(world, 'Right');
    const { report } = await reportIn(world);
    expect(report).toContain('Right decision.');
    expect(report).not.toContain('Ahead decision.');
    expect(firstOf(report, 'Ahead loop.', 'Right loop.')).toBe('Ahead loop.');
  });
});
