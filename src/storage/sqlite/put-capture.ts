import type { Capture } from '../../domain/capture/capture.ts';
import { hookRepeated } from '../../domain/capture/transcript-reading.ts';
import { areFactsSound, captureBody, pack, storedContent, storedReading } from './capture-rows.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import { captureFactsDigest, captureReasonDigest, contentDigest, isContentSound } from './digests.ts';
import { dropCaptureTexts, putText, textsOfCapture } from './put-text.ts';

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
