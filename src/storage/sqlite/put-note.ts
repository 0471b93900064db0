import type { Change } from '../../app/ports/ledger.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Connection } from './connection.ts';
import { noteRowDigest } from './digests.ts';
import type { Row } from './driver.ts';
import { putNoteText } from './put-text.ts';
import { isNoteSound, noteAsStored, noteBody } from './rows.ts';

type NoteChange = Extract<Change, { kind: 'note' }>;

/** The version that is replaced; of a damaged one, whatever is left of its row. */
const versionBody = (stored: Row): string =>
  JSON.stringify(isNoteSound(stored) ? noteAsStored(stored) : stored);

export function putNote(
  connection: Connection,
  workspace: string,
  { note, expectedVersion }: NoteChange,
): void {
  const stored = connection.get('SELECT * FROM notes WHERE workspace = ? AND id = ?', workspace, note.id);
  if (Number(stored?.version ?? 0) !== expectedVersion) throw versionConflict('note', note.id);
  if (stored !== undefined) {
    connection.run(
      'INSERT INTO note_versions (workspace, note_id, version, body) VALUES (?, ?, ?, ?)',
      workspace,
      note.id,
      expectedVersion,
      versionBody(stored),
    );
  }
  const columns = {
    summary: note.summary,
    session_number: note.sessionNumber,
    title: note.title,
    occurred_at: note.occurredAt,
    body: noteBody(note),
    visibility: note.visibility,
  };
  connection.run(
    `INSERT INTO notes (workspace, id, session_id, project_id, summary, session_number, title, occurred_at, body,
       visibility, created_at, updated_at, version, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET summary = excluded.summary, session_number = excluded.session_number,
       title = excluded.title, occurred_at = excluded.occurred_at, body = excluded.body,
       visibility = excluded.visibility, updated_at = excluded.updated_at, version = excluded.version,
       digest = excluded.digest`,
    workspace,
    note.id,
    note.sessionId,
    note.projectId,
    ...Object.values(columns),
    note.createdAt,
    note.updatedAt,
    note.version,
    noteRowDigest(columns),
  );
  putNoteText(connection, workspace, note);
}
