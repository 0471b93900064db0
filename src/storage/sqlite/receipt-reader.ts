import type { ReceiptReader } from '../../app/ports/readers.ts';
import type { Connection } from './connection.ts';
import { receiptFrom } from './rows.ts';

export const createReceiptReader = (connection: Connection, workspace: string): ReceiptReader => ({
  async listOfSession(sessionId, limit) {
    return connection
      .all(
        'SELECT * FROM receipts WHERE workspace = ? AND session_id = ? ORDER BY seq DESC LIMIT ?',
        workspace,
        sessionId,
        limit,
      )
      .map(receiptFrom);
  },
  async listOfProject(projectId, limit) {
    return connection
      .all(
        'SELECT * FROM receipts WHERE workspace = ? AND project_id = ? ORDER BY seq DESC LIMIT ?',
        workspace,
        projectId,
        limit,
      )
      .map(receiptFrom);
  },
  async findPosition(receiptId) {
    const row = connection.get(
      'SELECT position FROM journal WHERE workspace = ? AND stream = ? LIMIT 1',
      workspace,
      receiptId,
    );
    return row === undefined ? undefined : Number(row.position);
  },
});
