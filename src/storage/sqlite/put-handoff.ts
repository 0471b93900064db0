import type { Change } from '../../app/ports/ledger.ts';
import type { Connection } from './connection.ts';
import { handoffBody } from './rows.ts';

type HandoffChange = Extract<Change, { kind: 'handoff' }>;

export function putHandoff(
  connection: Connection,
  workspace: string,
  { handoff, idempotencyKey }: HandoffChange,
): void {
  connection.run(
    `INSERT INTO handoffs (workspace, id, session_id, project_id, digest, derived, body, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    handoff.id,
    handoff.sessionId,
    handoff.projectId,
    handoff.digest,
    handoff.isDerived ? 1 : 0,
    handoffBody(handoff),
    handoff.createdAt,
  );
  if (idempotencyKey === null) return;
  connection.run(
    'INSERT INTO idempotency_keys (workspace, key, handoff_id) VALUES (?, ?, ?)',
    workspace,
    idempotencyKey,
    handoff.id,
  );
}
