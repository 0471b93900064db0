import type { HandoffReader } from '../../app/ports/readers.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { ChangeWriters } from './commit.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { bodyOf, text } from './rows.ts';
import { objectIn } from './stored-json.ts';

type HandoffBody = Omit<Handoff, 'id' | 'sessionId' | 'projectId' | 'digest' | 'isDerived' | 'createdAt'>;

const EMPTY_BODY: HandoffBody = {
  sources: [],
  stored: {},
  adoptedIds: [],
  supersededIds: [],
  resolvedLoopIds: [],
  noteId: null,
  redacted: {},
  answer: null,
};

const handoffFrom = (row: Row): Handoff => ({
  // Bodies that earlier releases wrote lack some of the fields.
  ...EMPTY_BODY,
  ...objectIn<Partial<HandoffBody>>(row.body, {}),
  id: text(row.id),
  sessionId: text(row.session_id),
  projectId: text(row.project_id),
  digest: text(row.digest),
  isDerived: Number(row.derived) === 1,
  createdAt: text(row.created_at),
});

export const handoffChanges: ChangeWriters<'handoff'> = {
  handoff({ connection, workspace }, { handoff, idempotencyKey }) {
    const { id, sessionId, projectId, digest, isDerived, createdAt } = handoff;
    connection.run`INSERT INTO handoffs (workspace, id, session_id, project_id, digest, derived, body, created_at)
    VALUES (${workspace}, ${id}, ${sessionId}, ${projectId}, ${digest}, ${Number(isDerived)},
      ${bodyOf<HandoffBody>(handoff, EMPTY_BODY)}, ${createdAt})`;
    if (idempotencyKey === null) return;
    connection.run`INSERT INTO idempotency_keys (workspace, key, handoff_id)
    VALUES (${workspace}, ${idempotencyKey}, ${id})`;
  },
};

export const createHandoffReader = (connection: Connection, workspace: string): HandoffReader => ({
  async find(id) {
    const row = connection.get`SELECT * FROM handoffs WHERE workspace = ${workspace} AND id = ${id}`;
    return row && handoffFrom(row);
  },
  async findRecent(projectId, digest, since) {
    const row = connection.get`SELECT h.* FROM handoffs h
      JOIN sessions s ON s.workspace = h.workspace AND s.id = h.session_id
      WHERE h.workspace = ${workspace} AND h.project_id = ${projectId} AND h.digest = ${digest}
        AND h.created_at >= ${since} AND s.status <> 'closed'
      ORDER BY h.created_at DESC LIMIT 1`;
    return row && handoffFrom(row);
  },
  async findByIdempotencyKey(key) {
    const row = connection.get`SELECT h.* FROM idempotency_keys k
      JOIN handoffs h ON h.workspace = k.workspace AND h.id = k.handoff_id
      WHERE k.workspace = ${workspace} AND k.key = ${key}`;
    return row && handoffFrom(row);
  },
});
