import { type Branch, type Campaign, NEW_GAME } from '../../campaign/domain/campaign.ts';
import type { CampaignEvent } from '../../campaign/domain/event.ts';
import { entityKey } from '../../campaign/domain/name-key.ts';
import type { Patch, StoredPatch } from '../../campaign/domain/patch.ts';
import type { CampaignChange, CampaignImport } from '../../campaign/ports/campaign-changes.ts';
import { versionConflict } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import { refuseSimilarName } from './campaign-names.ts';
import { campaignBody, DAMAGED_CAMPAIGN, eventBody } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { addEntity, clearName, putEntity } from './put-entity.ts';
import { putEventText } from './put-text.ts';
import { keepsDamaged } from './stored-json.ts';

/** The journal holds no stored text: only ids, counts and a digest. */
export const campaignEvent = ({
  campaign,
  event,
  entities,
  removedEntityIds: unmade,
  patches,
  events,
}: CampaignChange) => ({
  type: event,
  at: campaign.updatedAt,
  branch: campaign.branchId,
  turn: campaign.turn,
  version: campaign.version,
  targets: [...new Set(patches.map(({ target }) => target))].slice(0, 50),
  entities: entities.length + unmade.length,
  events: events.map(({ id }) => id),
  digest: digestOf(JSON.stringify(patches)),
});

const insertHead = (connection: Connection, workspace: string, campaign: Campaign): number =>
  connection.run(
    `INSERT INTO campaigns (workspace, project_id, body, state, branch_id, turn, created_at, updated_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace, project_id) DO NOTHING`,
    workspace,
    campaign.id,
    campaignBody(campaign),
    JSON.stringify(campaign.state),
    campaign.branchId,
    campaign.turn,
    campaign.createdAt,
    campaign.updatedAt,
    campaign.version,
  );

const updateHead = (
  connection: Connection,
  workspace: string,
  campaign: Campaign,
  expectedVersion: number,
): number =>
  connection.run(
    `UPDATE campaigns SET ${keepsDamaged('body', '?1', '?2')}, ${keepsDamaged('state', '?3', '?4')},
       branch_id = ?5, turn = ?6, updated_at = ?7, version = ?8
     WHERE workspace = ?9 AND project_id = ?10 AND version = ?11`,
    campaignBody(campaign),
    campaignBody({ ...campaign, ...DAMAGED_CAMPAIGN }),
    JSON.stringify(campaign.state),
    JSON.stringify(NEW_GAME),
    campaign.branchId,
    campaign.turn,
    campaign.updatedAt,
    campaign.version,
    workspace,
    campaign.id,
    expectedVersion,
  );

/**
 * Must be the first write of a change to a campaign. Its branches, entities, patches and events have no versions of their
 * own: the version of this row is what keeps two writers of one campaign apart.
 */
function putHead(
  connection: Connection,
  workspace: string,
  campaign: Campaign,
  expectedVersion: number,
): void {
  const written =
    expectedVersion === 0
      ? insertHead(connection, workspace, campaign)
      : updateHead(connection, workspace, campaign, expectedVersion);
  if (written !== 1) throw versionConflict('campaign', campaign.id);
}

function putBranch(connection: Connection, workspace: string, branch: Branch): void {
  connection.run(
    `INSERT INTO campaign_branches (workspace, project_id, id, parent_id, forked_at, head_turn, reason, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, project_id, id) DO UPDATE SET head_turn = excluded.head_turn`,
    workspace,
    branch.campaignId,
    branch.id,
    branch.parentId,
    branch.forkedAt,
    branch.headTurn,
    branch.reason,
    branch.createdAt,
  );
}

function putEvent(connection: Connection, workspace: string, event: CampaignEvent): void {
  connection.run(
    `INSERT INTO campaign_events (workspace, id, project_id, branch_id, turn, is_turn, session_id, type, importance,
       visibility, at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    event.id,
    event.campaignId,
    event.branchId,
    event.turn,
    event.isTurn ? 1 : 0,
    event.sessionId,
    event.type,
    event.importance,
    event.visibility,
    event.at,
    eventBody(event),
  );
  putEventText(connection, workspace, event);
}

/** The key of the former name, if the patch renames its target. */
const givenUp = ({ before: { name } }: Patch): string | null =>
  typeof name === 'string' ? entityKey(name) : null;

function putPatch(connection: Connection, workspace: string, campaignId: string, patch: StoredPatch): void {
  connection.run(
    `INSERT INTO campaign_patches (workspace, project_id, branch_id, turn, number, target, before, after, at, given_up)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    campaignId,
    patch.branchId,
    patch.turn,
    patch.number,
    patch.target,
    JSON.stringify(patch.before),
    JSON.stringify(patch.after),
    patch.at,
    givenUp(patch),
  );
}

function putPatches(
  connection: Connection,
  workspace: string,
  { id, branchId, turn, updatedAt }: Campaign,
  patches: readonly Patch[],
): void {
  const row = connection.get(
    `SELECT max(number) AS number FROM campaign_patches
     WHERE workspace = ? AND project_id = ? AND branch_id = ? AND turn = ?`,
    workspace,
    id,
    branchId,
    turn,
  );
  for (const [index, patch] of patches.entries()) {
    const number = Number(row?.number ?? 0) + 1 + index;
    putPatch(connection, workspace, id, { ...patch, branchId, turn, number, at: updatedAt });
  }
}

function putKey(
  connection: Connection,
  workspace: string,
  { campaign, events, keyed }: CampaignChange,
): void {
  const [event] = events;
  if (keyed === undefined || event === undefined) return;
  connection.run(
    'INSERT INTO campaign_keys (workspace, project_id, key, digest, event_id, answer) VALUES (?, ?, ?, ?, ?, ?)',
    workspace,
    campaign.id,
    keyed.key,
    keyed.digest,
    event.id,
    JSON.stringify(keyed.answer),
  );
}

export function putCampaign(connection: Connection, workspace: string, change: CampaignChange): void {
  const { campaign, expectedVersion, branches, entities, removedEntityIds: unmade, patches, events } = change;
  putHead(connection, workspace, campaign, expectedVersion);
  if (expectedVersion === 0) refuseSimilarName(connection, workspace, campaign);
  for (const branch of branches) putBranch(connection, workspace, branch);
  for (const id of unmade) {
    connection.run('DELETE FROM entities WHERE workspace = ? AND id = ?', workspace, id);
  }
  // All names are released first, because entities may exchange names in one call.
  if (entities.length > 1) for (const { id } of entities) clearName(connection, workspace, id);
  for (const entity of entities) putEntity(connection, workspace, entity);
  putPatches(connection, workspace, campaign, patches);
  for (const event of events) putEvent(connection, workspace, event);
  if (change.keyed !== undefined) putKey(connection, workspace, change);
}

export const importEvent = ({ campaign, branches, entities, patches, events, at }: CampaignImport) => ({
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

export function putCampaignImport(connection: Connection, workspace: string, arrival: CampaignImport): void {
  const { campaign, branches, entities, patches, events } = arrival;
  putHead(connection, workspace, campaign, 0);
  refuseSimilarName(connection, workspace, campaign);
  for (const branch of branches) putBranch(connection, workspace, branch);
  for (const entity of entities) addEntity(connection, workspace, entity);
  for (const patch of patches) putPatch(connection, workspace, campaign.id, patch);
  for (const event of events) putEvent(connection, workspace, event);
}
