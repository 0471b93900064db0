import { expect, it } from 'vitest';
import { shiftableClock } from '../support/faults-clock.ts';
import { scene } from '../support/faults-home.ts';
import { readNotes } from '../support/faults-notes.ts';
import { rowsOf } from '../support/faults-store.ts';
import { StdioClient } from '../support/stdio-client.ts';

const HOUR_MS = 3_600_000;
const WRITES = 10;

const { home, keep } = scene();

function setUp() {
  const place = home();
  const clock = shiftableClock(place);
  const open = async () =>
    keep(await StdioClient.open({ home: place.path, cwd: place.work, env: clock.env }));
  return { ...place, clock, open };
}

const isSorted = (instants: readonly string[]) =>
  instants.every((instant, index) => index === 0 || String(instants[index - 1]) <= instant);

/** The checkpoint stands in the report once: as the outcome of an earlier session, not as where work was left off. */
const expectEarlierOutcome = (report: string, checkpoint: string) =>
  expect(report.split('\n').filter((line) => line.includes(checkpoint))).toEqual([
    expect.stringMatching(new RegExp(`^- Before: ses_\\w+, ended .*, outcome: "${checkpoint}"$`)),
  ]);

it('keeps the order of writes and counts no negative time when the clock goes back an hour within a session', async () => {
  const { store, clock, open } = setUp();
  const client = await open();
  const { session } = await client.facts('start_session');
  const target = { session_id: session.session_id };
  const written: string[] = [];
  for (let index = 0; index < WRITES; index += 1) {
    if (index === WRITES / 2) clock.shift(-HOUR_MS);
    written.push(`note ${index}`);
    await client.facts('add_session_note', { summary: `note ${index}`, ...target });
  }
  const running = await client.facts('get_session_state', { ...target, history_limit: 500 });
  const ended = await client.facts('end_session', {
    checkpoint: 'ended after the clock went back',
    ...target,
  });

  expect(running.session_info.status).toBe('active');
  expect(running.session_info.duration_minutes).toBeGreaterThanOrEqual(0);
  expect(running.recent_history.map(({ turn }: { turn: number }) => turn)).toEqual(
    written.map((_, index) => index + 1),
  );
  expect(isSorted(running.recent_history.map(({ at }: { at: string }) => at))).toBe(true);
  expect(ended.stats.duration_minutes).toBeGreaterThanOrEqual(0);
  expect(ended.stats.duration_minutes).toBeLessThan(5);
  expect(ended.stats.ended_at >= ended.stats.started_at).toBe(true);
  expect((await readNotes(client)).sort()).toEqual(written);
  const sessions = rowsOf(store, 'SELECT active_ms FROM sessions').map(({ active_ms }) => Number(active_ms));
  expect(sessions.every((ms) => ms >= 0)).toBe(true);
});

it('delivers the newest handoff first although the clock went back an hour before its session began', async () => {
  const { clock, open } = setUp();
  const first = await open();
  await first.facts('end_session', {
    checkpoint: 'the older checkpoint',
    next_session_focus: 'the older focus',
  });
  await first.close();

  clock.shift(-HOUR_MS);
  const second = await open();
  const { session } = await second.facts('start_session');
  await second.facts('end_session', {
    session_id: session.session_id,
    checkpoint: 'the newer checkpoint',
    next_session_focus: 'the newer focus',
  });
  await second.close();

  const third = await open();
  const { report } = await third.facts('boot_report');
  expect(session.predecessor_id).not.toBeNull();
  expect(report).toContain('> the newer checkpoint');
  expect(report).toContain('the newer focus');
  expectEarlierOutcome(report, 'the older checkpoint');
  expect(report).not.toContain('the older focus');
  const { sessions } = await third.facts('get_sessions');
  expect(sessions.map(({ checkpoint }: { checkpoint: string }) => checkpoint)).toEqual([
    'the newer checkpoint',
    'the older checkpoint',
  ]);
});

it('finds the same handoff again when the call is repeated after the clock went back an hour', async () => {
  const { store, clock, open } = setUp();
  const handoff = { checkpoint: 'said twice', decisions: ['one decision'] };
  const first = await open();
  const ended = await first.facts('end_session', handoff);
  await first.kill();
  clock.shift(-HOUR_MS);
  const again = await (await open()).facts('end_session', handoff);
  expect(again.session_id).toBe(ended.session_id);
  expect(again.stats).toEqual(ended.stats);
  expect(rowsOf(store, 'SELECT count(*) AS count FROM records')).toEqual([{ count: 2 }]);
});

it('does not lose or revive a session because the clock jumped ahead and back', async () => {
  const { clock, open } = setUp();
  const client = await open();
  const { session } = await client.facts('start_session');
  const target = { session_id: session.session_id };
  clock.shift(24 * HOUR_MS);
  await client.facts('add_session_note', { summary: 'written tomorrow', ...target });
  clock.shift(0);
  await client.facts('add_session_note', { summary: 'written today', ...target });
  const { session_info, recent_history } = await client.facts('get_session_state', target);
  expect(Date.parse(recent_history[0].at) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  expect(session_info.status).toBe('active');
  expect(session_info.duration_minutes).toBeGreaterThanOrEqual(0);
  const ended = await client.facts('end_session', { checkpoint: 'done', ...target });
  expect(ended.stats.duration_minutes).toBeLessThan(5);
  expect((await readNotes(client)).sort()).toEqual(['written today', 'written tomorrow']);
});

it.each([2, 365])(
  'leads with the newest checkpoint again once a clock that was %i days ahead is right',
  async (days) => {
    const { clock, open } = setUp();
    const leave = async (checkpoint: string) => {
      const client = await open();
      await client.facts('start_session');
      await client.facts('end_session', { checkpoint });
      await client.close();
    };
    clock.shift(days * 24 * HOUR_MS);
    await leave('written ahead of time');
    clock.shift(0);
    const second = await open();
    const before = await second.facts('boot_report');
    await second.close();
    expect(before.gaps.map(({ code }: { code: string }) => code)).toContain('clock_ahead');
    await leave('written at the right time');
    const { report, gaps } = await (await open()).facts('boot_report');
    expect(report).toContain('> written at the right time');
    expectEarlierOutcome(report, 'written ahead of time');
    expect(gaps.map(({ code }: { code: string }) => code)).not.toContain('clock_ahead');
  },
);
