import {
  type JSONRPCMessage,
  type McpRequestContext,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Feed } from '../../app/followers/journal-feed.ts';
import type { ChangeNotices } from '../build-server.ts';
import type { ToolContext } from '../define-tool.ts';
import { toProtocolError, withProtocolErrors } from '../errors.ts';
import { cancelledIn, watchTransport } from '../watch-transport.ts';
import type { ResourceKind } from './define-resource.ts';
import { type SubscriptionRequest, Subscriptions } from './subscriptions.ts';

interface ListenHandlers {
  /** Throws to refuse the subscription. */
  opened(id: string | number, request: SubscriptionRequest): Promise<void>;
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

/** The library answers `subscriptions/listen` itself, so the subscription is taken from the acknowledgement it sends. */
function watchListenStreams(transport: Transport, listening: ListenHandlers): Transport {
  const refuse = async (id: string | number, error: unknown) => {
    const { code, message, data } = toProtocolError(error);
    await transport.send({ jsonrpc: '2.0', id, error: { code, message, data } });
    // The library considers it open by now.
    watched.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  };
  const watched = watchTransport(
    transport,
    (message) => {
      const cancelled = cancelledIn(message);
      if (cancelled !== undefined) listening.closed(cancelled);
    },
    async (message, options) => {
      const acknowledged = acknowledgedIn(message);
      const id = acknowledged?._meta[SUBSCRIPTION_ID_META_KEY];
      if (acknowledged === undefined || id === undefined) return transport.send(message, options);
      const { resourceSubscriptions: uris = [], resourcesListChanged: wantsList = false } =
        acknowledged.notifications;
      try {
        await listening.opened(id, { uris, wantsList });
      } catch (error) {
        return refuse(id, error);
      }
      return transport.send(message, options);
    },
  );
  return watched;
}

const listenKey = (id: string | number) => `listen ${JSON.stringify(id)}`;
const uriKey = (uri: string) => `uri ${uri}`;

export function createStdioNotices(
  feed: Feed,
  resources: readonly ResourceKind[],
  context: () => ToolContext,
) {
  const subscriptions = new Subscriptions(feed, resources);
  const afterCall = () => void feed.look();
  const modern: ChangeNotices = {
    capabilities: { subscribe: true, listChanged: true },
    isLasting: true,
    serve: (server) => subscriptions.notifyThrough(server),
    afterCall,
  };
  /** No listChanged: clients cannot ask for it in this version, and nothing is followed without a request. */
  const legacy: ChangeNotices = {
    capabilities: { subscribe: true },
    isLasting: true,
    serve(server, contextOf) {
      subscriptions.notifyThrough(server);
      server.setRequestHandler('resources/subscribe', ({ params: { uri } }, request) =>
        withProtocolErrors(async () => {
          await subscriptions.open(uriKey(uri), { uris: [uri], wantsList: false }, contextOf(request));
          return {};
        }),
      );
      server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
        await subscriptions.close(uriKey(uri));
        return {};
      });
    },
    afterCall,
  };
  return {
    of: (era: McpRequestContext['era']): ChangeNotices => (era === 'modern' ? modern : legacy),
    watch: (transport: Transport): Transport =>
      watchListenStreams(transport, {
        opened: async (id, request) => {
          if (request.uris.length === 0 && !request.wantsList) return;
          await subscriptions.open(listenKey(id), request, context());
        },
        closed: (id) => void subscriptions.close(listenKey(id)),
      }),
  };
}
