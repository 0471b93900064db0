import { versionConflict } from '../../domain/error.ts';
import { extractFilePaths } from '../../domain/extract-file-paths.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import type { Commit } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { sql } from './sql.ts';
import { objectIn } from './stored-json.ts';

const NO_TEXT: Pick<ThroughlineRecord, 'content'> = { content: '' };

/** Deletes the row if it still has the version that the decision to forget it rests on, and returns what it was. */
function deleteRow(connection: Connection, workspace: string, { id, version }: ThroughlineRecord): Row {
  const [row] = connection.all`DELETE FROM records
    WHERE workspace = ${workspace} AND id = ${id} AND version = ${version} RETURNING project_id, type, state`;
  if (row === undefined) throw versionConflict('record', id);
  return row;
}

function deleteVersions(connection: Connection, workspace: string, { id }: ThroughlineRecord): string[] {
  const rows = connection.all`DELETE FROM record_versions
    WHERE workspace = ${workspace} AND record_id = ${id} RETURNING body`;
  return rows.map(({ body }) => objectIn(body, NO_TEXT).content);
}

/** File names that only the forgotten text spoke of; what another record or a note of the session names stays. */
function forgetFiles(connection: Connection, workspace: string, sessionId: string, texts: string[]): void {
  for (const path of new Set(texts.flatMap((text) => extractFilePaths(text)))) {
    const ofSession = sql`workspace = ${workspace} AND session_id = ${sessionId}`;
    connection.run`DELETE FROM session_files WHERE ${ofSession} AND path = ${path}
      AND NOT EXISTS (SELECT 1 FROM records WHERE ${ofSession} AND instr(content, ${path}))
      AND NOT EXISTS (SELECT 1 FROM notes WHERE ${ofSession} AND (instr(summary, ${path}) OR instr(body, ${path})))`;
  }
}

export function forgetRecord(commit: Commit, record: ThroughlineRecord): void {
  const { connection, workspace } = commit;
  const row = deleteRow(connection, workspace, record);
  const texts = [record.content, ...deleteVersions(connection, workspace, record)];
  if (record.sessionId !== null) forgetFiles(connection, workspace, record.sessionId, texts);
  // Counted by the row itself: closing a session withholds records without a new version.
  commit.count(String(row.project_id), String(row.type), String(row.state), -1);
}
