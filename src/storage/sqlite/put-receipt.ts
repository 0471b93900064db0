import type { Receipt } from '../../domain/orientation/receipt.ts';
import type { Connection } from './connection.ts';
import { receiptBody } from './rows.ts';

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
    receiptBody(receipt),
  );
}
