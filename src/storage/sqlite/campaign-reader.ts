import type { Campaign } from '../../campaign/domain/campaign.ts';
import { ENTITY_KINDS } from '../../campaign/domain/entity.ts';
import { looseName } from '../../campaign/domain/name-key.ts';
import type { Audience } from '../../campaign/domain/visibility.ts';
import type {
  CampaignName,
  CampaignReader,
  EventFilter,
  EventKey,
} from '../../campaign/ports/campaign-store.ts';
import { versionConflict } from '../../domain/error.ts';
import { formerNameKey } from '../../domain/project/project.ts';
import {
  branchFrom,
  campaignFrom,
  entityFrom,
  eventFrom,
  nameChangeFrom,
  patchFrom,
  positionFrom,
} from './campaign-rows.ts';
import type { Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { selectFormerNames } from './put-entity-texts.ts';
import { and, bound, noneOf, oneOf, raw, type SqlPart, sql } from './sql.ts';
import { jsonOrEmpty, objectIn } from './stored-json.ts';

const CAMPAIGN = sql`SELECT c.*, p.name FROM campaigns c
  JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id`;

export function createCampaignReader(connection: Connection, workspace: string): CampaignReader {
  const inCampaign = (projectId: string) => sql`workspace = ${workspace} AND project_id = ${projectId}`;
  const present = (projectId: string, kind: string) =>
    sql`FROM entities WHERE ${inCampaign(projectId)} AND kind = ${kind} AND is_removed = 0`;
  const hasId = (table: 'entities' | 'campaign_events', id: string) =>
    connection.get`SELECT 1 FROM ${raw(table)} WHERE workspace = ${workspace} AND id = ${id}` !== undefined;

  return {
    ...createEventReader(connection, workspace),
    async find(projectId) {
      const row = connection.get`${CAMPAIGN} WHERE c.workspace = ${workspace} AND c.project_id = ${projectId}`;
      return row && campaignFrom(row);
    },
    async list(limit, exceptProjectIds) {
      const where = and(sql`c.workspace = ${workspace}`, noneOf('c.project_id', exceptProjectIds));
      const rows = connection.all`${CAMPAIGN} WHERE ${where} ORDER BY c.updated_at DESC LIMIT ${limit}`;
      return rows.map(campaignFrom);
    },
    async listCampaignNames() {
      return listCampaignNames(connection, workspace);
    },
    async listBranches(projectId) {
      const rows = connection.all`SELECT * FROM campaign_branches WHERE ${inCampaign(projectId)}
        ORDER BY created_at, id`;
      return rows.map(branchFrom);
    },
    async findEntities(ids) {
      return ids.flatMap((id) =>
        connection.all`SELECT * FROM entities WHERE workspace = ${workspace} AND id = ${id}`.map(entityFrom),
      );
    },
    async findNamed(projectId, kind, nameKeys) {
      return nameKeys.flatMap((key) =>
        connection.all`SELECT * ${present(projectId, kind)} AND name_key = ${key}`.map(entityFrom),
      );
    },
    async listEntities(projectId, kinds, limit, after) {
      // One query for each kind uses the order of the index; one query for all would sort.
      const found = (kinds ?? ENTITY_KINDS).flatMap(
        (kind) =>
          connection.all`SELECT * ${present(projectId, kind)} AND seq > ${after} ORDER BY seq LIMIT ${limit}`,
      );
      return found
        .map((row) => ({ seq: Number(row.seq), entity: entityFrom(row) }))
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    },
    async countEntities(projectId) {
      const rows = connection.all`SELECT kind, count(*) AS count FROM entities
        WHERE ${inCampaign(projectId)} AND is_removed = 0 GROUP BY kind`;
      return Object.fromEntries(rows.map(({ kind, count }) => [String(kind), Number(count)]));
    },
    async listNames(projectId, kind, limit) {
      const rows = connection.all`SELECT name ${present(projectId, kind)} ORDER BY seq LIMIT ${limit}`;
      return rows.map(({ name }) => String(name));
    },
    async listPatches(projectId, { branchId, after, upTo }) {
      const rows = connection.all`SELECT * FROM campaign_patches WHERE ${inCampaign(projectId)}
        AND branch_id = ${branchId} AND turn > ${after} AND turn <= ${upTo} ORDER BY turn, number`;
      return rows.map(patchFrom);
    },
    async listEveryEntity(projectId) {
      return connection.all`SELECT * FROM entities WHERE ${inCampaign(projectId)} ORDER BY seq`.map(
        entityFrom,
      );
    },
    async listFormerNames(projectId) {
      return selectFormerNames(connection, workspace, projectId);
    },
    async listNameChanges(projectId) {
      // The condition must equal that of the index.
      const rows = connection.all`SELECT target, branch_id, turn, number, at, json_extract(after, '$.name') AS name,
          json_extract(after, '$.visibility') AS visibility, json_extract(after, '$.private_to') AS private_to
        FROM campaign_patches
        WHERE ${inCampaign(projectId)} AND CASE WHEN json_valid(after) THEN coalesce(
          json_extract(after, '$.name'), json_extract(after, '$.visibility'), json_extract(after, '$.private_to'))
          END IS NOT NULL`;
      return rows.map(nameChangeFrom);
    },
    async listFormerHolders(projectId, kind, nameKey) {
      const rows = connection.all`SELECT e.*, p.branch_id, p.turn, p.number, p.at FROM campaign_patches p
        JOIN entities e ON e.workspace = p.workspace AND e.id = p.target
        WHERE p.workspace = ${workspace} AND p.project_id = ${projectId} AND p.given_up = ${nameKey}
          AND e.kind = ${kind} AND e.is_removed = 0`;
      return rows.map((row) => ({ entity: entityFrom(row), ...positionFrom(row) }));
    },
    async findKeyed(projectId, key) {
      const row = connection.get`SELECT k.digest AS key_digest, k.answer, e.* FROM campaign_keys k
        JOIN campaign_events e ON e.workspace = k.workspace AND e.id = k.event_id
        WHERE k.workspace = ${workspace} AND k.project_id = ${projectId} AND k.key = ${key}`;
      if (row === undefined) return undefined;
      const answer = objectIn<object | null>(row.answer, null);
      return { digest: String(row.key_digest), answer, event: eventFrom(row) };
    },
    async listTakenIds(ids) {
      const targets = connection.all`SELECT DISTINCT target AS id FROM campaign_patches
        WHERE workspace = ${workspace}`;
      const taken = new Set(targets.map(({ id }) => String(id)));
      return ids.filter((id) => taken.has(id) || hasId('entities', id) || hasId('campaign_events', id));
    },
  };
}

const BODY = raw(jsonOrEmpty('campaign_events.body'));

/** The visibility is a column; only for private events the body must be read. */
function seenBy(audience: Audience | undefined): SqlPart | undefined {
  if (audience === undefined || audience.kind === 'dm') return undefined;
  if (audience.kind === 'party') return sql`visibility = 'public'`;
  return sql`(visibility = 'public' OR (visibility = 'private'
    AND EXISTS (SELECT 1 FROM json_each(${BODY}, '$.private_to') AS one WHERE one.value = ${audience.id})))`;
}

const conditionsOf = (filter: EventFilter, before: EventKey | null) => [
  bound('seq < ?', before?.seq),
  bound('session_id = ?', filter.sessionId),
  oneOf('type', filter.types),
  bound('importance >= ?', filter.minImportance),
  bound('is_turn = ?', filter.isTurn === undefined ? undefined : Number(filter.isTurn)),
  seenBy(filter.seenBy),
];

function segmentConditions(
  workspace: string,
  projectId: string,
  filter: EventFilter,
  before: EventKey | null,
) {
  // The sign prevents the use of the index by branch, which would read the events of all sessions.
  const project = filter.sessionId === undefined ? 'project_id = ?' : '+project_id = ?';
  return filter.segments
    .map((segment) => ({ ...segment, upTo: Math.min(segment.upTo, before?.turn ?? segment.upTo) }))
    .filter(({ after, upTo }) => upTo > after)
    .map(({ branchId, after, upTo }) =>
      and(
        sql`workspace = ${workspace}`,
        bound(project, projectId),
        sql`branch_id = ${branchId} AND turn > ${after} AND turn <= ${upTo}`,
        ...conditionsOf(filter, before),
      ),
    );
}

function createEventReader(
  connection: Connection,
  workspace: string,
): Pick<CampaignReader, 'findEvents' | 'listEvents' | 'countEvents'> {
  return {
    async findEvents(ids) {
      return ids.flatMap((id) =>
        connection.all`SELECT * FROM campaign_events WHERE workspace = ${workspace} AND id = ${id}`.map(
          eventFrom,
        ),
      );
    },
    async listEvents(projectId, filter, limit, before) {
      const rows: Row[] = [];
      for (const condition of segmentConditions(workspace, projectId, filter, before)) {
        if (rows.length >= limit) break;
        const more = connection.all`SELECT * FROM campaign_events WHERE ${condition}
          ORDER BY turn DESC, seq DESC LIMIT ${limit - rows.length}`;
        rows.push(...more);
      }
      return rows.map((row) => ({ seq: Number(row.seq), event: eventFrom(row) }));
    },
    async countEvents(projectId, filter, before) {
      const counts = segmentConditions(workspace, projectId, filter, before).map((condition) =>
        Number(connection.get`SELECT count(*) AS count FROM campaign_events WHERE ${condition}`?.count),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

const FORMER = formerNameKey('');

function listPresent(connection: Connection, workspace: string): readonly CampaignName[] {
  const rows = connection.all`SELECT p.id, p.name FROM campaigns c
    JOIN projects p ON p.workspace = c.workspace AND p.id = c.project_id
    WHERE c.workspace = ${workspace} ORDER BY c.project_id`;
  return rows.map(({ id, name }) => ({ id: String(id), name: String(name), isFormer: false }));
}

function listCampaignNames(connection: Connection, workspace: string): readonly CampaignName[] {
  const rows = connection.all`SELECT k.project_id, k.key FROM campaigns c
    JOIN project_keys k ON k.workspace = c.workspace AND k.project_id = c.project_id
    WHERE c.workspace = ${workspace} AND k.key >= ${FORMER} AND k.key < ${`${FORMER}\u{10ffff}`}`;
  const former = rows.map(({ project_id, key }) => ({
    id: String(project_id),
    name: String(key).slice(FORMER.length),
    isFormer: true,
  }));
  return [...listPresent(connection, workspace), ...former];
}

/**
 * Two processes may create campaigns with similar names at once; the second one is refused and retries. Equal names are refused
 * by the primary key, because ids are made from names. Similar names are checked here, under the write lock of the transaction:
 * stores of earlier releases may contain such names, so a unique index is not possible.
 */
export function refuseSimilarName({ connection, workspace }: Commit, { id }: Campaign): void {
  const present = listPresent(connection, workspace);
  const own = present.find((one) => one.id === id);
  const isTaken = (one: CampaignName) =>
    own !== undefined && one.id !== id && looseName(one.name) === looseName(own.name);
  if (present.some(isTaken)) throw versionConflict('campaign', id);
}
