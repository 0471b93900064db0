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
