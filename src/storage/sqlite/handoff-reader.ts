import type { HandoffReader } from '../../app/ports/readers.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { handoffFrom } from './rows.ts';

const found = (row: Row | undefined) => (row === undefined ? undefined : handoffFrom(row));

export const createHandoffReader = (connection: Connection, workspace: string): HandoffReader => ({
  async find(id) {
    return found(connection.get('SELECT * FROM handoffs WHERE workspace = ? AND id = ?', workspace, id));
  },
  async findRecent(projectId, digest, since) {
    return found(
      connection.get(
        `SELECT h.* FROM handoffs h JOIN sessions s ON s.workspace = h.workspace AND s.id = h.session_id
         WHERE h.workspace = ? AND h.project_id = ? AND h.digest = ? AND h.created_at >= ? AND s.status <> 'closed'
         ORDER BY h.created_at DESC LIMIT 1`,
        workspace,
        projectId,
        digest,
        since,
      ),
    );
  },
  async findByIdempotencyKey(key) {
    return found(
      connection.get(
        `SELECT h.* FROM idempotency_keys k JOIN handoffs h ON h.workspace = k.workspace AND h.id = k.handoff_id
         WHERE k.workspace = ? AND k.key = ?`,
        workspace,
        key,
      ),
    );
  },
});
