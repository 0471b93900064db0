import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** Stays open as long as the client listens. */
const LISTEN = 'subscriptions/listen';

const requestIdIn = (message: JSONRPCMessage) =>
  'method' in message && 'id' in message && message.method !== LISTEN ? message.id : undefined;

const answeredIn = (message: JSONRPCMessage) => ('method' in message ? undefined : message.id);

const cancelledIn = (message: JSONRPCMessage) =>
  'method' in message && message.method === 'notifications/cancelled'
    ? (message.params as { requestId?: string | number } | undefined)?.requestId
    : undefined;

/** Knows which requests of a connection have no answer yet. */
export class PendingRequests {
  readonly #pending = new Set<string | number>();
  #notifyEmpty: () => void = () => undefined;

  get count(): number {
    return this.#pending.size;
  }

  /** Resolves when every request is answered. */
  async untilAnswered(): Promise<void> {
    if (this.#pending.size > 0)
      await new Promise<void>((resolve) => {
        this.#notifyEmpty = resolve;
      });
  }

  watch(transport: Transport): Transport {
    const watched: Transport = {
      start: async () => {
        transport.onclose = () => watched.onclose?.();
        transport.onerror = (error) => watched.onerror?.(error);
        transport.onmessage = (message, extra) => {
          const id = requestIdIn(message);
          if (id !== undefined) this.#pending.add(id);
          this.#settle(cancelledIn(message));
          watched.onmessage?.(message, extra);
        };
        await transport.start();
      },
      send: async (message, options) => {
        try {
          await transport.send(message, options);
        } finally {
          this.#settle(answeredIn(message));
        }
      },
      close: () => transport.close(),
    };
    return watched;
  }

  #settle(id: string | number | undefined): void {
    if (id !== undefined && this.#pending.delete(id) && this.#pending.size === 0) this.#notifyEmpty();
  }
}
