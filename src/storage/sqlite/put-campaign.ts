import type { StoredPatch } from '../../app/ports/campaign-window.ts';
import type { CampaignChange } from '../../app/ports/ledger.ts';
import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import type { Entity } from '../../domain/campaign/entity.ts';
import type { CampaignEvent } from '../../domain/campaign/event.ts';
import { NEW_GAME } from '../../domain/campaign/game-state.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { Patch } from '../../domain/campaign/patch.ts';
import { digestOf } from '../../domain/id.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import { refuseAlike } from './campaign-names.ts';
import { campaignBody, DAMAGED_CAMPAIGN, DAMAGED_FIELDS, eventBody } from './campaign-rows.ts';
import type { Connection } from './connection.ts';
import { putEventText } from './put-text.ts';

/** Names of nobody and no words: ids, counts and a digest of what changed. */
export const campaignEvent = ({ campaign, event, entities, unmade, patches, events }: CampaignChange) => ({
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

/** Whoever read only what stands for a damaged value does not write that over what is left of it. */
const keepsDamaged = (column: string) =>
  `iif(json_valid(${column}) OR excluded.${column} <> ?, excluded.${column}, ${column})`;

export function putHead(connection: Connection, workspace: string, campaign: Campaign): void {
  connection.run(
    `INSERT INTO campaigns (workspace, project_id, body, state, branch_id, turn, created_at, updated_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, project_id) DO UPDATE SET body = ${keepsDamaged('body')}, state = ${keepsDamaged('state')},
       branch_id = excluded.branch_id, turn = excluded.turn, updated_at = excluded.updated_at,
       version = excluded.version`,
    workspace,
    campaign.id,
    campaignBody(campaign),
    JSON.stringify(campaign.state),
    campaign.branchId,
    campaign.turn,
    campaign.createdAt,
    campaign.updatedAt,
    campaign.version,
    campaignBody({ ...campaign, ...DAMAGED_CAMPAIGN }),
    JSON.stringify(NEW_GAME),
  );
}

export function putBranch(connection: Connection, workspace: string, branch: Branch): void {
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

export function clearName(connection: Connection, workspace: string, id: string): void {
  connection.run('UPDATE entities SET is_removed = 1 WHERE workspace = ? AND id = ?', workspace, id);
}

export function putEntity(connection: Connection, workspace: string, entity: Entity): void {
  connection.run(
    `INSERT INTO entities (workspace, id, project_id, kind, name, name_key, fields, visibility, private_to, is_removed,
       created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
       fields = ${keepsDamaged('fields')}, visibility = excluded.visibility, private_to = ${keepsDamaged('private_to')},
       is_removed = excluded.is_removed, updated_at = excluded.updated_at`,
    workspace,
    entity.id,
    entity.campaignId,
    entity.kind,
    entity.name,
    entityKey(entity.name),
    JSON.stringify(entity.fields),
    entity.visibility,
    JSON.stringify(entity.private_to),
    entity.isRemoved ? 1 : 0,
    entity.createdAt,
    entity.updatedAt,
    JSON.stringify(DAMAGED_FIELDS[entity.kind]),
    '[]',
  );
}

export function putEvent(connection: Connection, workspace: string, event: CampaignEvent): void {
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

/** The key of the name that a patch takes from its target, where it gives it another. */
const givenUp = ({ before: { name } }: Patch): string | null =>
  typeof name === 'string' ? entityKey(name) : null;

export function putPatch(
  connection: Connection,
  workspace: string,
  campaignId: string,
  patch: StoredPatch,
): void {
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
  const { campaign, expectedVersion, branches, entities, unmade, patches, events } = change;
  const stored = connection.get(
    'SELECT version FROM campaigns WHERE workspace = ? AND project_id = ?',
    workspace,
    campaign.id,
  );
  if (Number(stored?.version ?? 0) !== expectedVersion) throw versionConflict('campaign', campaign.id);
  putHead(connection, workspace, campaign);
  if (stored === undefined) refuseAlike(connection, workspace, campaign);
  for (const branch of branches) putBranch(connection, workspace, branch);
  for (const id of unmade) {
    connection.run('DELETE FROM entities WHERE workspace = ? AND id = ?', workspace, id);
  }
  // All give up their names first: what one gives up another may take in the same call, even the other way round as well.
  if (entities.length > 1) for (const { id } of entities) clearName(connection, workspace, id);
  for (const entity of entities) putEntity(connection, workspace, entity);
  putPatches(connection, workspace, campaign, patches);
  for (const event of events) putEvent(connection, workspace, event);
  if (change.keyed !== undefined) putKey(connection, workspace, change);
}
