import type { CampaignWindow, EventFilter } from '../../app/ports/windows.ts';
import { ENTITY_KINDS } from '../../domain/campaign/entity.ts';
import { branchFrom, campaignFrom, entityFrom, eventFrom } from './campaign-rows.ts';
import { bound, type Clause, joined, oneOf } from './clauses.ts';
import type { Connection } from './connection.ts';

const CAMPAIGN = `SELECT c.*, p.name FROM campaigns c
  JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id`;

const conditionsOf = ({ sessionId, types, minImportance, isTurn }: EventFilter): readonly Clause[] => [
  ...bound('session_id = ?', sessionId),
  ...oneOf('type', types),
  ...bound('importance >= ?', minImportance),
  ...bound('is_turn = ?', isTurn === undefined ? undefined : Number(isTurn)),
];

export function createCampaignWindow(connection: Connection, workspace: string): CampaignWindow {
  return {
    async find(projectId) {
      const row = connection.get(
        `${CAMPAIGN} WHERE c.workspace = ? AND c.project_id = ?`,
        workspace,
        projectId,
      );
      return row === undefined ? undefined : campaignFrom(row);
    },
    async list(limit) {
      return connection
        .all(`${CAMPAIGN} WHERE c.workspace = ? ORDER BY c.updated_at DESC LIMIT ?`, workspace, limit)
        .map(campaignFrom);
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
      // One kind after the other: each is found in order, where all together would have to be sorted.
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
    async listEvents(projectId, filter, limit, before) {
      const { sql, values } = joined([
        ['seq < ?', [before ?? Number.MAX_SAFE_INTEGER]],
        ...conditionsOf(filter),
      ]);
      // The sign keeps the index by turn from being chosen, which would read all that others played.
      const project = filter.sessionId === undefined ? 'project_id' : '+project_id';
      const found: { seq: number; event: ReturnType<typeof eventFrom> }[] = [];
      for (const { branchId, after, upTo } of filter.stretches) {
        if (found.length >= limit) break;
        const rows = connection.all(
          `SELECT * FROM campaign_events
           WHERE workspace = ? AND ${project} = ? AND branch_id = ? AND turn > ? AND turn <= ? AND ${sql}
           ORDER BY turn DESC, seq DESC LIMIT ?`,
          workspace,
          projectId,
          branchId,
          after,
          upTo,
          ...values,
          limit - found.length,
        );
        found.push(...rows.map((row) => ({ seq: Number(row.seq), event: eventFrom(row) })));
      }
      return found;
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
        .map((row) => ({
          branchId: String(row.branch_id),
          turn: Number(row.turn),
          number: Number(row.number),
          at: String(row.at),
          target: String(row.target),
          before: JSON.parse(String(row.before)),
          after: JSON.parse(String(row.after)),
        }));
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
          `SELECT DISTINCT target, json_extract(before, '$.name') AS name FROM campaign_patches
           WHERE workspace = ? AND project_id = ? AND json_extract(before, '$.name') IS NOT NULL`,
          workspace,
          projectId,
        )
        .map(({ target, name }) => ({ id: String(target), name: String(name) }));
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
