import type { Touched } from '../../app/followers/touched.ts';
import type { ToolContext } from '../define-tool.ts';
import { asReadError, noSuchResource } from './protocol-error.ts';
import { findNamedProject } from './read-boot.ts';
import { parseResourceUri, type ResourceKind } from './resource-uri.ts';

/** What a resource is about, whatever its URI calls it: a project has a name, a session its client's own id. */
export interface Target {
  readonly kind: ResourceKind;
  readonly id: string;
}

type FindId = (context: ToolContext, key: string) => Promise<string>;

const IDS: Readonly<Record<ResourceKind, FindId>> = {
  boot: async (context, project) => (await findNamedProject(context, project)).projectId,
  session: async ({ services, caller }, id) => {
    const { state } = await services.getSessionState(caller, { session_id: id, detail_level: 'minimal' });
    return state.session_info.session_id;
  },
  handoff: async ({ services, caller }, id) =>
    (await services.readHandoff(caller, { handoff_id: id })).handoff_id,
  capture: async ({ services, caller }, id) =>
    (await services.readCapture(caller, { id, mode: 'summary' })).capture.id,
  campaign: async ({ services, caller }, name) =>
    (await services.getCampaign(caller, { campaign: name })).campaign.campaign_id,
};

/** Refuses what cannot be read with the error that reading it gives. */
export async function findTarget(context: ToolContext, uri: string): Promise<Target> {
  try {
    const address = parseResourceUri(uri);
    if (address === undefined) throw noSuchResource(uri);
    const { kind, key } = address;
    return { kind, id: await IDS[kind](context, key) };
  } catch (error) {
    throw asReadError(error, uri);
  }
}

export function isTouched({ kind, id }: Target, touched: Touched): boolean {
  if (touched.isAnywhere) return true;
  if (kind === 'session') return touched.sessions.has(id);
  if (kind === 'handoff') return touched.handoffs.has(id);
  // What was kept does not change.
  if (kind === 'capture') return false;
  return touched.isGlobal || touched.projects.has(id);
}
