import type { ReceiptReader } from '../../app/ports/readers.ts';
import type { Receipt } from '../../domain/orientation/orientation.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { bodyOf, text, textOrNull } from './rows.ts';
import { objectIn } from './stored-json.ts';

type ReceiptBody = Pick<Receipt, 'budget' | 'score' | 'gapCount' | 'sections'>;

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

export const receiptChanges: ChangeWriters<'receipt'> = {
  receipt(commit, { receipt }) {
    const { connection, workspace } = commit;
    const { id, projectId, sessionId, surface, client, clientSessionId, at, chars } = receipt;
    connection.run`INSERT INTO receipts
      (workspace, id, project_id, session_id, door, client, client_session_id, at, chars, body)
    VALUES (${workspace}, ${id}, ${projectId}, ${sessionId}, ${surface}, ${client}, ${clientSessionId}, ${at},
      ${chars}, ${bodyOf<ReceiptBody>(receipt, EMPTY_BODY)})`;
    commit.log(id, { type: 'orientation.delivered', at, projectId, chars });
  },
};

export const createReceiptReader = (connection: Connection, workspace: string): ReceiptReader => ({
  async listOfSession(sessionId, limit) {
    const rows = connection.all`SELECT * FROM receipts
      WHERE workspace = ${workspace} AND session_id = ${sessionId} ORDER BY seq DESC LIMIT ${limit}`;
    return rows.map(receiptFrom);
  },
  async listOfProject(projectId, limit) {
    const rows = connection.all`SELECT * FROM receipts
      WHERE workspace = ${workspace} AND project_id = ${projectId} ORDER BY seq DESC LIMIT ${limit}`;
    return rows.map(receiptFrom);
  },
  async findPosition(receiptId) {
    const row = connection.get`SELECT position FROM journal
      WHERE workspace = ${workspace} AND stream = ${receiptId} LIMIT 1`;
    return row && Number(row.position);
  },
});
