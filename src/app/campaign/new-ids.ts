import type { CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { derivedId } from '../../domain/id.ts';
import { nameKey } from '../../domain/project/project.ts';
import type { Deps } from '../deps.ts';

/** Under which ids a campaign comes in: its own, or others that are derived from them, all of them alike. */
export interface NewIds {
  readonly campaignId: string;
  readonly areKept: boolean;
}

/** What an id of the file is called here; a branch, `state` and `campaign` are called as they were. */
export function newId({ campaignId, areKept }: NewIds, id: string): string {
  const prefix = /^(?:ent|evt|ses|not)(?=_)/.exec(id)?.[0];
  return areKept || prefix === undefined ? id : derivedId(prefix, campaignId, id);
}

export const newIdOrNull = (ids: NewIds, id: string | null): string | null =>
  id === null ? null : newId(ids, id);

/** Ids of the world and of what happened in it. */
const idsIn = ({ entities, patches, events }: CampaignFile): readonly string[] => [
  ...new Set([
    ...entities.map(({ id }) => id),
    ...patches.map(({ target }) => target).filter((target) => target.startsWith('ent_')),
    ...events.map(({ id }) => id),
  ]),
];

/** Whether anything here has an id of the file. */
async function areTaken({ store }: Pick<Deps, 'store'>, file: CampaignFile): Promise<boolean> {
  if ((await store.campaigns.listTakenIds(idsIn(file))).length > 0) return true;
  for (const { id } of file.sessions) if ((await store.sessions.find(id)) !== undefined) return true;
  for (const { id } of file.notes) if ((await store.notes.find(id)) !== undefined) return true;
  return false;
}

async function freeId(deps: Pick<Deps, 'store'>, file: CampaignFile, name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('prj', nameKey(name), file.campaign.id, String(count));
    if ((await deps.store.projects.find(id)) === undefined) return id;
  }
}

/** Kept when none of them is anybody's; one that is not makes all of them be exchanged, so that no two are mixed up. */
export async function chooseIds(
  deps: Pick<Deps, 'store'>,
  file: CampaignFile,
  name: string,
): Promise<NewIds> {
  const { id } = file.campaign;
  const isFree = (await deps.store.projects.find(id)) === undefined;
  if (isFree && !(await areTaken(deps, file))) return { campaignId: id, areKept: true };
  return { campaignId: isFree ? id : await freeId(deps, file, name), areKept: false };
}
