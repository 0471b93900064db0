import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilSent } from '../../src/main/until-sent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that was asked to stop while calls are open and answers unread. */
function stoppingServer(left: { calls: number; bytes: number }) {
  const state = { ...left, isClosed: false, isUrgent: false, extended: 0 };
  let isDone = false;
  const done = untilSent({
    pending: {
      get count() {
        return state.calls;
      },
      untilAnswered: () => new Promise(() => undefined),
    },
    unsentBytes: () => state.bytes,
    isClosed: () => state.isClosed,
    isUrgent: () => state.isUrgent,
    onProgress: () => {
      state.extended += 1;
    },
  }).then(() => {
    isDone = true;
  });
  return { state, done, isDone: () => isDone, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe('a server that was asked to stop', () => {
  it('stops at once if nothing is open', async () => {
    await stoppingServer({ calls: 0, bytes: 0 }).done;
  });

  it('sends on as long as the client reads', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 10, bytes: 1_000 });
    for (let second = 0; second < 10; second += 1) {
      await pass(1_000);
      expect(isDone()).toBe(false);
      state.calls -= 1;
      state.bytes -= 100;
      await pass(20);
    }
    expect(isDone()).toBe(true);
    expect(state.extended).toBe(9);
  });

  it('waits for what the client has not read although every call is answered', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 0, bytes: 1 });
    await pass(1_000);
    expect(isDone()).toBe(false);
    state.bytes = 0;
    await pass(20);
    expect(isDone()).toBe(true);
  });

  it('gives up if the client reads nothing', async () => {
    for (const calls of [0, 1]) {
      const { isDone, pass } = stoppingServer({ calls, bytes: 1_000 });
      await pass(1_100);
      expect(isDone()).toBe(false);
      await pass(150);
      expect(isDone()).toBe(true);
    }
  });

  it('waits for a call that takes long, but not forever', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 1, bytes: 0 });
    await pass(29_000);
    expect(isDone()).toBe(false);
    expect(state.extended).toBeGreaterThan(20);
    await pass(1_100);
    expect(isDone()).toBe(true);
  });

  it('gives a call the usual time to stop once it is also sent a signal', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 1, bytes: 0 });
    await pass(5_000);
    state.isUrgent = true;
    await pass(1_100);
    expect(isDone()).toBe(false);
    await pass(150);
    expect(isDone()).toBe(true);
  });

  it('stops at once if the client closes the pipe', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 3, bytes: 1_000 });
    await pass(100);
    state.isClosed = true;
    await pass(20);
    expect(isDone()).toBe(true);
  });

  it('takes no more time once it is also sent a signal', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 0, bytes: 1_000_000 });
    state.isUrgent = true;
    for (let step = 0; step < 13; step += 1) {
      state.bytes -= 1;
      await pass(100);
    }
    expect(isDone()).toBe(true);
    expect(state.extended).toBe(0);
  });

  it('ends some time, however slowly the client reads', async () => {
    const { state, isDone, pass } = stoppingServer({ calls: 0, bytes: 1_000_000 });
    for (let second = 0; second < 31; second += 1) {
      state.bytes -= 1;
      await pass(1_000);
    }
    expect(isDone()).toBe(true);
  });
});
