import type { Change } from '../../app/ports/ledger.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import type { Connection } from './connection.ts';
import { putNoteText } from './put-text.ts';
import { noteBody, noteFrom } from './rows.ts';

type NoteChange = Extract<Change, { kind: 'note' }>;

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
      JSON.stringify(noteFrom(stored)),
    );
  }
  connection.run(
    `INSERT INTO notes (workspace, id, session_id, project_id, summary, session_number, title, occurred_at, body,
       visibility, created_at, updated_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET summary = excluded.summary, session_number = excluded.session_number,
       title = excluded.title, occurred_at = excluded.occurred_at, body = excluded.body,
       visibility = excluded.visibility, updated_at = excluded.updated_at, version = excluded.version`,
    workspace,
    note.id,
    note.sessionId,
    note.projectId,
    note.summary,
    note.sessionNumber,
    note.title,
    note.occurredAt,
    noteBody(note),
    note.visibility,
    note.createdAt,
    note.updatedAt,
    note.version,
  );
  putNoteText(connection, workspace, note);
}
