import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

export const cancelledIn = (message: JSONRPCMessage) =>
  'method' in message && message.method === 'notifications/cancelled'
    ? (message.params as { requestId?: string | number } | undefined)?.requestId
    : undefined;

/** The same transport, for code that has to see every message. `onReceived` is called before the library gets the message. */
export function watchTransport(
  transport: Transport,
  onReceived: (message: JSONRPCMessage) => void,
  send: Transport['send'],
): Transport {
  const watched: Transport = {
    async start() {
      transport.onclose = () => watched.onclose?.();
      transport.onerror = (error) => watched.onerror?.(error);
      transport.onmessage = (message, extra) => {
        onReceived(message);
        watched.onmessage?.(message, extra);
      };
      await transport.start();
    },
    send,
    close: () => transport.close(),
  };
  return watched;
}

/** Stays open as long as the client listens. */
const LISTEN = 'subscriptions/listen';

const requestIdIn = (message: JSONRPCMessage) =>
  'method' in message && 'id' in message && message.method !== LISTEN ? message.id : undefined;

const answeredIn = (message: JSONRPCMessage) => ('method' in message ? undefined : message.id);

export class PendingRequests {
  readonly #pending = new Set<string | number>();
  readonly #waiting: (() => void)[] = [];

  get count(): number {
    return this.#pending.size;
  }

  async untilAnswered(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** For background work, before each of its steps: input that has arrived comes first, and is answered. Rejects once it is aborted. */
  async untilIdle(nextTurn: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
    do {
      await nextTurn();
      signal.throwIfAborted();
      await this.untilAnswered();
    } while (this.#pending.size > 0 || signal.aborted);
  }

  watch(transport: Transport): Transport {
    return watchTransport(
      transport,
      (message) => {
        const id = requestIdIn(message);
        if (id !== undefined) this.#pending.add(id);
        this.#settle(cancelledIn(message));
      },
      async (message, options) => {
        try {
          await transport.send(message, options);
        } finally {
          this.#settle(answeredIn(message));
        }
      },
    );
  }

  #settle(id: string | number | undefined): void {
    if (id === undefined || !this.#pending.delete(id) || this.#pending.size > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
