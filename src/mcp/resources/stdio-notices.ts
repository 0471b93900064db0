import type { McpRequestContext, Transport } from '@modelcontextprotocol/server';
import type { Feed } from '../../app/followers/feed.ts';
import type { ToolContext } from '../define-tool.ts';
import type { ChangeNotices } from './change-notices.ts';
import { orProtocolError } from './protocol-error.ts';
import { Subscriptions } from './subscriptions.ts';
import { watchListening } from './watch-listening.ts';

export interface StdioNotices {
  of(era: McpRequestContext['era']): ChangeNotices;
  watch(wire: Transport): Transport;
}

const listenKey = (id: string | number) => `listen ${JSON.stringify(id)}`;
const uriKey = (uri: string) => `uri ${uri}`;

/** Notices on one connection, in the way of the era that the client opens it with. */
export function createStdioNotices(feed: Feed, context: () => ToolContext): StdioNotices {
  const subscriptions = new Subscriptions(feed);
  const afterCall = () => void feed.look();
  const modern: ChangeNotices = {
    capabilities: { subscribe: true, listChanged: true },
    serve: (server) => subscriptions.tellThrough(server),
    afterCall,
  };
  /** No listChanged: nobody asks for it in this era, and nothing is followed for those who did not ask. */
  const legacy: ChangeNotices = {
    capabilities: { subscribe: true },
    serve(server, contextOf) {
      subscriptions.tellThrough(server);
      server.setRequestHandler('resources/subscribe', ({ params: { uri } }, request) =>
        orProtocolError(async () => {
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
    of: (era) => (era === 'modern' ? modern : legacy),
    watch: (wire) =>
      watchListening(wire, {
        opened: async (id, wish) => {
          if (wish.uris.length === 0 && !wish.wantsList) return;
          await subscriptions.open(listenKey(id), wish, context());
        },
        closed: (id) => void subscriptions.close(listenKey(id)),
      }),
  };
}
