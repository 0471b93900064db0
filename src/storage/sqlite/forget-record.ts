import { filesNamed } from '../../domain/files-named.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Connection } from './connection.ts';
import type { RecordCounts } from './record-counts.ts';
import { projectIdOf } from './refuse-second.ts';
import { stateOf } from './rows.ts';
import { objectIn } from './stored-json.ts';

const NO_TEXT: Pick<ThroughlineRecord, 'content'> = { content: '' };

function textsOf(connection: Connection, workspace: string, record: ThroughlineRecord): string[] {
  const earlier = connection.all(
    'SELECT body FROM record_versions WHERE workspace = ? AND record_id = ?',
    workspace,
    record.id,
  );
  return [record.content, ...earlier.map(({ body }) => objectIn(body, NO_TEXT).content)];
}

/** File names that only the forgotten text spoke of; what another record or a note of the session names stays. */
function forgetFiles(connection: Connection, workspace: string, sessionId: string, texts: string[]): void {
  for (const path of new Set(texts.flatMap((text) => filesNamed(text)))) {
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
  const stored = connection.get(
    'SELECT version FROM records WHERE workspace = ? AND id = ?',
    workspace,
    record.id,
  );
  if (Number(stored?.version ?? 0) !== record.version) throw versionConflict('record', record.id);
  const texts = textsOf(connection, workspace, record);
  connection.run('DELETE FROM record_versions WHERE workspace = ? AND record_id = ?', workspace, record.id);
  connection.run('DELETE FROM records WHERE workspace = ? AND id = ?', workspace, record.id);
  if (record.sessionId !== null) forgetFiles(connection, workspace, record.sessionId, texts);
  counts.add(projectIdOf(record.projectId), record.type, stateOf(record), -1);
}
