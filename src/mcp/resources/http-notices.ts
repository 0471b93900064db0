import type { McpRequestContext, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Feed } from '../../app/followers/feed.ts';
import type { Touched } from '../../app/followers/touched.ts';
import type { ToolContext } from '../define-tool.ts';
import type { ChangeNotices } from './change-notices.ts';
import { resourceUri } from './resource-uri.ts';

export interface HttpNotices {
  of(era: McpRequestContext['era']): ChangeNotices | undefined;
  readonly bus: ServerEventBus;
}

/** As many as resources/list names. */
const NEWEST = 200;

async function sessionUris({ services, caller }: ToolContext, touched: Touched): Promise<string[]> {
  const { sessions: heads } = touched.isAnywhere
    ? await services.listSessionHeads(caller, { limit: NEWEST })
    : { sessions: [] };
  const sessions = [...touched.sessions, ...heads.map(({ id }) => id)];
  const handoffs = [...touched.handoffs, ...heads.flatMap(({ handoffId }) => handoffId ?? [])];
  return [
    ...sessions.map((id) => resourceUri('session', id)),
    ...handoffs.map((id) => resourceUri('handoff', id)),
  ];
}

async function bootUris({ services, caller }: ToolContext, touched: Touched): Promise<string[]> {
  const isEvery = touched.isGlobal || touched.isAnywhere;
  if (!isEvery && touched.projects.size === 0) return [];
  const projects = await services.listProjects(caller);
  return projects
    .filter(({ id }) => isEvery || touched.projects.has(id))
    .flatMap(({ id, name }) => [resourceUri('boot', id), resourceUri('boot', name)]);
}

/**
 * Notices over HTTP. Only the modern era has a stream there: for the older one each call stands alone. The library holds
 * the streams and what each asked for, so every URI that may be meant is published, as resources/list writes it.
 */
export function createHttpNotices(
  feed: Feed,
  context: ToolContext,
  onError: (error: unknown) => void,
): HttpNotices {
  const listeners = new Set<(event: ServerEvent) => void>();
  let following: Promise<() => void> | undefined;
  const publish = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const tell = async (touched: Touched) => {
    const uris = [...(await sessionUris(context, touched)), ...(await bootUris(context, touched))];
    for (const uri of new Set(uris)) publish({ kind: 'resource_updated', uri });
    if (touched.listed.size > 0) publish({ kind: 'resources_list_changed' });
  };
  const start = () => {
    const started = feed.follow(tell);
    started.catch((error) => {
      following = undefined;
      onError(error);
    });
    return started;
  };
  const leave = (listener: (event: ServerEvent) => void) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    void following?.then((stop) => stop()).catch(() => undefined);
    following = undefined;
  };
  const afterCall = () => void feed.look();
  return {
    of: (era) =>
      era === 'modern' ? { capabilities: { subscribe: true, listChanged: true }, afterCall } : undefined,
    bus: {
      publish,
      subscribe(listener) {
        listeners.add(listener);
        following ??= start();
        return () => leave(listener);
      },
    },
  };
}
