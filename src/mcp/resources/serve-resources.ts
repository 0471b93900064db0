import type { ListResourcesResult, Resource, Server, ServerContext } from '@modelcontextprotocol/server';
import type { ProjectSummary, SessionSummary } from '../../app/list-session-summaries.ts';
import { cursorInvalid } from '../../domain/error.ts';
import { dateOf, nameOf } from '../../domain/orientation/wording.ts';
import { escapeUnusual } from '../../domain/quote-text.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { ToolContext } from '../define-tool.ts';
import { withProtocolErrors, withResource } from '../errors.ts';
import { boot, handoff, session } from './core-resources.ts';
import { NAME_CHARS, type ResourceKind, resourceOf, uriTemplateOf } from './define-resource.ts';

/** A session and its handoff are two resources: with the projects a page has at most 50. */
const SESSIONS_PER_PAGE = 20;
const MAX_PROJECTS = 10;
/** Clients fetch every page before they show anything, and give up after some dozens. Older sessions are read by template. */
const MAX_SESSIONS = 200;

const bootOf = ({ name, ref }: ProjectSummary): Resource =>
  resourceOf(boot, ref, `Orientation of "${nameOf(name, NAME_CHARS)}"`);

function sessionOf(head: SessionSummary): Resource[] {
  const title = head.title === null ? '' : ` "${nameOf(head.title, NAME_CHARS)}"`;
  const about = `session${title} of ${dateOf(head.startedAt)} in "${nameOf(head.project.name, NAME_CHARS)}"`;
  const state = {
    ...resourceOf(session, head.id, `State of the ${about} (${head.status})`),
    annotations: { lastModified: head.lastSeenAt },
  };
  return head.handoffId === null
    ? [state]
    : [state, resourceOf(handoff, head.handoffId, `Handoff of the ${about}`)];
}

const distinct = (projects: readonly ProjectSummary[]): ProjectSummary[] => [
  ...new Map(projects.map((project) => [project.id, project])).values(),
];

function startAt(cursor: string | undefined): { seen: number; after: string | undefined } {
  if (cursor === undefined) return { seen: 0, after: undefined };
  const [seen, after] = decodeCursor(cursor, 2) ?? [];
  if (typeof seen !== 'number' || typeof after !== 'string') throw cursorInvalid();
  return { seen, after };
}

/** The orientation first, then the newest sessions with their handoffs. Names in titles are stored text. */
async function listResources(
  resources: readonly ResourceKind[],
  context: ToolContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { services, caller } = context;
  const { seen, after } = startAt(cursor);
  const page = await services.listSessionSummaries(caller, { limit: SESSIONS_PER_PAGE, cursor: after });
  const around = page.sessions.map((head) => head.project);
  const projects = page.current === null ? distinct(around).slice(0, MAX_PROJECTS) : [page.current];
  const ofFeatures: Resource[] = [];
  if (after === undefined)
    for (const one of resources)
      ofFeatures.push(...((await one.list?.(context, page.current?.id ?? null)) ?? []));
  const next = seen + SESSIONS_PER_PAGE;
  const isMore = page.nextCursor !== null && next < MAX_SESSIONS;
  return {
    resources: [
      ...(after === undefined ? projects.map(bootOf) : []),
      ...ofFeatures,
      ...page.sessions.flatMap(sessionOf),
    ],
    ...(isMore ? { nextCursor: encodeCursor(next, page.nextCursor) } : {}),
  };
}

/** Reads one resource. Reading a capture marks it as reviewed; nothing else is written. */
const readResource = (resources: readonly ResourceKind[], context: ToolContext, uri: string) =>
  withResource(resources, uri, async (resource, key) => {
    const text = escapeUnusual(await resource.read(context, key));
    return { contents: [{ uri, mimeType: resource.mimeType, text }] };
  });

export function serveResources(
  server: Server,
  resources: readonly ResourceKind[],
  contextOf: (request: ServerContext) => ToolContext,
): void {
  server.setRequestHandler('resources/list', ({ params }, request) =>
    withProtocolErrors(() => listResources(resources, contextOf(request), params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resources.map((resource) => {
      const { kind, title, description, mimeType } = resource;
      return { uriTemplate: uriTemplateOf(resource), name: kind, title, description, mimeType };
    }),
  }));
  server.setRequestHandler('resources/read', ({ params }, request) =>
    readResource(resources, contextOf(request), params.uri),
  );
}
