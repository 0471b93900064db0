import type { Change } from '../../app/ports/ledger.ts';
import type { NoteReader } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { versionConflict } from '../../domain/error.ts';
import type { Note, NoteVisibility } from '../../domain/note/note.ts';
import type { Connection } from './connection.ts';
import { matches, noteRowDigest } from './digests.ts';
import type { Row } from './driver.ts';
import { putNoteText } from './put-text.ts';
import { bodyOf, found, numberOrNull, parsed, text, textOrNull } from './rows.ts';

const BODY_FIELDS = [
  'events',
  'charactersPresent',
  'npcsEncountered',
  'questUpdates',
  'combatEncounters',
  'experienceGained',
  'treasureFound',
  'notes',
] as const;
type NoteBody = Pick<Note, (typeof BODY_FIELDS)[number]>;

export const noteBody = (note: Note): string => bodyOf(note, BODY_FIELDS);

const EMPTY_BODY: NoteBody = {
  events: [],
  charactersPresent: [],
  npcsEncountered: [],
  questUpdates: {},
  combatEncounters: [],
  experienceGained: null,
  treasureFound: [],
  notes: null,
};

const noteWith = (row: Row, body: NoteBody): Note => ({
  ...body,
  id: text(row.id),
  sessionId: text(row.session_id),
  projectId: text(row.project_id),
  summary: text(row.summary),
  sessionNumber: numberOrNull(row.session_number),
  title: textOrNull(row.title),
  occurredAt: textOrNull(row.occurred_at),
  visibility: text(row.visibility) as NoteVisibility,
  createdAt: text(row.created_at),
  updatedAt: text(row.updated_at),
  version: Number(row.version),
});

export const isNoteSound = (row: Row): boolean => matches(row.digest, () => noteRowDigest(row));

/** As it is on disk; throws where that cannot be read. */
export const noteAsStored = (row: Row): Note => noteWith(row, parsed<NoteBody>(row.body));

function noteFrom(row: Row): Note {
  if (isNoteSound(row)) {
    try {
      return noteAsStored(row);
    } catch {
      // Stored before there were checksums, and damaged since.
    }
  }
  return { ...noteWith(row, EMPTY_BODY), summary: DAMAGED_TEXT, title: null, occurredAt: null };
}

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

export const createNoteReader = (connection: Connection, workspace: string): NoteReader => ({
  async find(id) {
    const row = connection.get('SELECT * FROM notes WHERE workspace = ? AND id = ?', workspace, id);
    return found(row, noteFrom);
  },
  async listOf(sessionIds) {
    return sessionIds.flatMap((sessionId) =>
      connection
        .all('SELECT * FROM notes WHERE workspace = ? AND session_id = ? ORDER BY seq', workspace, sessionId)
        .map(noteFrom),
    );
  },
});
