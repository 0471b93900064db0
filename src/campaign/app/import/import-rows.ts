import type { StoreDeps } from '../../../app/deps.ts';
import { derivedId } from '../../../domain/id.ts';
import type { Instant } from '../../../domain/instant.ts';
import { nameKey } from '../../../domain/project/project.ts';
import type { Entity, VisibleTo } from '../../domain/entity.ts';
import type { CampaignEvent } from '../../domain/event.ts';
import type { CampaignFile, EntityRow, EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import type { Fields } from '../../domain/patch.ts';
import type { CampaignImport } from '../../ports/campaign-changes.ts';
import type { StoredPatch } from '../../ports/campaign-reader.ts';

/** Under which ids a campaign comes in: its own, or others that are derived from them, all of them alike. */
export interface ImportIds {
  readonly campaignId: string;
  readonly areKept: boolean;
}

/** What an id of the file is called here; a branch, `state` and `campaign` are called as they were. */
export function importedId({ campaignId, areKept }: ImportIds, id: string): string {
  const prefix = /^(?:ent|evt|ses|not)(?=_)/.exec(id)?.[0];
  return areKept || prefix === undefined ? id : derivedId(prefix, campaignId, id);
}

export const importedIdOrNull = (ids: ImportIds, id: string | null): string | null =>
  id === null ? null : importedId(ids, id);

/** Ids of the world and of what happened in it. */
const idsIn = ({ entities, patches, events }: CampaignFile): readonly string[] => [
  ...new Set([
    ...entities.map(({ id }) => id),
    ...patches.map(({ target }) => target).filter((target) => target.startsWith('ent_')),
    ...events.map(({ id }) => id),
  ]),
];

/** Whether anything here has an id of the file. */
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

/** Kept when none of them is anybody's; one that is not makes all of them be exchanged, so that no two are mixed up. */
export async function chooseImportIds(deps: StoreDeps, file: CampaignFile, name: string): Promise<ImportIds> {
  const { id } = file.campaign;
  const isFree = (await deps.store.projects.find(id)) === undefined;
  if (isFree && !(await areTaken(deps, file))) return { campaignId: id, areKept: true };
  return { campaignId: isFree ? id : await freeId(deps, file, name), areKept: false };
}

class RowImporter {
  readonly #ids: ImportIds;

  constructor(ids: ImportIds) {
    this.#ids = ids;
  }

  id(id: string): string {
    return importedId(this.#ids, id);
  }

  #seen<Row extends VisibleTo>(row: Row): Row {
    return { ...row, private_to: row.private_to.map((id) => this.id(id)) };
  }

  entity({ is_removed, created_at, updated_at, ...row }: EntityRow): Entity {
    return {
      ...this.#seen(row),
      id: this.id(row.id),
      campaignId: this.#ids.campaignId,
      isRemoved: is_removed,
      createdAt: created_at,
      updatedAt: updated_at,
    };
  }

  #fields(fields: Fields): Fields {
    const { private_to } = fields;
    return Array.isArray(private_to)
      ? { ...fields, private_to: private_to.map((id) => this.id(String(id))) }
      : fields;
  }

  patch({ branch, target, before, after, ...row }: PatchRow): StoredPatch {
    const isEntity = target.startsWith('ent_');
    return {
      ...row,
      branchId: branch,
      target: this.id(target),
      before: isEntity ? this.#fields(before) : before,
      after: isEntity ? this.#fields(after) : after,
    };
  }

  event(row: EventRow): CampaignEvent {
    const { branch, is_turn, session_id, event_type, in_game_date, occurred_at, ...others } = row;
    return {
      ...this.#seen(others),
      id: this.id(row.id),
      campaignId: this.#ids.campaignId,
      branchId: branch,
      isTurn: is_turn,
      sessionId: importedIdOrNull(this.#ids, session_id),
      type: event_type,
      effects: row.effects.map((effect) => this.#seen(effect)),
      inGameDate: in_game_date,
      occurredAt: occurred_at,
    };
  }
}

/** The file's campaign as the store takes it in. */
export function importChange(file: CampaignFile, name: string, ids: ImportIds, at: Instant): CampaignImport {
  const arriving = new RowImporter(ids);
  const { campaign } = file;
  return {
    kind: 'campaign_import',
    campaign: {
      id: ids.campaignId,
      name,
      description: campaign.description,
      dmName: campaign.dm_name,
      setting: campaign.setting,
      rules: campaign.rules,
      state: campaign.state,
      branchId: campaign.branch,
      turn: campaign.turn,
      createdAt: campaign.created_at,
      updatedAt: campaign.updated_at,
      version: campaign.version,
    },
    branches: file.branches.map((branch) => ({
      id: branch.id,
      campaignId: ids.campaignId,
      parentId: branch.parent,
      forkedAt: branch.forked_at,
      headTurn: branch.last_turn,
      reason: branch.reason,
      createdAt: branch.created_at,
    })),
    entities: file.entities.map((row) => arriving.entity(row)),
    patches: file.patches.map((row) => arriving.patch(row)),
    events: file.events.map((row) => arriving.event(row)),
    at,
  };
}
