import { versionConflict } from '../../domain/error.ts';
import { extractFilePaths } from '../../domain/extract-file-paths.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import type { RecordCounts } from './record-counts.ts';
import { objectIn } from './stored-json.ts';

const NO_TEXT: Pick<ThroughlineRecord, 'content'> = { content: '' };

/** Deletes the row if it still has the version that the decision to forget it rests on, and returns what it was. */
function deleteRow(connection: Connection, workspace: string, { id, version }: ThroughlineRecord): Row {
  const [row] = connection.all(
    'DELETE FROM records WHERE workspace = ? AND id = ? AND version = ? RETURNING project_id, type, state',
    workspace,
    id,
    version,
  );
  if (row === undefined) throw versionConflict('record', id);
  return row;
}

/** Returns the texts that the record had before. */
const deleteVersions = (connection: Connection, workspace: string, { id }: ThroughlineRecord): string[] =>
  connection
    .all('DELETE FROM record_versions WHERE workspace = ? AND record_id = ? RETURNING body', workspace, id)
    .map(({ body }) => objectIn(body, NO_TEXT).content);

/** File names that only the forgotten text spoke of; what another record or a note of the session names stays. */
function forgetFiles(connection: Connection, workspace: string, sessionId: string, texts: string[]): void {
  for (const path of new Set(texts.flatMap((text) => extractFilePaths(text)))) {
    connection.run(
      `DELETE FROM session_files WHERE workspace = ?1 AND session_id = ?2 AND path = ?3
         AND NOT EXISTS (SELECT 1 FROM records WHERE workspace = ?1 AND session_id = ?2 AND instr(content, ?3))
         AND NOT EXISTS (SELECT 1 FROM notes WHERE workspace = ?1 AND session_id = ?2
           AND (instr(summary, ?3) OR instr(body, ?3)))`,
      workspace,
      sessionId,
      path,
    );
  }
}

export function forgetRecord(
  connection: Connection,
  workspace: string,
  record: ThroughlineRecord,
  counts: RecordCounts,
): void {
  const row = deleteRow(connection, workspace, record);
  const texts = [record.content, ...deleteVersions(connection, workspace, record)];
  if (record.sessionId !== null) forgetFiles(connection, workspace, record.sessionId, texts);
  // Counted by the row itself: closing a session withholds records without a new version.
  counts.add(String(row.project_id), String(row.type), String(row.state), -1);
}
