import type { Entity, Seen } from '../../domain/campaign/entity.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type {
  CampaignFile,
  EntityRow,
  EventRow,
  PatchRow,
} from '../../domain/campaign/export/campaign-file.ts';
import type { Fields } from '../../domain/campaign/patch.ts';
import type { Instant } from '../../domain/instant.ts';
import type { StoredPatch } from '../ports/campaign-reader.ts';
import type { CampaignArrival } from '../ports/ledger.ts';
import { type NewIds, newId, newIdOrNull } from './new-ids.ts';

class Arriving {
  readonly #ids: NewIds;

  constructor(ids: NewIds) {
    this.#ids = ids;
  }

  id(id: string): string {
    return newId(this.#ids, id);
  }

  #seen<Row extends Seen>(row: Row): Row {
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
      sessionId: newIdOrNull(this.#ids, session_id),
      type: event_type,
      effects: row.effects.map((effect) => this.#seen(effect)),
      inGameDate: in_game_date,
      occurredAt: occurred_at,
    };
  }
}

/** The file's campaign as the store takes it in. */
export function arrivalOf(file: CampaignFile, name: string, ids: NewIds, at: Instant): CampaignArrival {
  const arriving = new Arriving(ids);
  const { campaign } = file;
  return {
    kind: 'campaign_arrival',
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
