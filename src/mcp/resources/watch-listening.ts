import { type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY, type Transport } from '@modelcontextprotocol/server';
import { asProtocolError } from './protocol-error.ts';
import type { Wish } from './subscriptions.ts';

export interface Listening {
  /** Throws if it cannot be: whoever asked is then refused. */
  opened(id: string | number, wish: Wish): Promise<void>;
  closed(id: string | number): void;
}

interface Acknowledged {
  readonly _meta: Readonly<Record<string, string | number>>;
  readonly notifications: {
    readonly resourceSubscriptions?: readonly string[];
    readonly resourcesListChanged?: boolean;
  };
}

const acknowledgedIn = (message: JSONRPCMessage) =>
  'method' in message && message.method === 'notifications/subscriptions/acknowledged'
    ? (message.params as unknown as Acknowledged)
    : undefined;

const cancelledIn = (message: JSONRPCMessage) =>
  'method' in message && message.method === 'notifications/cancelled'
    ? (message.params as { requestId?: string | number } | undefined)?.requestId
    : undefined;

/**
 * Over stdio the library answers `subscriptions/listen` itself and tells its server nothing, so what it acknowledges is
 * read on the way out. It waits for that message before it takes the next one, so the order of the client is kept.
 */
export function watchListening(wire: Transport, listening: Listening): Transport {
  const refuse = async (id: string | number, error: unknown) => {
    const { code, message, data } = asProtocolError(error);
    await wire.send({ jsonrpc: '2.0', id, error: { code, message, data } });
    // The library holds it for open by now.
    watched.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  };
  const watched: Transport = {
    async start() {
      wire.onclose = () => watched.onclose?.();
      wire.onerror = (error) => watched.onerror?.(error);
      wire.onmessage = (message, extra) => {
        const cancelled = cancelledIn(message);
        if (cancelled !== undefined) listening.closed(cancelled);
        watched.onmessage?.(message, extra);
      };
      await wire.start();
    },
    async send(message, options) {
      const acknowledged = acknowledgedIn(message);
      const id = acknowledged?._meta[SUBSCRIPTION_ID_META_KEY];
      if (acknowledged === undefined || id === undefined) return wire.send(message, options);
      const { resourceSubscriptions: uris = [], resourcesListChanged: wantsList = false } =
        acknowledged.notifications;
      try {
        await listening.opened(id, { uris, wantsList });
      } catch (error) {
        return refuse(id, error);
      }
      return wire.send(message, options);
    },
    close: () => wire.close(),
  };
  return watched;
}
