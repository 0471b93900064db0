import type { CaptureReader } from '../../app/ports/readers.ts';
import { attempt } from '../../lib/attempt.ts';
import { captureContentFrom, captureFrom, clientProcessFrom, readingFrom } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { parsed } from './rows.ts';
import { and, bound, noneOf, oneOf, raw, sql } from './sql.ts';

const FACTS = raw(
  'seq, id, project_id, session_id, at, reason, client_summary, reviewed_at, handoff_id, bytes, body, facts_digest, reason_digest',
);

/** The records of its handoff are still active, and are shown to the next session. */
const IS_CITED = sql`EXISTS (SELECT 1 FROM records r WHERE r.workspace = captures.workspace
  AND r.session_id = captures.session_id AND r.handoff_id = captures.handoff_id AND r.state = 'active')`;

/** In the words of the partial indexes, so that they are used. */
const IS_NOT_IMPORTED = raw("reason <> 'imported'");
const IS_IMPORTED = raw("reason = 'imported'");

interface Expendable {
  readonly id: string;
  readonly bytes: number;
  readonly isExpired: boolean;
}

/** Those that are expired, and of the others as many of the first as exceed the size. */
const beyond = (rows: readonly Expendable[], excess: number): readonly string[] => {
  let over = excess;
  return rows.flatMap(({ id, bytes, isExpired }) => {
    if (!isExpired && over <= 0) return [];
    over -= bytes;
    return [id];
  });
};

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
      isUnreviewed ? sql`reviewed_at IS NULL AND ${IS_NOT_IMPORTED}` : undefined,
      bound('seq < ?', before ?? undefined),
    );
    const rows = connection.all`SELECT ${FACTS} FROM captures WHERE ${where} ORDER BY seq DESC LIMIT ${limit}`;
    // Fewer than asked for are all there are.
    const total =
      rows.length < limit
        ? rows.length
        : Number(connection.get`SELECT count(*) AS count FROM captures WHERE ${where}`?.count ?? 0);
    return {
      items: rows.map((row) => ({
        seq: Number(row.seq),
        bytes: Number(row.bytes),
        capture: captureFrom(row),
      })),
      remaining: total - rows.length,
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
    const own = sql`workspace = ${workspace} AND ${IS_NOT_IMPORTED}`;
    const total = connection.get`SELECT coalesce(sum(bytes), 0) AS bytes FROM captures WHERE ${own}`;
    const rows = connection.all`SELECT id, bytes, at FROM captures
      WHERE ${own} AND NOT ${IS_CITED} ORDER BY seq LIMIT ${limit}`;
    const judged = rows.map(({ id, bytes, at }) => ({
      id: String(id),
      bytes: Number(bytes),
      isExpired: String(at) < keptFrom,
    }));
    return beyond(judged, Number(total?.bytes) - maxBytes);
  },
  async listExpendableImports(maxBytes, limit) {
    const own = sql`workspace = ${workspace} AND ${IS_IMPORTED}`;
    const total = connection.get`SELECT coalesce(sum(bytes), 0) AS bytes FROM captures WHERE ${own}`;
    const excess = Number(total?.bytes) - maxBytes;
    if (excess <= 0) return [];
    const rows = connection.all`SELECT id, bytes FROM captures
      WHERE ${own} AND NOT ${IS_CITED} ORDER BY at, seq LIMIT ${limit}`;
    const judged = rows.map(({ id, bytes }) => ({ id: String(id), bytes: Number(bytes), isExpired: false }));
    return beyond(judged, excess);
  },
  async findReading(sessionId) {
    const row = connection.get`SELECT * FROM transcript_readings
      WHERE workspace = ${workspace} AND session_id = ${sessionId}`;
    return row && readingFrom(row);
  },
  async findPosition(sessionId) {
    const row = connection.get`SELECT path, position FROM transcript_readings
      WHERE workspace = ${workspace} AND session_id = ${sessionId}`;
    return row && attempt(() => ({ path: String(row.path), position: parsed(row.position) }));
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
