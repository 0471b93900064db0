import type { NoteReader } from '../../app/ports/readers.ts';
import type { Connection } from './connection.ts';
import { noteFrom } from './rows.ts';

export const createNoteReader = (connection: Connection, workspace: string): NoteReader => ({
  async find(id) {
    const row = connection.get('SELECT * FROM notes WHERE workspace = ? AND id = ?', workspace, id);
    return row === undefined ? undefined : noteFrom(row);
  },
  async listOf(sessionIds) {
    return sessionIds.flatMap((sessionId) =>
      connection
        .all('SELECT * FROM notes WHERE workspace = ? AND session_id = ? ORDER BY seq', workspace, sessionId)
        .map(noteFrom),
    );
  },
});
