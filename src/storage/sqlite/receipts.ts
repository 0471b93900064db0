import type { ReceiptReader } from '../../app/ports/readers.ts';
import type { Receipt } from '../../domain/orientation/orientation.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { bodyOf, text, textOrNull } from './rows.ts';
import { objectIn } from './stored-json.ts';

const BODY_FIELDS = ['budget', 'score', 'gapCount', 'sections'] as const;
type ReceiptBody = Pick<Receipt, (typeof BODY_FIELDS)[number]>;

const EMPTY_BODY: ReceiptBody = { budget: 0, score: 0, gapCount: 0, sections: [] };

const receiptFrom = (row: Row): Receipt => ({
  ...objectIn(row.body, EMPTY_BODY),
  id: text(row.id),
  projectId: text(row.project_id),
  sessionId: textOrNull(row.session_id),
  surface: text(row.door),
  client: textOrNull(row.client),
  clientSessionId: textOrNull(row.client_session_id),
  at: text(row.at),
  chars: Number(row.chars),
});

export function putReceipt(connection: Connection, workspace: string, receipt: Receipt): void {
  connection.run(
    `INSERT INTO receipts (workspace, id, project_id, session_id, door, client, client_session_id, at, chars, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    receipt.id,
    receipt.projectId,
    receipt.sessionId,
    receipt.surface,
    receipt.client,
    receipt.clientSessionId,
    receipt.at,
    receipt.chars,
    bodyOf(receipt, BODY_FIELDS),
  );
}

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
