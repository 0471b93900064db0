import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import {
  client,
  days,
  hours,
  minutes,
  openTestApp,
  refusal,
  statelessCaller,
  type TestApp,
} from '../../app/test-app.ts';

const CAMPAIGN = 'The Salt Road';

interface Table extends TestApp {
  /** A client with a server process of its own. */
  seat(process: string, folder?: string): Caller;
  kill(process: string): void;
  start(caller: Caller, more?: object): ReturnType<TestApp['services']['startClaudmasterSession']>;
  statusOf(id: string): Promise<string | undefined>;
}

async function aTable(): Promise<Table> {
  const made = openTestApp();
  const dead = new Set<string>();
  // The state of processes belongs to the test; everything else is real.
  Object.assign(made.deps.processes, {
    isRunning: (key: string) => (key.startsWith('box:') ? !dead.has(key) : undefined),
  });
  for (const name of [CAMPAIGN, 'Glass Harbor']) await made.services.saveCampaign(client(), { name });
  return {
    ...made,
    seat: (process, folder) => ({ ...client(folder), serverProcess: process }),
    kill: (process) => void dead.add(process),
    start: (caller, more = {}) =>
      made.services.startClaudmasterSession(caller, { campaign_name: CAMPAIGN, ...more }),
    statusOf: async (id) => (await made.store.sessions.find(id))?.status,
  };
}

const play = ({ services }: Table, caller: Caller, action: string, campaign = CAMPAIGN) =>
  services.playerAction(caller, {
    campaign,
    action,
    changes: [{ kind: 'place', location: 'The Mill' }],
  });

describe('start_claudmaster_session with resume after a kill', () => {
  it('resumes the session whose server process was killed, with its state', async () => {
    const table = await aTable();
    const killed = table.seat('box:1:1');
    const { session } = await table.start(killed);
    await play(table, killed, 'I climb the mill.');
    table.kill('box:1:1');
    const again = await table.start(table.seat('box:2:1', '/repos/elsewhere'), { resume: true });
    expect(again.resolution).toEqual({ outcome: 'rejoined', why: `${session.session_id} was lost` });
    expect(again.session).toMatchObject({ session_id: session.session_id, status: 'active', turn_count: 1 });
    expect(again.game?.game_state).toMatchObject({ current_location: 'The Mill', turn_count: 1 });
    expect(again.recap).toContain('- location: The Mill ');
    const types = (await table.store.ledger.read(0, 1_000))
      .filter(({ stream }) => stream === session.session_id)
      .map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['session.lost', 'session.resumed']));
  });

  it('resumes a session that a turn began, without start_claudmaster_session', async () => {
    const table = await aTable();
    const { session } = await play(table, table.seat('box:1:1'), 'I ride.');
    table.kill('box:1:1');
    const again = await table.start(table.seat('box:2:1'), { resume: true });
    expect(again.session.session_id).toBe(session.id);
  });

  it('resumes a session that fell silent', async () => {
    const table = await aTable();
    const { session } = await table.start(statelessCaller());
    table.pass(hours(12));
    const again = await table.start(table.seat('box:2:1'), { resume: true });
    expect(again.session).toMatchObject({ session_id: session.session_id, status: 'active' });
  });

  it('does not resume an active session of a client that is alive or cannot be seen', async () => {
    const table = await aTable();
    const alive = await table.start(table.seat('box:1:1'));
    const remote = await table.start(statelessCaller());
    const elsewhere = await table.start(table.seat('far:1:1'));
    const others = [alive, remote, elsewhere].map(({ session }) => session.session_id);
    const next = await table.start(table.seat('box:2:1'), { resume: true });
    expect(others).not.toContain(next.session.session_id);
    expect(next.resolution.why).toContain('active');
    for (const id of others) expect(await table.statusOf(id)).toBe('active');
  });

  it('does not call a session lost that somebody over HTTP plays on after its first process was killed', async () => {
    const table = await aTable();
    const { session } = await table.start(table.seat('box:1:1'));
    await table.services.playerAction(statelessCaller(null), {
      session_id: session.session_id,
      action: 'On.',
    });
    table.kill('box:1:1');
    const next = await table.start(table.seat('box:2:1'), { resume: true });
    expect(next.session.session_id).not.toBe(session.session_id);
    expect(await table.statusOf(session.session_id)).toBe('active');
  });

  it('resumes the dead session of the campaign that is named, though one process played two', async () => {
    const table = await aTable();
    const both = table.seat('box:1:1');
    const first = await table.start(both);
    const second = await table.start(both, { campaign_name: 'Glass Harbor' });
    table.kill('box:1:1');
    const again = await table.start(table.seat('box:2:1'), { resume: true });
    expect(again.session.session_id).toBe(first.session.session_id);
    expect(await table.statusOf(second.session.session_id)).toBe('active');
    const other = await table.start(table.seat('box:3:1'), { resume: true, campaign_name: 'Glass Harbor' });
    expect(other.session.session_id).toBe(second.session.session_id);
  });

  it('resumes the dead session that was played last, and marks every other one lost', async () => {
    const table = await aTable();
    const seats = ['box:1:1', 'box:2:1', 'box:3:1'].map((process) => table.seat(process));
    const ids: string[] = [];
    for (const seat of seats) ids.push((await table.start(seat)).session.session_id);
    table.pass(minutes(5));
    await play(table, seats[1] as Caller, 'The last turn.');
    for (const process of ['box:1:1', 'box:2:1', 'box:3:1']) table.kill(process);
    const again = await table.start(table.seat('box:4:1'), { resume: true });
    expect(again.session.session_id).toBe(ids[1]);
    expect(await Promise.all(ids.map(table.statusOf))).toEqual(['lost', 'active', 'lost']);
  });

  it.each([
    ['paused', 'a paused session that was played after the lost one'],
    ['lost', 'a lost session that was played after the paused one'],
  ])('prefers %s: %s', async (last) => {
    const table = await aTable();
    const [one, other] = [table.seat('box:1:1'), table.seat('box:2:1')];
    const killed = await table.start(one);
    const paused = await table.start(other);
    table.pass(minutes(5));
    await play(table, last === 'paused' ? one : other, 'The earlier turn.');
    const pause = () =>
      table.services.endClaudmasterSession(other, { session_id: paused.session.session_id });
    if (last === 'lost') await pause();
    table.pass(minutes(5));
    await play(table, last === 'paused' ? other : one, 'The later turn.');
    if (last === 'paused') await pause();
    table.kill('box:1:1');
    table.pass(days(1));
    const again = await table.start(table.seat('box:3:1'), { resume: true });
    const wanted = last === 'paused' ? paused : killed;
    expect(again.session.session_id).toBe(wanted.session.session_id);
  });

  it('prefers the caller’s own session to a paused one', async () => {
    const table = await aTable();
    const me = table.seat('box:1:1');
    const paused = await table.start(me);
    await table.services.endClaudmasterSession(me, { session_id: paused.session.session_id });
    const own = await table.start(me);
    const again = await table.start(me, { resume: true });
    expect(again.session.session_id).toBe(own.session.session_id);
  });

  it('continues an ended session in a successor, and leaves a lost one alone that was continued before', async () => {
    const table = await aTable();
    const lost = await table.start(table.seat('box:1:1'));
    table.kill('box:1:1');
    const me = table.seat('box:2:1');
    const next = await table.start(me);
    expect(next.session.predecessor_id).toBe(lost.session.session_id);
    await table.services.endClaudmasterSession(me, { session_id: next.session.session_id, mode: 'end' });
    const third = await table.start(table.seat('box:3:1'), { resume: true });
    expect(third.resolution.outcome).toBe('succeeded');
    expect(third.session.predecessor_id).toBe(next.session.session_id);
  });

  it('starts unlinked after a session that was closed without successor', async () => {
    const table = await aTable();
    const me = table.seat('box:1:1');
    const { session } = await table.start(me);
    await table.services.closeSession(me, {
      session_id: session.session_id,
      succession_policy: 'closed_without_successor',
    });
    const next = await table.start(table.seat('box:2:1'), { resume: true });
    expect(next.session).toMatchObject({ predecessor_id: null, status: 'active' });
    const named = table.start(table.seat('box:2:1'), { session_id: session.session_id });
    expect(await refusal(named)).toContain('session_closed_without_successor');
  });
});

describe('a killed game that nobody resumes', () => {
  it.each(['start_claudmaster_session', 'player_action'])('is marked lost by the next %s', async (how) => {
    const table = await aTable();
    const { session } = await table.start(table.seat('box:1:1'));
    table.kill('box:1:1');
    const me = table.seat('box:2:1');
    const next =
      how === 'player_action'
        ? (await play(table, me, 'I ride.')).session.id
        : (await table.start(me)).session.session_id;
    expect(next).not.toBe(session.session_id);
    expect(await table.statusOf(session.session_id)).toBe('lost');
  });
});
