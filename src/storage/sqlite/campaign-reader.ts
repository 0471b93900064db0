import { ENTITY_KINDS } from '../../campaign/domain/entity.ts';
import type { CampaignReader } from '../../campaign/ports/campaign-reader.ts';
import { createEventReader } from './campaign-events.ts';
import { listCampaignNames } from './campaign-names.ts';
import {
  branchFrom,
  campaignFrom,
  entityFrom,
  eventFrom,
  nameChangeFrom,
  patchFrom,
  positionFrom,
} from './campaign-rows.ts';
import { joined, noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { jsonOrEmpty, objectIn } from './stored-json.ts';

const CAMPAIGN = `SELECT c.*, p.name FROM campaigns c
  JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id`;

export function createCampaignReader(connection: Connection, workspace: string): CampaignReader {
  return {
    ...createEventReader(connection, workspace),
    async find(projectId) {
      const row = connection.get(
        `${CAMPAIGN} WHERE c.workspace = ? AND c.project_id = ?`,
        workspace,
        projectId,
      );
      return row === undefined ? undefined : campaignFrom(row);
    },
    async list(limit, exceptProjectIds) {
      const where = joined([['c.workspace = ?', [workspace]], ...noneOf('c.project_id', exceptProjectIds)]);
      return connection
        .all(`${CAMPAIGN} WHERE ${where.sql} ORDER BY c.updated_at DESC LIMIT ?`, ...where.values, limit)
        .map(campaignFrom);
    },
    async listCampaignNames() {
      return listCampaignNames(connection, workspace);
    },
    async listBranches(projectId) {
      return connection
        .all(
          'SELECT * FROM campaign_branches WHERE workspace = ? AND project_id = ? ORDER BY created_at, id',
          workspace,
          projectId,
        )
        .map(branchFrom);
    },
    async findEntities(ids) {
      return ids.flatMap((id) => {
        const row = connection.get('SELECT * FROM entities WHERE workspace = ? AND id = ?', workspace, id);
        return row === undefined ? [] : [entityFrom(row)];
      });
    },
    async findNamed(projectId, kind, nameKeys) {
      return nameKeys.flatMap((key) => {
        const row = connection.get(
          `SELECT * FROM entities WHERE workspace = ? AND project_id = ? AND kind = ? AND name_key = ? AND is_removed = 0`,
          workspace,
          projectId,
          kind,
          key,
        );
        return row === undefined ? [] : [entityFrom(row)];
      });
    },
    async listEntities(projectId, kinds, limit, after) {
      // One query for each kind uses the order of the index; one query for all would sort.
      const found = (kinds ?? ENTITY_KINDS).flatMap((kind) =>
        connection.all(
          `SELECT * FROM entities WHERE workspace = ? AND project_id = ? AND kind = ? AND is_removed = 0 AND seq > ?
           ORDER BY seq LIMIT ?`,
          workspace,
          projectId,
          kind,
          after,
          limit,
        ),
      );
      return found
        .map((row) => ({ seq: Number(row.seq), entity: entityFrom(row) }))
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    },
    async countEntities(projectId) {
      const rows = connection.all(
        `SELECT kind, count(*) AS count FROM entities WHERE workspace = ? AND project_id = ? AND is_removed = 0
         GROUP BY kind`,
        workspace,
        projectId,
      );
      return Object.fromEntries(rows.map(({ kind, count }) => [String(kind), Number(count)]));
    },
    async listNames(projectId, kind, limit) {
      return connection
        .all(
          `SELECT name FROM entities WHERE workspace = ? AND project_id = ? AND kind = ? AND is_removed = 0
           ORDER BY seq LIMIT ?`,
          workspace,
          projectId,
          kind,
          limit,
        )
        .map(({ name }) => String(name));
    },
    async listPatches(projectId, { branchId, after, upTo }) {
      return connection
        .all(
          `SELECT * FROM campaign_patches
           WHERE workspace = ? AND project_id = ? AND branch_id = ? AND turn > ? AND turn <= ? ORDER BY turn, number`,
          workspace,
          projectId,
          branchId,
          after,
          upTo,
        )
        .map(patchFrom);
    },
    async listEveryEntity(projectId) {
      return connection
        .all(
          'SELECT * FROM entities WHERE workspace = ? AND project_id = ? ORDER BY seq',
          workspace,
          projectId,
        )
        .map(entityFrom);
    },
    async listFormerNames(projectId) {
      return connection
        .all(
          `SELECT target, json_extract(${jsonOrEmpty('before')}, '$.name') AS name, branch_id, turn, number, at FROM campaign_patches
           WHERE workspace = ? AND project_id = ? AND given_up IS NOT NULL AND json_valid(before)`,
          workspace,
          projectId,
        )
        .map((row) => ({ id: String(row.target), name: String(row.name), ...positionFrom(row) }));
    },
    async listNameChanges(projectId) {
      // The condition must equal that of the index.
      return connection
        .all(
          `SELECT target, branch_id, turn, number, at, json_extract(after, '$.name') AS name,
             json_extract(after, '$.visibility') AS visibility, json_extract(after, '$.private_to') AS private_to
           FROM campaign_patches
           WHERE workspace = ? AND project_id = ? AND CASE WHEN json_valid(after) THEN coalesce(
             json_extract(after, '$.name'), json_extract(after, '$.visibility'), json_extract(after, '$.private_to'))
             END IS NOT NULL`,
          workspace,
          projectId,
        )
        .map(nameChangeFrom);
    },
    async listFormerHolders(projectId, kind, nameKey) {
      return connection
        .all(
          `SELECT e.*, p.branch_id, p.turn, p.number, p.at FROM campaign_patches p
           JOIN entities e ON e.workspace = p.workspace AND e.id = p.target
           WHERE p.workspace = ? AND p.project_id = ? AND p.given_up = ? AND e.kind = ? AND e.is_removed = 0`,
          workspace,
          projectId,
          nameKey,
          kind,
        )
        .map((row) => ({ entity: entityFrom(row), ...positionFrom(row) }));
    },
    async findKeyed(projectId, key) {
      const row = connection.get(
        'SELECT * FROM campaign_keys WHERE workspace = ? AND project_id = ? AND key = ?',
        workspace,
        projectId,
        key,
      );
      if (row === undefined) return undefined;
      const event = connection.get(
        'SELECT * FROM campaign_events WHERE workspace = ? AND id = ?',
        workspace,
        String(row.event_id),
      );
      if (event === undefined) return undefined;
      return {
        digest: String(row.digest),
        answer: objectIn<object | null>(row.answer, null),
        event: eventFrom(event),
      };
    },
    async listTakenIds(ids) {
      const targets = connection.all(
        'SELECT DISTINCT target AS id FROM campaign_patches WHERE workspace = ?',
        workspace,
      );
      const taken = new Set(targets.map(({ id }) => String(id)));
      const has = (table: 'entities' | 'campaign_events', id: string) =>
        connection.get(`SELECT 1 FROM ${table} WHERE workspace = ? AND id = ?`, workspace, id) !== undefined;
      return ids.filter((id) => taken.has(id) || has('entities', id) || has('campaign_events', id));
    },
  };
}
