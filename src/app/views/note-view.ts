import type { Note } from '../../domain/note/note.ts';
import { noteFields } from '../../domain/note/note-fields.ts';

/** A note as every surface shows it: whole. */
export const noteView = (note: Note) => ({
  id: note.id,
  session_id: note.sessionId,
  session_number: note.sessionNumber,
  date: note.occurredAt ?? note.createdAt,
  ...noteFields(note),
  version: note.version,
});

export type NoteView = ReturnType<typeof noteView>;
