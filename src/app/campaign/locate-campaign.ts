import { looseName } from '../../domain/campaign/loose-name.ts';
import { conflict } from '../../domain/error.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import type { LocatedProject } from '../locate-project.ts';
import { locateWriterProject } from '../locate-writer.ts';
import type { CampaignName } from '../ports/campaign-reader.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

/** Campaigns whose name people would take for this one; those that gave such a name up, only where nobody has it. */
export async function listAlike(deps: Pick<Deps, 'store'>, name: string): Promise<readonly CampaignName[]> {
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
 * The project that a campaign's name means. The exact name wins; a name that differs from a campaign's only in case,
 * spacing, letter width or a leading article means that campaign.
 */
export async function locateCampaign(
  deps: Needs,
  caller: Caller,
  name: string,
  field: string,
): Promise<LocatedProject> {
  const located = await locateWriterProject(deps, caller, { project: name });
  if (!located.isNew && (await deps.store.campaigns.find(located.project.id)) !== undefined) return located;
  const alike = await listAlike(deps, located.isNew ? located.project.name : name);
  const ids = new Set(alike.map(({ id }) => id));
  if (ids.size > 1) throw ambiguous(name, alike, field);
  const [id] = ids;
  const project = id === undefined ? undefined : await deps.store.projects.find(id);
  return project === undefined ? located : { project, isNew: false, changes: [] };
}
