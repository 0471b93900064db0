import type { RecordFilter, RecordReader } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { cursorInvalid } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import { createPause } from '../../lib/concurrency.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import type { Row } from './driver.ts';
import { createLiveRecords } from './live-records.ts';
import { PackedRows } from './packed-rows.ts';
import { recordAsStored, recordFrom } from './rows.ts';
import { and, bound, noneOf, oneOf, raw, type SqlPart, sql } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

const PART = 250;

/** Those that `recordFrom` reads. */
const COLUMNS =
  `id, type, category, importance, content, digest, subject, state, project_id, session_id, handoff_id, source,
  position, worktree, branch, head, created_at, occurred_at, updated_at, version, tags, aliases, supersedes,
  superseded_by, resolved_at, resolution, expires_at, facts_digest`.split(/,\s+/);

const ROWS = new PackedRows(Object.fromEntries(COLUMNS.map((name) => [name, `r.${name}`])), (row) => row, 0);

function seqIn(cursor: string): number {
  const seq = decodeCursor(cursor, 1)?.[0];
  if (typeof seq !== 'number') throw cursorInvalid();
  return seq;
}

function hasStatus({ status, sessionId }: RecordFilter): SqlPart | undefined {
  if (status === undefined) return undefined;
  const { is, now } = status;
  if (is === 'active') {
    const states = raw(sessionId === undefined ? `('active')` : `('active', 'withheld')`);
    return sql`state IN ${states} AND (expires_at IS NULL OR expires_at > ${now})`;
  }
  if (is === 'expired')
    return sql`(state = 'expired' OR (state IN ('active', 'withheld') AND expires_at <= ${now}))`;
  return sql`state = ${is}`;
}

const filterCondition = (workspace: string, filter: RecordFilter): SqlPart =>
  and(
    sql`workspace = ${workspace}`,
    bound('session_id = ?', filter.sessionId),
    oneOf(
      'project_id',
      filter.projectIds?.map((id) => id ?? ''),
    ),
    noneOf('+project_id', filter.exceptProjectIds),
    oneOf('type', filter.types),
    oneOf('category', filter.categories),
    hasStatus(filter),
    bound('coalesce(occurred_at, created_at) >= ?', filter.since),
    bound('coalesce(occurred_at, created_at) <= ?', filter.until),
    bound('created_at <= ?', filter.writtenBy),
  );

function versionFrom(body: string): ThroughlineRecord {
  const version = { head: null, ...(JSON.parse(body) as Omit<ThroughlineRecord, 'head'>) };
  return digestOf(version.content) === version.digest ? version : { ...version, content: DAMAGED_TEXT };
}

export function createRecordReader(connection: Connection, workspace: string): RecordReader {
  const listLives = createLiveRecords(connection, workspace);

  const readRows = (from: SqlPart) => ROWS.read(connection, from.text, ...from.values);

  /** `condition`: which records belong to a wanted one. */
  const readWanted = async (
    wanted: readonly unknown[],
    condition: SqlPart,
    recordsIn: (rows: readonly Row[]) => readonly ThroughlineRecord[],
  ): Promise<ThroughlineRecord[]> => {
    const pause = createPause();
    const records: ThroughlineRecord[] = [];
    for (let from = 0; from < wanted.length; from += PART) {
      const part = JSON.stringify(wanted.slice(from, from + PART));
      const rows = readRows(sql`FROM json_each(${part}) wanted CROSS JOIN records r
        ON r.workspace = ${workspace} AND ${condition}`);
      records.push(...recordsIn(rows));
      await pause();
    }
    return records;
  };

  /** Those with a damaged text are left out. */
  const findWanted = (wanted: readonly unknown[], condition: SqlPart) =>
    readWanted(wanted, condition, (rows) => rows.filter(isContentSound).map(recordAsStored));

  const hasDigest = (projectId: string | null, type: RecordType) =>
    sql`r.project_id = ${projectId ?? ''} AND r.type = ${type} AND r.digest = wanted.value`;

  return {
    async findAll(ids) {
      return readWanted(ids, sql`r.id = wanted.value`, (rows) => rows.map(recordFrom));
    },
    async findAllAt(ids, at) {
      return ids.flatMap((id) => {
        const now = connection.get`SELECT * FROM records
          WHERE workspace = ${workspace} AND id = ${id} AND updated_at <= ${at}`;
        if (now !== undefined) return [recordFrom(now)];
        const then = connection.get`SELECT body FROM record_versions
          WHERE workspace = ${workspace} AND record_id = ${id}
            AND json_extract(${raw(jsonOrEmpty('body'))}, '$.updatedAt') <= ${at}
          ORDER BY version DESC LIMIT 1`;
        return then === undefined ? [] : [versionFrom(String(then.body))];
      });
    },
    async listActiveByDigest(projectId, type, digests) {
      return findWanted(digests, sql`${hasDigest(projectId, type)} AND r.state IN ('active', 'withheld')`);
    },
    async listActiveByTexts(keys) {
      const wanted = keys.map(({ projectId, type, digest }) => [projectId ?? '', type, digest]);
      const hasText = sql`r.project_id = wanted.value ->> 0 AND r.type = wanted.value ->> 1
        AND r.digest = wanted.value ->> 2 AND r.state IN ('active', 'withheld')`;
      return findWanted(wanted, hasText);
    },
    async listByDigest(projectId, type, digests) {
      return findWanted(digests, hasDigest(projectId, type));
    },
    async listWrittenBefore(ids, sessionId, since) {
      const ofSession = sql`workspace = ${workspace} AND stream = ${sessionId}`;
      const rows = connection.all`SELECT wanted.value AS id FROM json_each(${JSON.stringify(ids)}) wanted
        WHERE (SELECT min(position) FROM journal WHERE workspace = ${workspace} AND stream = wanted.value) < coalesce(
          (SELECT max(position) FROM journal WHERE ${ofSession} AND at = ${since}),
          (SELECT min(position) FROM journal WHERE ${ofSession}),
          ${Number.MAX_SAFE_INTEGER})`;
      return new Set(rows.map(({ id }) => String(id)));
    },
    async listLiveSubjects(projectId, type) {
      const rows = connection.all`SELECT id, subject FROM records INDEXED BY records_by_subject
        WHERE workspace = ${workspace} AND project_id = ${projectId} AND type = ${type} AND subject IS NOT NULL
          AND state = 'active'`;
      return rows.map(({ id, subject }) => ({ id: String(id), subject: String(subject) }));
    },
    async listLastOf(sessionIds, type) {
      if (sessionIds.length === 0) return [];
      const rows = readRows(sql`FROM json_each(${JSON.stringify(sessionIds)}) wanted
        CROSS JOIN records r ON r.seq = (SELECT max(seq) FROM records
          WHERE workspace = ${workspace} AND session_id = wanted.value AND type = ${type})`);
      return rows.map(recordFrom);
    },
    async list(filter, limit, cursor) {
      const isNewest = filter.isNewestFirst === true;
      const after = cursor === null ? (isNewest ? Number.MAX_SAFE_INTEGER : 0) : seqIn(cursor);
      const isBehind = bound(isNewest ? 'seq < ?' : 'seq > ?', after);
      const where = and(filterCondition(workspace, filter), isBehind);
      const rows = connection.all`SELECT * FROM records WHERE ${where}
        ORDER BY seq ${raw(isNewest ? 'DESC' : 'ASC')} LIMIT ${limit}`;
      // Fewer than asked for are all there are.
      const count =
        rows.length < limit
          ? undefined
          : connection.get`SELECT count(*) AS count FROM records WHERE ${where}`;
      const remaining = Math.max(0, Number(count?.count ?? 0) - rows.length);
      const last = rows.at(-1);
      return {
        items: rows.map(recordFrom),
        remaining,
        nextCursor: remaining > 0 && last !== undefined ? encodeCursor(Number(last.seq)) : null,
      };
    },
    async countBySession(sessionIds) {
      if (sessionIds.length === 0) return [];
      const where = and(sql`workspace = ${workspace}`, oneOf('session_id', sessionIds));
      const rows = connection.all`SELECT session_id, type, iif(state = 'withheld', 'active', state) AS status,
          count(*) AS count
        FROM records WHERE ${where} GROUP BY session_id, type, status`;
      return rows.map((row) => ({
        sessionId: String(row.session_id),
        type: String(row.type) as RecordType,
        status: String(row.status) as RecordStatus,
        count: Number(row.count),
      }));
    },
    async listLive(projectId, type, limit, maxChars, now) {
      return (
        listLives(projectId, new Map([[type, limit]]), maxChars, now).get(type) ?? { items: [], total: 0 }
      );
    },
    async listLiveOf(projectId, limits, maxChars, now) {
      return listLives(projectId, limits, maxChars, now);
    },
  };
}
