import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { PendingRequests } from '../../src/mcp/watch-transport.ts';
import { place, serverIn } from '../support/server.ts';

const request = (id: number, method = 'tools/call'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

async function openConnection() {
  const inner: Transport = {
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
  };
  const pending = new PendingRequests();
  const transport = pending.watch(inner);
  await transport.start();
  const receive = (message: JSONRPCMessage) => inner.onmessage?.(message);
  let isDone = false;
  const wait = async () => {
    await pending.untilAnswered();
    isDone = true;
  };
  return { pending, transport, receive, wait, isDone: () => isDone };
}

describe('requests without an answer', () => {
  it('are waited for until the last one is answered', async () => {
    const { pending, transport, receive, wait, isDone } = await openConnection();
    receive(request(1));
    receive(request(2));
    const waiting = wait();
    await transport.send(answer(1));
    expect([pending.count, isDone()]).toEqual([1, false]);
    await transport.send(answer(2));
    await waiting;
    expect(pending.count).toBe(0);
  });

  it('do not include cancelled ones and open subscriptions', async () => {
    const { receive, wait } = await openConnection();
    receive(request(1));
    receive(request(2, 'subscriptions/listen'));
    receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await wait();
  });
});

describe('background work', () => {
  it('waits until no request is open, also one that arrived meanwhile', async () => {
    const { pending, transport, receive } = await openConnection();
    receive(request(1));
    let isIdle = false;
    const idle = pending.untilIdle(nextTurn, new AbortController().signal).then(() => {
      isIdle = true;
    });
    const stopping = pending.untilAnswered();
    await nextTurn();
    await transport.send(answer(1));
    receive(request(2));
    await stopping;
    await nextTurn();
    await nextTurn();
    expect(isIdle).toBe(false);
    await transport.send(answer(2));
    await idle;
    expect(pending.count).toBe(0);
  });

  it('is refused its next step once the server stops', async () => {
    const { pending, transport, receive } = await openConnection();
    const stopping = new AbortController();
    await pending.untilIdle(nextTurn, stopping.signal);
    receive(request(1));
    const waiting = pending.untilIdle(nextTurn, stopping.signal);
    await nextTurn();
    stopping.abort();
    await transport.send(answer(1));
    await expect(waiting).rejects.toThrow();
    await expect(pending.untilIdle(nextTurn, stopping.signal)).rejects.toThrow();
  });
});

describe('a handoff that is sent just before the input ends', () => {
  it('is stored and answered, or the log says that a call was not answered', async () => {
    const here = place();
    const client = await serverIn(here);
    await client.facts('start_session');
    const sent = client
      .call('end_session', { checkpoint: 'Sent at the last moment.' })
      .catch(() => undefined);
    client.process.stdin.end();
    const answer = await sent;
    // A machine that is too slow to answer in time must say so; silence is the defect.
    if (answer === undefined) {
      expect(client.stderr.join('')).toContain('stopped before 1 calls were answered');
      return;
    }
    expect(answer.isError).not.toBe(true);
    const { report } = await (await serverIn(here)).facts('boot_report');
    expect(report).toContain('Sent at the last moment.');
  });
});
