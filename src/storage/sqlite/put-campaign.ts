import { type Branch, type Campaign, NEW_GAME } from '../../campaign/domain/campaign.ts';
import type { Entity } from '../../campaign/domain/entity.ts';
import type { CampaignEvent } from '../../campaign/domain/event.ts';
import { entityKey } from '../../campaign/domain/name-key.ts';
import type { Patch, StoredPatch } from '../../campaign/domain/patch.ts';
import type { CampaignChange, CampaignImport } from '../../campaign/ports/campaign-store.ts';
import { versionConflict } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import { refuseSimilarName } from './campaign-reader.ts';
import { campaignBody, DAMAGED_CAMPAIGN, DAMAGED_FIELDS, eventBody } from './campaign-rows.ts';
import type { ChangeWriters, Commit } from './commit.ts';
import { dropEntityTexts, putEntityTexts } from './put-entity-texts.ts';
import { putText, textOfEvent } from './put-text.ts';
import { type SqlPart, sql } from './sql.ts';
import { keepsDamaged } from './stored-json.ts';

/** The journal holds no stored text: only ids, counts and a digest. */
const campaignEvent = ({ campaign, event, entities, removedEntityIds, patches, events }: CampaignChange) => ({
  type: event,
  at: campaign.updatedAt,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  targets: [...new Set(patches.map(({ target }) => target))].slice(0, 50),
  entities: entities.length + removedEntityIds.length,
  events: events.map(({ id }) => id),
  digest: digestOf(JSON.stringify(patches)),
});

/** Must be the first write of a change: the version of this row is what keeps two writers of one campaign apart. */
function putHead({ connection, workspace }: Commit, campaign: Campaign, expectedVersion: number): void {
  const { id, state, branchId, turn, createdAt, updatedAt, version } = campaign;
  const damagedBody = campaignBody({ ...campaign, ...DAMAGED_CAMPAIGN });
  const written = connection.run`INSERT INTO campaigns
      (workspace, project_id, body, state, branch_id, turn, created_at, updated_at, version)
    SELECT ${workspace}, ${id}, ${campaignBody(campaign)}, ${JSON.stringify(state)}, ${branchId}, ${turn},
      ${createdAt}, ${updatedAt}, ${version}
    WHERE ${expectedVersion} = 0
      OR EXISTS (SELECT 1 FROM campaigns WHERE workspace = ${workspace} AND project_id = ${id})
    ON CONFLICT (workspace, project_id) DO UPDATE SET
      ${keepsDamaged('body', damagedBody)}, ${keepsDamaged('state', JSON.stringify(NEW_GAME))},
      branch_id = excluded.branch_id, turn = excluded.turn, updated_at = excluded.updated_at,
      version = excluded.version
    WHERE campaigns.version = ${expectedVersion}`;
  if (written !== 1) throw versionConflict('campaign', id);
}

function putBranch({ connection, workspace }: Commit, branch: Branch): void {
  const { campaignId, id, parentId, forkedAt, headTurn, reason, createdAt } = branch;
  connection.run`INSERT INTO campaign_branches
      (workspace, project_id, id, parent_id, forked_at, head_turn, reason, created_at)
    VALUES (${workspace}, ${campaignId}, ${id}, ${parentId}, ${forkedAt}, ${headTurn}, ${reason}, ${createdAt})
    ON CONFLICT (workspace, project_id, id) DO UPDATE SET head_turn = excluded.head_turn`;
}

function insertEntity({ connection, workspace }: Commit, entity: Entity, onConflict: SqlPart): number {
  const { id, campaignId, kind, name, fields, visibility, private_to, isRemoved, createdAt, updatedAt } =
    entity;
  return connection.run`INSERT INTO entities (workspace, id, project_id, kind, name, name_key, fields, visibility,
      private_to, is_removed, created_at, updated_at)
    VALUES (${workspace}, ${id}, ${campaignId}, ${kind}, ${name}, ${entityKey(name)}, ${JSON.stringify(fields)},
      ${visibility}, ${JSON.stringify(private_to)}, ${Number(isRemoved)}, ${createdAt}, ${updatedAt})
    ON CONFLICT (workspace, id) ${onConflict}`;
}

/** Refuses an id that exists: the entity may belong to another campaign. */
function addEntity(commit: Commit, entity: Entity): void {
  if (insertEntity(commit, entity, sql`DO NOTHING`) !== 1) throw versionConflict('entity', entity.id);
}

function putEntity(commit: Commit, entity: Entity): void {
  const damagedFields = JSON.stringify(DAMAGED_FIELDS[entity.kind]);
  const update = sql`DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
    ${keepsDamaged('fields', damagedFields)}, visibility = excluded.visibility,
    ${keepsDamaged('private_to', '[]')}, is_removed = excluded.is_removed,
    updated_at = excluded.updated_at`;
  insertEntity(commit, entity, update);
}

function putEvent({ connection, workspace }: Commit, event: CampaignEvent): void {
  const { id, campaignId, branchId, turn, isTurn, sessionId, type, importance, visibility, at } = event;
  connection.run`INSERT INTO campaign_events (workspace, id, project_id, branch_id, turn, is_turn, session_id, type,
      importance, visibility, at, body)
    VALUES (${workspace}, ${id}, ${campaignId}, ${branchId}, ${turn}, ${Number(isTurn)}, ${sessionId}, ${type},
      ${importance}, ${visibility}, ${at}, ${eventBody(event)})`;
  putText(connection, workspace, textOfEvent(event));
}

const givenUp = ({ before: { name } }: Patch) => (typeof name === 'string' ? entityKey(name) : null);

function putPatch({ connection, workspace }: Commit, campaignId: string, patch: StoredPatch): void {
  const { branchId, turn, number, target, before, after, at } = patch;
  connection.run`INSERT INTO campaign_patches
      (workspace, project_id, branch_id, turn, number, target, before, after, at, given_up)
    VALUES (${workspace}, ${campaignId}, ${branchId}, ${turn}, ${number}, ${target}, ${JSON.stringify(before)},
      ${JSON.stringify(after)}, ${at}, ${givenUp(patch)})`;
}

function putPatches(commit: Commit, campaign: Campaign, patches: readonly Patch[]): void {
  const { id, branchId, turn, updatedAt } = campaign;
  const { connection, workspace } = commit;
  const row = connection.get`SELECT max(number) AS number FROM campaign_patches
    WHERE workspace = ${workspace} AND project_id = ${id} AND branch_id = ${branchId} AND turn = ${turn}`;
  for (const [index, patch] of patches.entries()) {
    const number = Number(row?.number ?? 0) + 1 + index;
    putPatch(commit, id, { ...patch, branchId, turn, number, at: updatedAt });
  }
}

function putKey({ connection, workspace }: Commit, change: CampaignChange): void {
  const { campaign, keyed } = change;
  const [event] = change.events;
  if (keyed === undefined || event === undefined) return;
  connection.run`INSERT INTO campaign_keys (workspace, project_id, key, digest, event_id, answer)
    VALUES (${workspace}, ${campaign.id}, ${keyed.key}, ${keyed.digest}, ${event.id},
      ${JSON.stringify(keyed.answer)})`;
}

const importEvent = ({ campaign, branches, entities, patches, events, at }: CampaignImport) => ({
  type: 'campaign.imported',
  at,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  branches: branches.length,
  entities: entities.length,
  patches: patches.length,
  events: events.length,
  digest: digestOf(JSON.stringify([entities, patches, events])),
});

export const campaignChanges: ChangeWriters<'campaign' | 'campaign_import'> = {
  campaign(commit, change) {
    const { connection, workspace } = commit;
    const { campaign, expectedVersion, branches, entities, removedEntityIds, patches, events } = change;
    putHead(commit, campaign, expectedVersion);
    if (expectedVersion === 0) refuseSimilarName(commit, campaign);
    for (const branch of branches) putBranch(commit, branch);
    for (const id of removedEntityIds) {
      connection.run`DELETE FROM entities WHERE workspace = ${workspace} AND id = ${id}`;
      dropEntityTexts(connection, workspace, id);
    }
    // All names are released first, because entities may exchange names in one call.
    if (entities.length > 1)
      for (const { id } of entities)
        connection.run`UPDATE entities SET is_removed = 1 WHERE workspace = ${workspace} AND id = ${id}`;
    for (const entity of entities) putEntity(commit, entity);
    putPatches(commit, campaign, patches);
    putEntityTexts(connection, workspace, campaign, entities);
    for (const event of events) putEvent(commit, event);
    putKey(commit, change);
    commit.log(campaign.id, campaignEvent(change));
  },

  campaign_import(commit, imported) {
    const { campaign, branches, entities, patches, events } = imported;
    putHead(commit, campaign, 0);
    refuseSimilarName(commit, campaign);
    for (const branch of branches) putBranch(commit, branch);
    for (const entity of entities) addEntity(commit, entity);
    for (const patch of patches) putPatch(commit, campaign.id, patch);
    putEntityTexts(commit.connection, commit.workspace, campaign, entities);
    for (const event of events) putEvent(commit, event);
    commit.log(campaign.id, importEvent(imported));
  },
};
