import type { RecordFilter, RecordReader } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { cursorInvalid } from '../../domain/error.ts';
import { digestOf } from '../../domain/id.ts';
import type { RecordStatus, RecordType, ThroughlineRecord } from '../../domain/record/record.ts';
import { createPause, mapInSlices } from '../../lib/concurrency.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { bound, type Clause, joined, marks, noneOf, oneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import type { Row, SqlValue } from './driver.ts';
import { createLiveRecords } from './live-records.ts';
import { recordAsStored, recordFrom } from './rows.ts';
import { jsonOrEmpty } from './stored-json.ts';

/** How many records one statement asks for. */
const PART = 250;

function seqIn(cursor: string): number {
  const seq = decodeCursor(cursor, 1)?.[0];
  if (typeof seq !== 'number') throw cursorInvalid();
  return seq;
}

function statusClause({ status, sessionId }: RecordFilter): Clause[] {
  if (status === undefined) return [];
  const { is, now } = status;
  if (is === 'active') {
    const states = sessionId === undefined ? `('active')` : `('active', 'withheld')`;
    return [[`state IN ${states} AND (expires_at IS NULL OR expires_at > ?)`, [now]]];
  }
  if (is === 'expired') {
    return [[`(state = 'expired' OR (state IN ('active', 'withheld') AND expires_at <= ?))`, [now]]];
  }
  return [['state = ?', [is]]];
}

function whereOf(workspace: string, filter: RecordFilter): { sql: string; values: SqlValue[] } {
  const clauses: Clause[] = [
    ['workspace = ?', [workspace]],
    ...oneOf('session_id', filter.sessionId === undefined ? undefined : [filter.sessionId]),
    ...oneOf(
      'project_id',
      filter.projectIds?.map((id) => id ?? ''),
    ),
    ...noneOf('+project_id', filter.exceptProjectIds),
    ...oneOf('type', filter.types),
    ...oneOf('category', filter.categories),
    ...statusClause(filter),
    ...bound('coalesce(occurred_at, created_at) >= ?', filter.since),
    ...bound('coalesce(occurred_at, created_at) <= ?', filter.until),
    ...bound('created_at <= ?', filter.writtenBy),
  ];
  return joined(clauses);
}

function versionFrom(body: string): ThroughlineRecord {
  const version = { head: null, ...(JSON.parse(body) as Omit<ThroughlineRecord, 'head'>) };
  return digestOf(version.content) === version.digest ? version : { ...version, content: DAMAGED_TEXT };
}

export function createRecordReader(connection: Connection, workspace: string): RecordReader {
  const listLives = createLiveRecords(connection, workspace);

  /** Reads many rows with one statement for each part, and pauses between parts. */
  const readParts = async (wanted: readonly unknown[], read: (part: string) => readonly Row[]) => {
    const pause = createPause();
    const rows: Row[] = [];
    for (let from = 0; from < wanted.length; from += PART) {
      rows.push(...read(JSON.stringify(wanted.slice(from, from + PART))));
      await pause();
    }
    return rows;
  };

  const byDigest = async (
    projectId: string | null,
    type: RecordType,
    digests: readonly string[],
    state: string,
  ): Promise<ThroughlineRecord[]> => {
    const rows = await readParts(digests, (part) =>
      connection
        .all(
          `SELECT r.* FROM json_each(?1) wanted CROSS JOIN records r
             ON r.workspace = ?2 AND r.project_id = ?3 AND r.type = ?4 AND r.digest = wanted.value ${state}`,
          part,
          workspace,
          projectId ?? '',
          type,
        )
        .filter(isContentSound),
    );
    return mapInSlices(rows, recordAsStored);
  };

  return {
    async findAll(ids) {
      const rows = await readParts(ids, (part) =>
        connection.all(
          `SELECT r.* FROM json_each(?1) wanted CROSS JOIN records r
             ON r.workspace = ?2 AND r.id = wanted.value`,
          part,
          workspace,
        ),
      );
      return mapInSlices(rows, recordFrom);
    },
    async findAllAt(ids, at) {
      return ids.flatMap((id) => {
        const now = connection.get(
          'SELECT * FROM records WHERE workspace = ? AND id = ? AND updated_at <= ?',
          workspace,
          id,
          at,
        );
        if (now !== undefined) return [recordFrom(now)];
        const then = connection.get(
          `SELECT body FROM record_versions
           WHERE workspace = ? AND record_id = ? AND json_extract(${jsonOrEmpty('body')}, '$.updatedAt') <= ?
           ORDER BY version DESC LIMIT 1`,
          workspace,
          id,
          at,
        );
        return then === undefined ? [] : [versionFrom(String(then.body))];
      });
    },
    async listActiveByDigest(projectId, type, digests) {
      return byDigest(projectId, type, digests, `AND r.state IN ('active', 'withheld')`);
    },
    async listActiveByTexts(keys) {
      const wanted = keys.map(({ projectId, type, digest }) => [projectId ?? '', type, digest]);
      const rows = await readParts(wanted, (part) =>
        connection
          .all(
            `SELECT r.* FROM json_each(?1) wanted CROSS JOIN records r ON r.workspace = ?2
               AND r.project_id = wanted.value ->> 0 AND r.type = wanted.value ->> 1
               AND r.digest = wanted.value ->> 2 AND r.state IN ('active', 'withheld')`,
            part,
            workspace,
          )
          .filter(isContentSound),
      );
      return mapInSlices(rows, recordAsStored);
    },
    async listByDigest(projectId, type, digests) {
      return byDigest(projectId, type, digests, '');
    },
    async listWrittenBefore(ids, sessionId, since) {
      const rows = connection.all(
        `SELECT wanted.value AS id FROM json_each(?1) wanted
         WHERE (SELECT min(position) FROM journal WHERE workspace = ?2 AND stream = wanted.value) < coalesce(
           (SELECT max(position) FROM journal WHERE workspace = ?2 AND stream = ?3 AND at = ?4),
           (SELECT min(position) FROM journal WHERE workspace = ?2 AND stream = ?3),
           ${Number.MAX_SAFE_INTEGER})`,
        JSON.stringify(ids),
        workspace,
        sessionId,
        since,
      );
      return new Set(rows.map(({ id }) => String(id)));
    },
    async listLiveSubjects(projectId, type) {
      return connection
        .all(
          `SELECT id, subject FROM records INDEXED BY records_by_subject
           WHERE workspace = ? AND project_id = ? AND type = ? AND subject IS NOT NULL AND state = 'active'`,
          workspace,
          projectId,
          type,
        )
        .map(({ id, subject }) => ({ id: String(id), subject: String(subject) }));
    },
    async list(filter, limit, cursor) {
      const where = whereOf(workspace, filter);
      const isNewest = filter.isNewestFirst === true;
      const after = cursor === null ? (isNewest ? Number.MAX_SAFE_INTEGER : 0) : seqIn(cursor);
      const behind = `${where.sql} AND seq ${isNewest ? '<' : '>'} ?`;
      const rows = connection.all(
        `SELECT * FROM records WHERE ${behind} ORDER BY seq ${isNewest ? 'DESC' : 'ASC'} LIMIT ?`,
        ...where.values,
        after,
        limit,
      );
      const count = connection.get(
        `SELECT count(*) AS count FROM records WHERE ${behind}`,
        ...where.values,
        after,
      );
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
      return connection
        .all(
          `SELECT session_id, type, iif(state = 'withheld', 'active', state) AS status, count(*) AS count FROM records
           WHERE workspace = ? AND session_id IN (${marks(sessionIds)}) GROUP BY session_id, type, status`,
          workspace,
          ...sessionIds,
        )
        .map((row) => ({
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
