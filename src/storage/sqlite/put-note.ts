import type { Change } from '../../app/ports/ledger.ts';
import type { Note } from '../../domain/note/note.ts';
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

const columnsOf = (note: Note) => ({
  summary: note.summary,
  session_number: note.sessionNumber,
  title: note.title,
  occurred_at: note.occurredAt,
  body: noteBody(note),
  visibility: note.visibility,
});

function insertNote(connection: Connection, workspace: string, note: Note): void {
  const columns = columnsOf(note);
  const written = connection.run(
    `INSERT INTO notes (workspace, id, session_id, project_id, summary, session_number, title, occurred_at, body,
       visibility, created_at, updated_at, version, digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace, id) DO NOTHING`,
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
  if (written !== 1) throw versionConflict('note', note.id);
}

function updateNote(connection: Connection, workspace: string, note: Note, expectedVersion: number): void {
  const stored = connection.get('SELECT * FROM notes WHERE workspace = ? AND id = ?', workspace, note.id);
  const columns = columnsOf(note);
  const written = connection.run(
    `UPDATE notes SET summary = ?, session_number = ?, title = ?, occurred_at = ?, body = ?, visibility = ?,
       updated_at = ?, version = ?, digest = ?
     WHERE workspace = ? AND id = ? AND version = ?`,
    ...Object.values(columns),
    note.updatedAt,
    note.version,
    noteRowDigest(columns),
    workspace,
    note.id,
    expectedVersion,
  );
  if (stored?.version !== expectedVersion || written !== 1) throw versionConflict('note', note.id);
  connection.run(
    'INSERT INTO note_versions (workspace, note_id, version, body) VALUES (?, ?, ?, ?)',
    workspace,
    note.id,
    expectedVersion,
    versionBody(stored),
  );
}

export function putNote(
  connection: Connection,
  workspace: string,
  { note, expectedVersion }: NoteChange,
): void {
  if (expectedVersion === 0) insertNote(connection, workspace, note);
  else updateNote(connection, workspace, note, expectedVersion);
  putNoteText(connection, workspace, note);
}
