import type { CompleteResult } from '@modelcontextprotocol/server';
import type { ToolContext } from '../define-tool.ts';
import type { Completable } from './templates.ts';

const MAX_VALUES = 100;
/** How far back ids are completed. */
const NEWEST = 500;

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/** Case does not count in names; a name that several share is no answer, so each of those is offered by its id. */
async function projectsLike({ services, caller }: ToolContext, prefix: string): Promise<string[]> {
  const projects = await services.listProjects(caller);
  const names = projects.map(({ name }) => fold(name));
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return projects.flatMap(({ id, name }) => {
    if (fold(name).startsWith(fold(prefix))) return isShared(fold(name)) ? id : name;
    return id.startsWith(prefix) ? id : [];
  });
}

async function idsLike({ services, caller }: ToolContext, what: Completable, prefix: string) {
  const { sessions } = await services.listSessionHeads(caller, { limit: NEWEST });
  return sessions
    .flatMap(({ id, handoffId }) => (what === 'session' ? id : (handoffId ?? [])))
    .filter((id) => id.startsWith(prefix));
}

async function capturesLike({ services, caller }: ToolContext, prefix: string): Promise<string[]> {
  const { captures } = await services.listCaptures(caller, { limit: MAX_VALUES });
  return captures.map(({ id }) => id).filter((id) => id.startsWith(prefix));
}

async function campaignsLike({ services, caller }: ToolContext, prefix: string): Promise<string[]> {
  const campaigns = await services.listCampaigns(caller);
  return campaigns.map(({ name }) => name).filter((name) => fold(name).startsWith(fold(prefix)));
}

function valuesLike(context: ToolContext, what: Completable, prefix: string): Promise<string[]> {
  if (what === 'project') return projectsLike(context, prefix);
  if (what === 'capture') return capturesLike(context, prefix);
  return what === 'campaign' ? campaignsLike(context, prefix) : idsLike(context, what, prefix);
}

/** Names and ids that begin like this, newest first. */
export async function completeValue(
  context: ToolContext,
  what: Completable,
  prefix: string,
): Promise<CompleteResult> {
  const values = await valuesLike(context, what, prefix);
  return { completion: { values: values.slice(0, MAX_VALUES), hasMore: values.length > MAX_VALUES } };
}
