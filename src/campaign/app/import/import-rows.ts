import type { StoreDeps } from '../../../app/deps.ts';
import { derivedId } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import { nameKey } from '../../../domain/project/project.ts';
import { camelKeys } from '../../../lib/key-case.ts';
import type { VisibleTo } from '../../domain/entity.ts';
import type { CampaignFile } from '../../domain/export/campaign-file.ts';
import type { Fields } from '../../domain/patch.ts';
import type { CampaignImport } from '../../ports/campaign-changes.ts';

/** The ids of an imported campaign: those of the file, or all of them derived from those. */
export interface ImportIds {
  readonly campaignId: string;
  readonly areKept: boolean;
}

/** The id that replaces one of the file. Branches, `state` and `campaign` keep theirs. */
export function importedId({ campaignId, areKept }: ImportIds, id: string): string {
  const prefix = /^(?:ent|evt|ses|not)(?=_)/.exec(id)?.[0];
  return areKept || prefix === undefined ? id : derivedId(prefix, campaignId, id);
}

export const importedIdOrNull = (ids: ImportIds, id: string | null): string | null =>
  id === null ? null : importedId(ids, id);

/** Ids of entities and events. */
const idsIn = ({ entities, patches, events }: CampaignFile): readonly string[] => [
  ...new Set([
    ...entities.map(({ id }) => id),
    ...patches.map(({ target }) => target).filter((target) => target.startsWith('ent_')),
    ...events.map(({ id }) => id),
  ]),
];

/** Whether anything in the store has an id of the file. */
async function areTaken({ store }: StoreDeps, file: CampaignFile): Promise<boolean> {
  if ((await store.campaigns.listTakenIds(idsIn(file))).length > 0) return true;
  for (const { id } of file.sessions) if ((await store.sessions.find(id)) !== undefined) return true;
  for (const { id } of file.notes) if ((await store.notes.find(id)) !== undefined) return true;
  return false;
}

async function freeId(deps: StoreDeps, file: CampaignFile, name: string): Promise<string> {
  for (let count = 0; ; count += 1) {
    const id = derivedId('prj', nameKey(name), file.campaign.id, String(count));
    if ((await deps.store.projects.find(id)) === undefined) return id;
  }
}

/** Keeps the ids if all of them are free. Otherwise all are replaced, so that none is mixed up with another. */
export async function chooseImportIds(deps: StoreDeps, file: CampaignFile, name: string): Promise<ImportIds> {
  const { id } = file.campaign;
  const isFree = (await deps.store.projects.find(id)) === undefined;
  if (isFree && !(await areTaken(deps, file))) return { campaignId: id, areKept: true };
  return { campaignId: isFree ? id : await freeId(deps, file, name), areKept: false };
}

/** The campaign of a file, as the store imports it. */
export function importChange(file: CampaignFile, name: string, ids: ImportIds, at: Instant): CampaignImport {
  const { campaignId } = ids;
  const newIds = (given: readonly string[]) => given.map((id) => importedId(ids, id));
  const visibleTo = <Row extends VisibleTo>(row: Row): Row => ({
    ...row,
    private_to: newIds(row.private_to),
  });
  const patchFields = (fields: Fields): Fields =>
    Array.isArray(fields.private_to) ? { ...fields, private_to: newIds(fields.private_to) } : fields;
  const { branch: branchId, ...campaign } = file.campaign;
  return {
    kind: 'campaign_import',
    campaign: { ...camelKeys(campaign), id: campaignId, name, branchId },
    branches: file.branches.map(({ parent, last_turn, ...row }) => ({
      ...camelKeys(row),
      campaignId,
      parentId: parent,
      headTurn: last_turn,
    })),
    entities: file.entities.map(({ private_to, ...row }) => ({
      ...camelKeys(row),
      id: importedId(ids, row.id),
      campaignId,
      private_to: newIds(private_to),
    })),
    patches: file.patches.map(({ branch, target, before, after, ...row }) => ({
      ...row,
      branchId: branch,
      target: importedId(ids, target),
      ...(target.startsWith('ent_')
        ? { before: patchFields(before), after: patchFields(after) }
        : { before, after }),
    })),
    events: file.events.map(({ branch, event_type, private_to, ...row }) => ({
      ...camelKeys(row),
      id: importedId(ids, row.id),
      campaignId,
      branchId: branch,
      sessionId: importedIdOrNull(ids, row.session_id),
      type: event_type,
      private_to: newIds(private_to),
      effects: row.effects.map(visibleTo),
    })),
    at,
  };
}
