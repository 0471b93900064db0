import type { Change } from '../../app/ports/ledger.ts';
import { hookRepeated } from '../../domain/capture/hook-repeated.ts';
import { captureBody } from './capture-rows.ts';
import type { Connection } from './connection.ts';
import { pack } from './pack.ts';
import { dropCaptureTexts, putCaptureTexts } from './put-text.ts';

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

/** false: it is there already. */
export function putCapture(
  connection: Connection,
  workspace: string,
  { capture, content }: Of<'capture'>,
): boolean {
  const packed = pack(content);
  const before = connection.get(
    'SELECT seq FROM captures WHERE workspace = ? AND id = ?',
    workspace,
    capture.id,
  );
  if (before !== undefined) return false;
  connection.run(
    `INSERT INTO captures (workspace, id, project_id, session_id, at, reason, client_summary, reviewed_at, handoff_id, bytes, body, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    capture.id,
    capture.projectId,
    capture.sessionId,
    capture.at,
    capture.reason,
    capture.clientSummary,
    capture.reviewedAt,
    capture.handoffId,
    packed.length,
    captureBody(capture),
    packed,
  );
  putCaptureTexts(connection, workspace, capture, content);
  return true;
}

export const putCaptureSummary = (
  connection: Connection,
  workspace: string,
  { captureId, summary }: Of<'capture_summary'>,
): void =>
  void connection.run(
    'UPDATE captures SET client_summary = ? WHERE workspace = ? AND id = ?',
    summary,
    workspace,
    captureId,
  );

/** Only the first reader counts. */
export const putCaptureReview = (
  connection: Connection,
  workspace: string,
  { captureId, at }: Of<'capture_reviewed'>,
): void =>
  void connection.run(
    'UPDATE captures SET reviewed_at = ? WHERE workspace = ? AND id = ? AND reviewed_at IS NULL',
    at,
    workspace,
    captureId,
  );

export function dropCapture(
  connection: Connection,
  workspace: string,
  { captureId }: Of<'capture_dropped'>,
): void {
  dropCaptureTexts(connection, workspace, captureId);
  connection.run('DELETE FROM captures WHERE workspace = ? AND id = ?', workspace, captureId);
}

export const putReading = (
  connection: Connection,
  workspace: string,
  { reading }: Of<'transcript_reading'>,
): void => {
  const { sessionId, path, position, updatedAt, ...content } = reading;
  connection.run(
    `INSERT INTO transcript_readings (workspace, session_id, path, position, content, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, session_id) DO UPDATE
     SET path = excluded.path, position = excluded.position, content = excluded.content, updated_at = excluded.updated_at`,
    workspace,
    sessionId,
    path,
    JSON.stringify(position),
    pack(content),
    updatedAt,
  );
};

/** One row for each process of a client; those of long ago are gone with it. */
export function putClientProcess(
  connection: Connection,
  workspace: string,
  { process: playing, forgetBefore }: Of<'client_process'>,
): void {
  connection.run('DELETE FROM client_processes WHERE workspace = ? AND at < ?', workspace, forgetBefore);
  connection.run(
    `INSERT INTO client_processes (workspace, process, client, client_session_id, session_id, at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, process) DO UPDATE
     SET client = excluded.client, client_session_id = excluded.client_session_id,
         session_id = excluded.session_id, at = excluded.at`,
    workspace,
    playing.key,
    playing.client,
    playing.clientSessionId,
    playing.sessionId,
    playing.at,
  );
}

export function putHookCall(
  connection: Connection,
  workspace: string,
  { digest, at, forgetBefore }: Of<'hook_call'>,
): void {
  connection.run('DELETE FROM hook_calls WHERE workspace = ? AND at < ?', workspace, forgetBefore);
  const known = connection.get(
    'SELECT at FROM hook_calls WHERE workspace = ? AND digest = ?',
    workspace,
    digest,
  );
  if (known !== undefined) throw hookRepeated();
  connection.run('INSERT INTO hook_calls (workspace, digest, at) VALUES (?, ?, ?)', workspace, digest, at);
}
