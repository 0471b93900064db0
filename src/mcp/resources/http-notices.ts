import type { McpRequestContext, ServerEvent } from '@modelcontextprotocol/server';
import type { AffectedResources } from '../../app/followers/affected-resources.ts';
import type { Feed } from '../../app/followers/journal-feed.ts';
import type { ChangeNotices } from '../build-server.ts';
import type { ToolContext } from '../define-tool.ts';
import { resourceUri } from './define-resource.ts';

/** As many as resources/list returns. */
const MAX_SESSIONS = 200;

async function sessionUris({ services, caller }: ToolContext, touched: AffectedResources): Promise<string[]> {
  const { sessions: heads } = touched.isAnywhere
    ? await services.listSessionSummaries(caller, { limit: MAX_SESSIONS })
    : { sessions: [] };
  const sessions = [...touched.sessions, ...heads.map(({ id }) => id)];
  const handoffs = [...touched.handoffs, ...heads.flatMap(({ handoffId }) => handoffId ?? [])];
  return [
    ...sessions.map((id) => resourceUri('session', id)),
    ...handoffs.map((id) => resourceUri('handoff', id)),
  ];
}

async function bootUris({ services, caller }: ToolContext, touched: AffectedResources): Promise<string[]> {
  const isEvery = touched.isGlobal || touched.isAnywhere;
  if (!isEvery && touched.projects.size === 0) return [];
  const projects = await services.listProjects(caller);
  return projects
    .filter(({ id }) => isEvery || touched.projects.has(id))
    .flatMap(({ id, name }) => [resourceUri('boot', id), resourceUri('boot', name)]);
}

/** The library has the streams and filters, so every URI that may be affected is published, as resources/list has it. */
export function createHttpNotices(feed: Feed, context: ToolContext, onError: (error: unknown) => void) {
  const listeners = new Set<(event: ServerEvent) => void>();
  let following: Promise<() => void> | undefined;
  const publish = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const notify = async (touched: AffectedResources) => {
    const uris = [...(await sessionUris(context, touched)), ...(await bootUris(context, touched))];
    for (const uri of new Set(uris)) publish({ kind: 'resource_updated', uri });
    if (touched.listed.size > 0) publish({ kind: 'resources_list_changed' });
  };
  const start = () => {
    const started = feed.follow(notify);
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
    of: (era: McpRequestContext['era']): ChangeNotices | undefined =>
      era === 'modern' ? { capabilities: { subscribe: true, listChanged: true }, afterCall } : undefined,
    bus: {
      publish,
      subscribe(listener: (event: ServerEvent) => void) {
        listeners.add(listener);
        following ??= start();
        return () => leave(listener);
      },
    },
  };
}
