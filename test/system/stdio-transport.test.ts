import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineTooLong, StdioTransport } from '../../src/main/stdio-transport.ts';

function openTransport() {
  const output = new PassThrough();
  const transport = new StdioTransport(output);
  const messages: unknown[] = [];
  const errors: unknown[] = [];
  transport.onmessage = (message) => void messages.push(message);
  transport.onerror = (error) => void errors.push(error);
  return { transport, output, messages, errors };
}

/** Cut at these places, wherever they fall. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

const request = (text: string) => ({ jsonrpc: '2.0', id: 1, method: 'ping', params: { text } });

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function untilRead(transport: StdioTransport): Promise<void> {
  while (transport.unreadBytes > 0) await turn();
}

describe('the stdio transport', () => {
  it('receives the lines of one chunk in turns of their own, so that a signal does not wait for all of them', async () => {
    const { transport, messages } = openTransport();
    const sent = ['a', 'b', 'c'].map(request);
    transport.input.write(Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join('')));
    expect(messages).toEqual(sent.slice(0, 1));
    expect(transport.unreadBytes).toBeGreaterThan(0);
    await turn();
    expect(messages.length).toBeLessThan(3);
    await untilRead(transport);
    expect(messages).toEqual(sent);
  });

  it('is closed once nobody reads its output', async () => {
    const { transport, output } = openTransport();
    await transport.start();
    expect(transport.isClosed).toBe(false);
    output.emit('error', new Error('EPIPE'));
    expect(transport.isClosed).toBe(true);
  });

  it('receives every message, however its input is cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (texts, places) => {
          const sent = texts.map(request);
          const { transport, messages } = openTransport();
          const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join(''));
          for (const chunk of cut(bytes, places)) if (chunk.length > 0) transport.input.write(chunk);
          await untilRead(transport);
          expect(messages).toEqual(sent);
        },
      ),
      { numRuns: 40 },
    ));

  it.each([
    ['short', 10],
    ['of megabytes', 3_000_000],
  ])('answers each line that is not JSON once, if it is %s, wherever its input is cut', (_, length) => {
    const { transport, output, messages } = openTransport();
    const line = `${'x'.repeat(length)}\n`;
    for (const part of [line.slice(0, 4), line.slice(4), line, `${JSON.stringify(request('a'))}\n`])
      transport.input.write(Buffer.from(part));
    const answers = String(output.read()).trim().split('\n');
    expect(answers.map((answer) => JSON.parse(answer).error.code)).toEqual([-32_700, -32_700]);
    expect(messages).toEqual([request('a')]);
  });

  it('ends with an error at a line of more than 10 MB, and reads nothing after it', () => {
    const { transport, messages, errors } = openTransport();
    let closedCount = 0;
    transport.onclose = () => {
      closedCount += 1;
    };
    for (let megabyte = 0; megabyte < 11; megabyte += 1)
      transport.input.write(Buffer.alloc(1024 * 1024, 'x'));
    transport.input.write(Buffer.from(`\n${JSON.stringify(request('a'))}\n`));
    expect(errors).toEqual([new LineTooLong()]);
    expect(closedCount).toBe(1);
    expect(messages).toEqual([]);
  });

  it('sends a message once the client takes it, and refuses to send after it was closed', async () => {
    const { transport, output } = openTransport();
    const text = 'x'.repeat(output.writableHighWaterMark + output.readableHighWaterMark);
    let isSent = false;
    const sending = transport.send(request(text) as never).then(() => {
      isSent = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSent).toBe(false);
    expect(JSON.parse(String(output.read()))).toEqual(request(text));
    await sending;
    await transport.close();
    await expect(transport.send(request('a') as never)).rejects.toThrow('closed');
  });

  it('waits with all messages at once for a client that reads slowly', async () => {
    const { transport, output } = openTransport();
    const text = 'x'.repeat(output.writableHighWaterMark + output.readableHighWaterMark);
    const before = output.listenerCount('drain');
    const sending = Array.from({ length: 20 }, () => transport.send(request(text) as never));
    expect(output.listenerCount('drain')).toBe(before + 1);
    output.resume();
    await Promise.all(sending);
    expect(output.listenerCount('drain')).toBe(before);
  });

  it('hands a long message to its output in pieces, so that one can see whether the client reads', async () => {
    const { transport, output } = openTransport();
    const text = 'x'.repeat(1_000_000);
    const sending = Promise.all([
      transport.send(request(text) as never),
      transport.send(request('b') as never),
    ]);
    const whole = transport.unsentBytes + output.readableLength;
    expect(whole).toBeGreaterThan(text.length);
    const read: string[] = [];
    let unsent = transport.unsentBytes;
    let steps = 0;
    for (; transport.unsentBytes > 0 || output.readableLength > 0; steps += 1) {
      read.push(String(output.read() ?? ''));
      await new Promise((resolve) => setImmediate(resolve));
      expect(transport.unsentBytes).toBeLessThanOrEqual(unsent);
      unsent = transport.unsentBytes;
    }
    await sending;
    expect(steps).toBeGreaterThan(5);
    const lines = read.join('').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([request(text), request('b')]);
  });

  it('tells who sends what will never be read', async () => {
    const { transport, output } = openTransport();
    const text = 'x'.repeat(output.writableHighWaterMark + output.readableHighWaterMark);
    const sending = ['a', 'b'].map(() => transport.send(request(text) as never));
    await transport.close();
    const outcomes = await Promise.allSettled(sending);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('closes and reports the error if the client is gone', async () => {
    const { transport, output, errors } = openTransport();
    await transport.start();
    output.destroy(new Error('EPIPE'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([new Error('EPIPE')]);
    await expect(transport.send(request('a') as never)).rejects.toThrow('closed');
  });
});
