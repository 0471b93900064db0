import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { createHookServices } from '../../src/app/hooks/hook-services.ts';
import { hookOf, lostSessions, startOf } from './remote-deps.ts';
import { handedOver, remoteTools, stdio } from './remote-tools.ts';
import { client, days } from './test-app.ts';

// Time stands still: work that takes long pauses, and a pause parts calls that would have travelled together.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe('round trips of end_session, as a client over stdio calls it', () => {
  it('are as many for 200 records as for 60, fewer where the next report shows all, and at most 15, with short ids that supersede and resolve', async () => {
    const used: number[] = [];
    for (const count of [10, 60, 200]) {
      const { trips, caller, next } = await handedOver(count);
      used.push(await trips(caller, 'end_session', next));
    }
    const [few = 0, some = 0, many] = used;
    expect(many).toBe(some);
    expect(few).toBeLessThan(some);
  });

  it('are at most 15 where the call begins the session', async () => {
    const { trips, next } = await handedOver(10);
    await trips(stdio('fresh'), 'end_session', next);
    await trips(stdio('first'), 'end_session', { checkpoint: 'Done.', project: 'another' });
    const { trips: tripsElsewhere } = remoteTools();
    await tripsElsewhere(stdio('first'), 'end_session', { checkpoint: 'Done.', lessons: ['Learned.'] });
  });

  it('are as many after 40 lost sessions as after 5, and at most 15, where the call begins the session', async () => {
    for (const isKilled of [true, false]) {
      const used: number[] = [];
      for (const count of [5, 40]) {
        const remote = await lostSessions(count, isKilled);
        const { trips, next, pass } = await handedOver(10, remote);
        pass(days(1));
        used.push(await trips(stdio('fresh'), 'end_session', next));
      }
      expect(used[1]).toBe(used[0]);
    }
  });

  it('are at most 15 in a conversation that was resumed many times, and the same handoff is found', async () => {
    const { distant, call, trips, pass } = remoteTools();
    const hooks = createHookServices(() => distant);
    const caller = { ...hookOf('again'), ...stdio('again'), clientSessionId: 'again' };
    const open = (round: number) =>
      hooks.onSessionStart(hookOf('again'), { ...startOf(`round ${round}`, null), source: 'resume' });
    const left = new Map<number, string>();
    const handoff = (round: number) => ({ checkpoint: `Round ${round}.`, lessons: [`Lesson ${round}.`] });
    for (let round = 0; round < 8; round += 1) {
      await open(round);
      await trips({ ...caller, ...freshConnection() }, 'end_session', handoff(round));
      left.set(
        round,
        (await call({ ...caller, ...freshConnection() }, 'end_session', handoff(round))).handoff_id,
      );
      pass(60_000);
    }
    await open(8);
    const again = { ...caller, ...freshConnection() };
    const first = await call(again, 'end_session', handoff(4));
    const second = await call(again, 'end_session', handoff(4));
    expect(second.handoff_id).toBe(first.handoff_id);
    expect(left.get(4)).toBe(first.handoff_id);
  });
});

const freshConnection = (): Pick<Caller, 'connection'> => ({ connection: client().connection });

describe('round trips of boot_report, as a client over stdio calls it', () => {
  it('are at most 12 in a session that knows of a lost one and of changes by others', async () => {
    const { call, trips, pass } = remoteTools();
    await call(stdio('lost'), 'start_session', {});
    await call(stdio('lost'), 'store_memory', { content: 'Never push.', type: 'constraint' });
    pass(days(2));
    const caller = stdio('first');
    await call(caller, 'start_session', {});
    await call(stdio('other'), 'store_memory', { content: 'By another.', type: 'warning' });
    await trips(caller, 'boot_report', {});
    await trips(stdio('unbound'), 'boot_report', {});
  });

  it('are as many after 40 lost sessions as after 5, and at most 12', async () => {
    for (const isKilled of [true, false]) {
      const used: number[] = [];
      for (const count of [5, 40]) {
        const { trips } = remoteTools(await lostSessions(count, isKilled));
        used.push(await trips(stdio('fresh'), 'boot_report', {}));
      }
      expect(used[1]).toBe(used[0]);
    }
  });

  it('are at most 12 in a conversation that was resumed many times', async () => {
    const { distant, call, trips, pass } = remoteTools();
    const hooks = createHookServices(() => distant);
    const caller = { ...stdio('again'), clientSessionId: 'again' };
    for (let round = 0; round < 8; round += 1) {
      await hooks.onSessionStart(hookOf('again'), { ...startOf(`round ${round}`, null), source: 'resume' });
      await call(stdio('other'), 'store_memory', { content: `Found ${round}.`, type: 'warning' });
      await trips({ ...caller, ...freshConnection() }, 'boot_report', {});
      await call({ ...caller, ...freshConnection() }, 'end_session', { checkpoint: `Round ${round}.` });
      pass(60_000);
    }
  });
});
