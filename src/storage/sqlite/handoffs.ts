import type { Change } from '../../app/ports/ledger.ts';
import type { HandoffReader } from '../../app/ports/readers.ts';
import type { Handoff } from '../../domain/handoff/handoff.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { bodyOf, found, text } from './rows.ts';
import { objectIn } from './stored-json.ts';

type HandoffBody = Omit<Handoff, 'id' | 'sessionId' | 'projectId' | 'digest' | 'isDerived' | 'createdAt'>;

/** Fields that bodies written by earlier releases do not have. */
const LATER_FIELDS = { sources: [], adoptedIds: [], supersededIds: [], answer: null };
type EarlierBody = Omit<HandoffBody, keyof typeof LATER_FIELDS>;
const EMPTY_BODY: EarlierBody = { stored: {}, resolvedLoopIds: [], noteId: null, redacted: {} };

const BODY_FIELDS = [
  'sources',
  'stored',
  'adoptedIds',
  'supersededIds',
  'resolvedLoopIds',
  'noteId',
  'redacted',
  'answer',
] as const satisfies readonly (keyof HandoffBody)[];

const handoffFrom = (row: Row): Handoff => ({
  ...LATER_FIELDS,
  ...objectIn(row.body, EMPTY_BODY),
  id: text(row.id),
  sessionId: text(row.session_id),
  projectId: text(row.project_id),
  digest: text(row.digest),
  isDerived: Number(row.derived) === 1,
  createdAt: text(row.created_at),
});

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
    bodyOf(handoff, BODY_FIELDS),
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

export const createHandoffReader = (connection: Connection, workspace: string): HandoffReader => ({
  async find(id) {
    return found(
      connection.get('SELECT * FROM handoffs WHERE workspace = ? AND id = ?', workspace, id),
      handoffFrom,
    );
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
      handoffFrom,
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
      handoffFrom,
    );
  },
});
