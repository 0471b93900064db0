import type { CaptureReader } from '../../app/ports/readers.ts';
import type { Capture } from '../../domain/capture/capture.ts';
import { hookRepeated } from '../../domain/capture/transcript-reading.ts';
import { attempt } from '../../lib/attempt.ts';
import {
  areFactsSound,
  captureBody,
  captureContentFrom,
  captureFrom,
  clientProcessFrom,
  pack,
  readingFrom,
  storedContent,
  storedReading,
} from './capture-rows.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import { captureFactsDigest, captureReasonDigest, contentDigest, isContentSound } from './digests.ts';
import { dropCaptureTexts, putText, textsOfCapture } from './put-text.ts';
import { parsed } from './rows.ts';
import { and, bound, noneOf, oneOf, raw, sql } from './sql.ts';

function insertCapture(connection: Connection, workspace: string, capture: Capture, packed: string): boolean {
  const { id, projectId, sessionId, at, reason, clientSummary, reviewedAt, handoffId } = capture;
  const body = captureBody(capture);
  const written = connection.run`INSERT INTO captures (workspace, id, project_id, session_id, at, reason,
      client_summary, reviewed_at, handoff_id, bytes, body, content, digest, facts_digest, reason_digest)
    VALUES (${workspace}, ${id}, ${projectId}, ${sessionId}, ${at}, ${reason}, ${clientSummary}, ${reviewedAt},
      ${handoffId}, ${packed.length}, ${body}, ${packed}, ${contentDigest({ content: packed })},
      ${captureFactsDigest({ body, client_summary: clientSummary })}, ${captureReasonDigest({ reason })})
    ON CONFLICT (workspace, id) DO NOTHING`;
  return written === 1;
}

function repairContent(connection: Connection, workspace: string, id: string, packed: string): void {
  const stored = connection.get`SELECT content, digest FROM captures WHERE workspace = ${workspace} AND id = ${id}`;
  if (stored === undefined || isContentSound(stored)) return;
  connection.run`UPDATE captures
    SET content = ${packed}, bytes = ${packed.length}, digest = ${contentDigest({ content: packed })}
    WHERE workspace = ${workspace} AND id = ${id}`;
}

type CaptureChange =
  | 'capture'
  | 'capture_summary'
  | 'capture_reviewed'
  | 'capture_dropped'
  | 'transcript_reading'
  | 'client_process'
  | 'hook_call';

export const captureChanges: ChangeWriters<CaptureChange> = {
  /** The id of a capture is a digest of its content, so a stored capture with other content is damaged, and is written again. */
  capture(commit, { capture, content }) {
    const { connection, workspace } = commit;
    const { id, at, sessionId, reason } = capture;
    const packed = pack(storedContent(content));
    if (!insertCapture(connection, workspace, capture, packed)) {
      repairContent(connection, workspace, id, packed);
      return;
    }
    for (const text of textsOfCapture(capture, content)) putText(connection, workspace, text);
    commit.log(id, { type: 'capture.kept', at, sessionId, reason });
  },

  capture_summary(commit, { captureId, summary, at }) {
    const { connection, workspace } = commit;
    commit.log(captureId, { type: 'capture.summarised', at });
    const stored = connection.get`SELECT body, client_summary, facts_digest FROM captures
      WHERE workspace = ${workspace} AND id = ${captureId}`;
    // A new checksum over facts that are damaged would make them look sound.
    if (stored === undefined || !areFactsSound(stored)) return;
    const digest = captureFactsDigest({ body: stored.body ?? null, client_summary: summary });
    connection.run`UPDATE captures SET client_summary = ${summary}, facts_digest = ${digest}
      WHERE workspace = ${workspace} AND id = ${captureId}`;
  },

  /** Only the first reader counts. */
  capture_reviewed(commit, { captureId, at }) {
    const { connection, workspace } = commit;
    connection.run`UPDATE captures SET reviewed_at = ${at}
      WHERE workspace = ${workspace} AND id = ${captureId} AND reviewed_at IS NULL`;
    commit.log(captureId, { type: 'capture.reviewed', at });
  },

  capture_dropped(commit, { captureId, at }) {
    const { connection, workspace } = commit;
    dropCaptureTexts(connection, workspace, captureId);
    connection.run`DELETE FROM captures WHERE workspace = ${workspace} AND id = ${captureId}`;
    commit.log(captureId, { type: 'capture.dropped', at });
  },

  transcript_reading({ connection, workspace }, { reading }) {
    const { sessionId, path, position, updatedAt } = reading;
    connection.run`INSERT INTO transcript_readings (workspace, session_id, path, position, content, updated_at)
      VALUES (${workspace}, ${sessionId}, ${path}, ${JSON.stringify(position)}, ${pack(storedReading(reading))},
        ${updatedAt})
      ON CONFLICT (workspace, session_id) DO UPDATE SET path = excluded.path, position = excluded.position,
        content = excluded.content, updated_at = excluded.updated_at`;
  },

  client_process({ connection, workspace }, { process, forgetBefore }) {
    const { key, client, clientSessionId, sessionId, at } = process;
    connection.run`DELETE FROM client_processes WHERE workspace = ${workspace} AND at < ${forgetBefore}`;
    connection.run`INSERT INTO client_processes (workspace, process, client, client_session_id, session_id, at)
      VALUES (${workspace}, ${key}, ${client}, ${clientSessionId}, ${sessionId}, ${at})
      ON CONFLICT (workspace, process) DO UPDATE SET client = excluded.client,
        client_session_id = excluded.client_session_id, session_id = excluded.session_id, at = excluded.at`;
  },

  hook_call({ connection, workspace }, { digest, at, forgetBefore }) {
    connection.run`DELETE FROM hook_calls WHERE workspace = ${workspace} AND at < ${forgetBefore}`;
    const written = connection.run`INSERT INTO hook_calls (workspace, digest, at)
      VALUES (${workspace}, ${digest}, ${at}) ON CONFLICT (workspace, digest) DO NOTHING`;
    if (written !== 1) throw hookRepeated();
  },
};

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
