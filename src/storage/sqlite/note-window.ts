import type { NoteWindow } from '../../app/ports/windows.ts';
import type { Connection } from './connection.ts';
import { noteFrom } from './rows.ts';

export const createNoteWindow = (connection: Connection, workspace: string): NoteWindow => ({
  async find(id) {
    const row = connection.get('SELECT * FROM notes WHERE workspace = ? AND id = ?', workspace, id);
    return row === undefined ? undefined : noteFrom(row);
  },
  async findRecent(projectId, digest, since) {
    const row = connection.get(
      `SELECT n.* FROM notes n WHERE n.workspace = ? AND n.project_id = ? AND n.digest = ? AND n.created_at >= ?
         AND NOT EXISTS (SELECT 1 FROM sessions s
           WHERE s.workspace = n.workspace AND s.id = n.session_id AND s.status = 'closed')
       ORDER BY n.created_at DESC LIMIT 1`,
      workspace,
      projectId,
      digest,
      since,
    );
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
