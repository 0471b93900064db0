import type { CaptureReader } from '../../app/ports/readers.ts';
import { captureContentFrom, captureFrom, clientProcessFrom, readingFrom } from './capture-rows.ts';
import { bound, joined, marks, noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { found } from './rows.ts';

const FACTS =
  'seq, id, project_id, session_id, at, reason, client_summary, reviewed_at, handoff_id, bytes, body, facts_digest, reason_digest';

/** The records of its handoff are still active, and are shown to the next session. */
const IS_CITED = `EXISTS (SELECT 1 FROM records r WHERE r.workspace = captures.workspace
  AND r.session_id = captures.session_id AND r.handoff_id = captures.handoff_id AND r.state = 'active')`;

export const createCaptureReader = (connection: Connection, workspace: string): CaptureReader => ({
  async find(id) {
    return found(
      connection.get(`SELECT ${FACTS} FROM captures WHERE workspace = ? AND id = ?`, workspace, id),
      captureFrom,
    );
  },
  async readContent(id) {
    const row = connection.get(
      'SELECT content, digest FROM captures WHERE workspace = ? AND id = ?',
      workspace,
      id,
    );
    return found(row, captureContentFrom);
  },
  async list({ projectId, exceptProjectIds, sessionId, isUnreviewed, since }, limit, before) {
    const where = joined([
      ['workspace = ?', [workspace]],
      ...bound('project_id = ?', projectId ?? undefined),
      ...bound('session_id = ?', sessionId ?? undefined),
      ...bound('at >= ?', since ?? undefined),
      ...noneOf('+project_id', exceptProjectIds),
      ...(isUnreviewed ? [['reviewed_at IS NULL', []] as const] : []),
      ...bound('seq < ?', before ?? undefined),
    ]);
    const total = connection.get(
      `SELECT count(*) AS count FROM captures WHERE ${where.sql}`,
      ...where.values,
    );
    const rows = connection.all(
      `SELECT ${FACTS} FROM captures WHERE ${where.sql} ORDER BY seq DESC LIMIT ?`,
      ...where.values,
      limit,
    );
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
    return [...new Set(sessionIds)].flatMap((sessionId) =>
      connection
        .all(
          `SELECT ${FACTS} FROM captures WHERE workspace = ? AND session_id = ? ORDER BY seq DESC LIMIT ?`,
          workspace,
          sessionId,
          limit,
        )
        .map(captureFrom),
    );
  },
  async listExpendable(keptFrom, maxBytes, limit) {
    const { bytes } = connection.get(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM captures WHERE workspace = ?',
      workspace,
    ) as { bytes: number };
    const rows = connection.all(
      `SELECT id, bytes, at FROM captures WHERE workspace = ? AND NOT ${IS_CITED} ORDER BY seq LIMIT ?`,
      workspace,
      limit,
    );
    let over = Number(bytes) - maxBytes;
    return rows.flatMap((row) => {
      if (String(row.at) >= keptFrom && over <= 0) return [];
      over -= Number(row.bytes);
      return [String(row.id)];
    });
  },
  async findReading(sessionId) {
    return found(
      connection.get(
        'SELECT * FROM transcript_readings WHERE workspace = ? AND session_id = ?',
        workspace,
        sessionId,
      ),
      readingFrom,
    );
  },
  async findProcess(key) {
    return found(
      connection.get('SELECT * FROM client_processes WHERE workspace = ? AND process = ?', workspace, key),
      clientProcessFrom,
    );
  },
  async listProcesses(sessionIds) {
    if (sessionIds.length === 0) return [];
    return connection
      .all(
        `SELECT * FROM client_processes WHERE workspace = ? AND session_id IN (${marks(sessionIds)})`,
        workspace,
        ...sessionIds,
      )
      .map(clientProcessFrom);
  },
});
