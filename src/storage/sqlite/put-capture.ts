import type { Change } from '../../app/ports/ledger.ts';
import type { Capture } from '../../domain/capture/capture.ts';
import { hookRepeated } from '../../domain/capture/transcript-reading.ts';
import { areFactsSound, captureBody, pack, storedContent, storedReading } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { captureFactsDigest, captureReasonDigest, contentDigest, isContentSound } from './digests.ts';
import { dropCaptureTexts, putCaptureTexts } from './put-text.ts';

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

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

/**
 * Returns false where the capture exists. Its id is a digest of its content, so a stored capture with other content is
 * damaged, and is written again.
 */
export function putCapture(
  connection: Connection,
  workspace: string,
  { capture, content }: Of<'capture'>,
): boolean {
  const packed = pack(storedContent(content));
  if (!insertCapture(connection, workspace, capture, packed)) {
    repairContent(connection, workspace, capture.id, packed);
    return false;
  }
  putCaptureTexts(connection, workspace, capture, content);
  return true;
}

export function putCaptureSummary(
  connection: Connection,
  workspace: string,
  { captureId, summary }: Of<'capture_summary'>,
): void {
  const stored = connection.get`SELECT body, client_summary, facts_digest FROM captures
    WHERE workspace = ${workspace} AND id = ${captureId}`;
  // A new checksum over facts that are damaged would make them look sound.
  if (stored === undefined || !areFactsSound(stored)) return;
  const digest = captureFactsDigest({ body: stored.body ?? null, client_summary: summary });
  connection.run`UPDATE captures SET client_summary = ${summary}, facts_digest = ${digest}
    WHERE workspace = ${workspace} AND id = ${captureId}`;
}

/** Only the first reader counts. */
export function putCaptureReview(
  connection: Connection,
  workspace: string,
  { captureId, at }: Of<'capture_reviewed'>,
): void {
  connection.run`UPDATE captures SET reviewed_at = ${at}
    WHERE workspace = ${workspace} AND id = ${captureId} AND reviewed_at IS NULL`;
}

export function dropCapture(
  connection: Connection,
  workspace: string,
  { captureId }: Of<'capture_dropped'>,
): void {
  dropCaptureTexts(connection, workspace, captureId);
  connection.run`DELETE FROM captures WHERE workspace = ${workspace} AND id = ${captureId}`;
}

export function putReading(
  connection: Connection,
  workspace: string,
  { reading }: Of<'transcript_reading'>,
): void {
  const { sessionId, path, position, updatedAt } = reading;
  connection.run`INSERT INTO transcript_readings (workspace, session_id, path, position, content, updated_at)
    VALUES (${workspace}, ${sessionId}, ${path}, ${JSON.stringify(position)}, ${pack(storedReading(reading))},
      ${updatedAt})
    ON CONFLICT (workspace, session_id) DO UPDATE
    SET path = excluded.path, position = excluded.position, content = excluded.content, updated_at = excluded.updated_at`;
}

/** One row for each process of a client; those of long ago are deleted with it. */
export function putClientProcess(
  connection: Connection,
  workspace: string,
  { process: { key, client, clientSessionId, sessionId, at }, forgetBefore }: Of<'client_process'>,
): void {
  connection.run`DELETE FROM client_processes WHERE workspace = ${workspace} AND at < ${forgetBefore}`;
  connection.run`INSERT INTO client_processes (workspace, process, client, client_session_id, session_id, at)
    VALUES (${workspace}, ${key}, ${client}, ${clientSessionId}, ${sessionId}, ${at})
    ON CONFLICT (workspace, process) DO UPDATE
    SET client = excluded.client, client_session_id = excluded.client_session_id,
        session_id = excluded.session_id, at = excluded.at`;
}

export function putHookCall(
  connection: Connection,
  workspace: string,
  { digest, at, forgetBefore }: Of<'hook_call'>,
): void {
  connection.run`DELETE FROM hook_calls WHERE workspace = ${workspace} AND at < ${forgetBefore}`;
  const written = connection.run`INSERT INTO hook_calls (workspace, digest, at)
    VALUES (${workspace}, ${digest}, ${at}) ON CONFLICT (workspace, digest) DO NOTHING`;
  if (written !== 1) throw hookRepeated();
}
