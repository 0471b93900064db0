import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import type { LocatedProject } from '../../app/locate-project.ts';
import { locateWriteProject } from '../../app/locate-session.ts';
import type { Store } from '../../app/ports/store.ts';
import { conflict } from '../../domain/error.ts';
import type { Project } from '../../domain/project/project.ts';
import { looseName } from '../domain/name-key.ts';
import type { CampaignName } from '../ports/campaign-reader.ts';

/** Campaigns with a similar name; those that had one before only if no campaign has one now. */
export async function listSimilarCampaigns(deps: StoreDeps, name: string): Promise<readonly CampaignName[]> {
  const key = looseName(name);
  const alike = (await deps.store.campaigns.listCampaignNames()).filter((one) => looseName(one.name) === key);
  const present = alike.filter(({ isFormer }) => !isFormer);
  return present.length > 0 ? present : alike;
}

const ambiguous = (name: string, alike: readonly CampaignName[], field: string) =>
  conflict(
    'campaign_ambiguous',
    `${JSON.stringify(name.slice(0, 200))} could mean ${alike.length} campaigns: ${alike.map((one) => `${JSON.stringify(one.name)} (${one.id})`).join(', ')}.`,
    'Pass the exact name or the id of the one you mean. Nothing was written.',
    { fields: [{ field, problem: 'names more than one campaign' }], allowed: alike.map(({ id }) => id) },
  );

/**
 * The project of a campaign with a similar name, which differs only in case, spacing, letter width or a leading article.
 * undefined if the located project is itself a campaign.
 */
export async function findMeantProject(
  store: Store,
  name: string,
  located: Pick<LocatedProject, 'isNew' | 'project'>,
  field: string,
): Promise<Project | undefined> {
  if (!located.isNew && (await store.campaigns.find(located.project.id)) !== undefined) return undefined;
  const alike = await listSimilarCampaigns({ store }, located.isNew ? located.project.name : name);
  const ids = new Set(alike.map(({ id }) => id));
  if (ids.size > 1) throw ambiguous(name, alike, field);
  const [id] = ids;
  return id === undefined ? undefined : store.projects.find(id);
}

/** The exact name wins over a similar one. */
export async function locateCampaign(
  deps: ProjectDeps,
  caller: Caller,
  name: string,
  field: string,
): Promise<LocatedProject> {
  const located = await locateWriteProject(deps, caller, { project: name });
  const project = await findMeantProject(deps.store, name, located, field);
  return project === undefined ? located : { project, isNew: false, changes: [] };
}
