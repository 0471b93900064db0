import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server';
import type { ProjectHead, SessionHead } from '../../app/list-session-heads.ts';
import { cursorInvalid } from '../../domain/cursor-invalid.ts';
import { dateOf, nameOf } from '../../domain/orientation/wording.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { ToolContext } from '../define-tool.ts';
import { type ResourceKind, resourceUri } from './resource-uri.ts';
import { TEMPLATES } from './templates.ts';

/** A session is one resource, and its handoff another: with the projects a page has at most 50. */
const SESSIONS = 20;
const PROJECTS = 10;
const CAMPAIGNS = 10;
/** Clients fetch every page before they show anything, and give up after some dozens. Older ones go by template. */
const MOST_SESSIONS = 200;
const NAME_CHARS = 60;

const resource = (kind: ResourceKind, key: string, title: string): Resource => ({
  uri: resourceUri(kind, key),
  name: `${kind}/${nameOf(key, NAME_CHARS)}`,
  title,
  description: TEMPLATES[kind].description,
  mimeType: TEMPLATES[kind].mimeType,
});

const boot = ({ name, ref }: ProjectHead): Resource =>
  resource('boot', ref, `Orientation of "${nameOf(name, NAME_CHARS)}"`);

const campaign = ({ name }: { readonly name: string }): Resource =>
  resource('campaign', name, `Campaign "${nameOf(name, NAME_CHARS)}"`);

function session(head: SessionHead): Resource[] {
  const title = head.title === null ? '' : ` "${nameOf(head.title, NAME_CHARS)}"`;
  const about = `session${title} of ${dateOf(head.startedAt)} in "${nameOf(head.project.name, NAME_CHARS)}"`;
  const state = {
    ...resource('session', head.id, `State of the ${about} (${head.status})`),
    annotations: { lastModified: head.lastSeenAt },
  };
  return head.handoffId === null
    ? [state]
    : [state, resource('handoff', head.handoffId, `Handoff of the ${about}`)];
}

const distinct = (projects: readonly ProjectHead[]): ProjectHead[] => [
  ...new Map(projects.map((project) => [project.id, project])).values(),
];

function startAt(cursor: string | undefined): { seen: number; after: string | undefined } {
  if (cursor === undefined) return { seen: 0, after: undefined };
  const [seen, after] = decodeCursor(cursor, 2) ?? [];
  if (typeof seen !== 'number' || typeof after !== 'string') throw cursorInvalid();
  return { seen, after };
}

/** The orientation first, then the newest sessions with what they left. Names in titles are other people's words. */
export async function listResources(
  { services, caller }: ToolContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { seen, after } = startAt(cursor);
  const page = await services.listSessionHeads(caller, { limit: SESSIONS, cursor: after });
  const around = page.sessions.map((head) => head.project);
  const projects = page.current === null ? distinct(around).slice(0, PROJECTS) : [page.current];
  const campaigns = after === undefined ? await services.listCampaigns(caller) : [];
  const played = campaigns.filter(
    ({ campaign_id }) => page.current === null || page.current.id === campaign_id,
  );
  const next = seen + SESSIONS;
  const isMore = page.nextCursor !== null && next < MOST_SESSIONS;
  return {
    resources: [
      ...(after === undefined ? projects.map(boot) : []),
      ...played.slice(0, CAMPAIGNS).map(campaign),
      ...page.sessions.flatMap(session),
    ],
    ...(isMore ? { nextCursor: encodeCursor(next, page.nextCursor) } : {}),
  };
}
