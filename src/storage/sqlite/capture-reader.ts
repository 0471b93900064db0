import type { CaptureReader } from '../../app/ports/readers.ts';
import { captureContentFrom, captureFrom, clientProcessFrom, readingFrom } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { and, bound, noneOf, oneOf, raw, sql } from './sql.ts';

const FACTS = raw(
  'seq, id, project_id, session_id, at, reason, client_summary, reviewed_at, handoff_id, bytes, body, facts_digest, reason_digest',
);

/** The records of its handoff are still active, and are shown to the next session. */
const IS_CITED = sql`EXISTS (SELECT 1 FROM records r WHERE r.workspace = captures.workspace
  AND r.session_id = captures.session_id AND r.handoff_id = captures.handoff_id AND r.state = 'active')`;

export const createCaptureReader = (connection: Connection, workspace: string): CaptureReader => ({
  async find(id) {
    const row = connection.get`SELECT ${FACTS} FROM captures WHERE workspace = ${workspace} AND id = ${id}`;
    return row && captureFrom(row);
  },
  async readContent(id) {
    const row = connection.get`SELECT content, digest FROM captures WHERE workspace = ${workspace} AND id = ${id}`;
    return row && captureContentFrom(row);
  },
  async list({ projectId, exceptProjectIds, sessionId, isUnreviewed, since }, limit, before) {
    const where = and(
      sql`workspace = ${workspace}`,
      bound('project_id = ?', projectId ?? undefined),
      bound('session_id = ?', sessionId ?? undefined),
      bound('at >= ?', since ?? undefined),
      noneOf('+project_id', exceptProjectIds),
      isUnreviewed ? sql`reviewed_at IS NULL` : undefined,
      bound('seq < ?', before ?? undefined),
    );
    const total = connection.get`SELECT count(*) AS count FROM captures WHERE ${where}`;
    const rows = connection.all`SELECT ${FACTS} FROM captures WHERE ${where} ORDER BY seq DESC LIMIT ${limit}`;
    return {
      items: rows.map((row) => ({
        seq: Number(row.seq),
        bytes: Number(row.bytes),
        capture: captureFrom(row),
      })),
      remaining: Number(total?.count ?? 0) - rows.length,
    };
  },
  async listOfSessions(sessionIds, limit) {
    const rows = [...new Set(sessionIds)].flatMap(
      (sessionId) => connection.all`SELECT ${FACTS} FROM captures
        WHERE workspace = ${workspace} AND session_id = ${sessionId} ORDER BY seq DESC LIMIT ${limit}`,
    );
    return rows.map(captureFrom);
  },
  async listExpendable(keptFrom, maxBytes, limit) {
    const total = connection.get`SELECT coalesce(sum(bytes), 0) AS bytes FROM captures WHERE workspace = ${workspace}`;
    const rows = connection.all`SELECT id, bytes, at FROM captures
      WHERE workspace = ${workspace} AND NOT ${IS_CITED} ORDER BY seq LIMIT ${limit}`;
    let over = Number(total?.bytes) - maxBytes;
    return rows.flatMap((row) => {
      if (String(row.at) >= keptFrom && over <= 0) return [];
      over -= Number(row.bytes);
      return [String(row.id)];
    });
  },
  async findReading(sessionId) {
    const row = connection.get`SELECT * FROM transcript_readings
      WHERE workspace = ${workspace} AND session_id = ${sessionId}`;
    return row && readingFrom(row);
  },
  async findProcess(key) {
    const row = connection.get`SELECT * FROM client_processes WHERE workspace = ${workspace} AND process = ${key}`;
    return row && clientProcessFrom(row);
  },
  async listProcesses(sessionIds) {
    if (sessionIds.length === 0) return [];
    const where = and(sql`workspace = ${workspace}`, oneOf('session_id', sessionIds));
    return connection.all`SELECT * FROM client_processes WHERE ${where}`.map(clientProcessFrom);
  },
});
