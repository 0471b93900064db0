import type { NoteReader } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { versionConflict } from '../../domain/error.ts';
import { type Note, type NoteVisibility, noteEvent } from '../../domain/note/note.ts';
import { attempt } from '../../lib/attempt.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import { matches, noteRowDigest } from './digests.ts';
import type { Row } from './driver.ts';
import { putText, textOfNote } from './put-text.ts';
import { bodyOf, numberOrNull, parsed, text, textOrNull } from './rows.ts';

const EMPTY_BODY = {
  events: [],
  charactersPresent: [],
  npcsEncountered: [],
  questUpdates: {},
  combatEncounters: [],
  experienceGained: null,
  treasureFound: [],
  notes: null,
} satisfies Partial<Note>;
type NoteBody = Pick<Note, keyof typeof EMPTY_BODY>;

export const noteBody = (note: Note): string => bodyOf<NoteBody>(note, EMPTY_BODY);

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
  // What was stored before there were checksums may be damaged although it looks sound.
  const note = isNoteSound(row) ? attempt(() => noteAsStored(row)) : undefined;
  return note ?? { ...noteWith(row, EMPTY_BODY), summary: DAMAGED_TEXT, title: null, occurredAt: null };
}

/** The version that is replaced; of a damaged one, what is left of its row. */
const versionBody = (stored: Row) => JSON.stringify(isNoteSound(stored) ? noteAsStored(stored) : stored);

const textColumns = (note: Note) => ({
  summary: note.summary,
  session_number: note.sessionNumber,
  title: note.title,
  occurred_at: note.occurredAt,
  body: noteBody(note),
  visibility: note.visibility,
});

function insertNote(connection: Connection, workspace: string, note: Note): void {
  const columns = textColumns(note);
  const { summary, session_number, title, occurred_at, body, visibility } = columns;
  const written = connection.run`INSERT INTO notes (workspace, id, session_id, project_id, summary, session_number,
      title, occurred_at, body, visibility, created_at, updated_at, version, digest)
    VALUES (${workspace}, ${note.id}, ${note.sessionId}, ${note.projectId}, ${summary}, ${session_number},
      ${title}, ${occurred_at}, ${body}, ${visibility}, ${note.createdAt}, ${note.updatedAt}, ${note.version},
      ${noteRowDigest(columns)})
    ON CONFLICT (workspace, id) DO NOTHING`;
  if (written !== 1) throw versionConflict('note', note.id);
}

function updateNote(connection: Connection, workspace: string, note: Note, expectedVersion: number): void {
  const stored = connection.get`SELECT * FROM notes WHERE workspace = ${workspace} AND id = ${note.id}`;
  const columns = textColumns(note);
  const { summary, session_number, title, occurred_at, body, visibility } = columns;
  const written = connection.run`UPDATE notes SET summary = ${summary}, session_number = ${session_number},
      title = ${title}, occurred_at = ${occurred_at}, body = ${body}, visibility = ${visibility},
      updated_at = ${note.updatedAt}, version = ${note.version}, digest = ${noteRowDigest(columns)}
    WHERE workspace = ${workspace} AND id = ${note.id} AND version = ${expectedVersion}`;
  if (stored?.version !== expectedVersion || written !== 1) throw versionConflict('note', note.id);
  connection.run`INSERT INTO note_versions (workspace, note_id, version, body)
    VALUES (${workspace}, ${note.id}, ${expectedVersion}, ${versionBody(stored)})`;
}

export const noteChanges: ChangeWriters<'note'> = {
  note(commit, { note, expectedVersion }) {
    const { connection, workspace } = commit;
    if (expectedVersion === 0) insertNote(connection, workspace, note);
    else updateNote(connection, workspace, note, expectedVersion);
    putText(connection, workspace, textOfNote(note));
    commit.log(note.id, noteEvent(note));
  },
};

export const createNoteReader = (connection: Connection, workspace: string): NoteReader => ({
  async find(id) {
    const row = connection.get`SELECT * FROM notes WHERE workspace = ${workspace} AND id = ${id}`;
    return row && noteFrom(row);
  },
  async listOf(sessionIds) {
    const rows = sessionIds.flatMap(
      (sessionId) => connection.all`SELECT * FROM notes
        WHERE workspace = ${workspace} AND session_id = ${sessionId} ORDER BY seq`,
    );
    return rows.map(noteFrom);
  },
});
