import type { Change } from '../../app/ports/ledger.ts';
import { isDamagedText } from '../../domain/damage.ts';
import { REPLACED_TYPES } from '../../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { versionConflict } from '../../domain/version-conflict.ts';
import { piecesOf } from '../../domain/words/pieces.ts';
import type { Connection } from './connection.ts';
import { isContentSound } from './digests.ts';
import type { Row } from './driver.ts';
import type { RecordCounts } from './record-counts.ts';
import { recordAsStored, stateOf } from './rows.ts';

type RecordChange = Extract<Change, { kind: 'record' }>;
type WithholdChange = Extract<Change, { kind: 'withhold' }>;

export const projectIdOf = (projectId: string | null) => projectId ?? '';

/** Inside the transaction: of two processes that say the same at once, the second one finds the first. */
function refuseSecond(connection: Connection, workspace: string, record: ThroughlineRecord): void {
  const others = connection.all(
    `SELECT id, content, digest FROM records WHERE workspace = ? AND project_id = ? AND type = ? AND digest = ?
       AND state = 'active' AND (expires_at IS NULL OR expires_at > ?) AND id <> ?
       AND (worktree IS ? OR NOT ?)`,
    workspace,
    projectIdOf(record.projectId),
    record.type,
    record.digest,
    record.updatedAt,
    record.id,
    record.worktree,
    REPLACED_TYPES.includes(record.type) ? 1 : 0,
  );
  const other = others.find(isContentSound);
  if (other !== undefined) throw versionConflict('record', String(other.id));
}

/** Whoever read only the mark of a damaged text does not write it over what is left of the text. */
const keepDamaged = (record: ThroughlineRecord, stored: Row | undefined): ThroughlineRecord =>
  stored !== undefined && isDamagedText(record.content) && record.digest === stored.digest
    ? { ...record, content: String(stored.content) }
    : record;

/** Answers what was there before. */
export function putRecord(
  connection: Connection,
  workspace: string,
  { record: given, expectedVersion, isOnlyOne = false }: RecordChange,
  counts: RecordCounts,
): ThroughlineRecord | undefined {
  if (isOnlyOne) refuseSecond(connection, workspace, given);
  const stored = connection.get('SELECT * FROM records WHERE workspace = ? AND id = ?', workspace, given.id);
  const record = keepDamaged(given, stored);
  if (Number(stored?.version ?? 0) !== expectedVersion) throw versionConflict('record', record.id);
  const earlier = stored === undefined ? undefined : recordAsStored(stored);
  if (earlier !== undefined) {
    connection.run(
      'INSERT INTO record_versions (workspace, record_id, version, body) VALUES (?, ?, ?, ?)',
      workspace,
      earlier.id,
      earlier.version,
      JSON.stringify(earlier),
    );
    counts.add(projectIdOf(earlier.projectId), earlier.type, stateOf(earlier), -1);
  }
  connection.run(
    `INSERT INTO records (workspace, id, project_id, session_id, handoff_id, type, category, importance, content,
       units, digest, subject, state, source, position, worktree, branch, created_at, occurred_at, updated_at,
       version, tags, aliases, supersedes, superseded_by, resolved_at, resolution, expires_at, head, pieces)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET project_id = excluded.project_id, category = excluded.category,
       importance = excluded.importance, content = excluded.content, units = excluded.units,
       digest = excluded.digest, subject = excluded.subject, state = excluded.state,
       occurred_at = excluded.occurred_at, updated_at = excluded.updated_at, version = excluded.version,
       tags = excluded.tags, aliases = excluded.aliases, supersedes = excluded.supersedes,
       superseded_by = excluded.superseded_by, resolved_at = excluded.resolved_at,
       resolution = excluded.resolution, expires_at = excluded.expires_at, pieces = excluded.pieces`,
    workspace,
    record.id,
    projectIdOf(record.projectId),
    record.sessionId,
    record.handoffId,
    record.type,
    record.category,
    record.importance,
    record.content,
    record.content.length,
    record.digest,
    record.subject,
    stateOf(record),
    record.source,
    record.position,
    record.worktree,
    record.branch,
    record.createdAt,
    record.occurredAt,
    record.updatedAt,
    record.version,
    JSON.stringify(record.tags),
    JSON.stringify(record.aliases),
    JSON.stringify(record.supersedes),
    record.supersededBy,
    record.resolvedAt,
    record.resolution,
    record.expiresAt,
    record.head,
    piecesOf([record.content, record.subject ?? '', ...record.tags, ...record.aliases].join('\n')),
  );
  counts.add(projectIdOf(record.projectId), record.type, stateOf(record), 1);
  return earlier;
}

/** A decision may rest on a record it does not change: whoever changed it meanwhile makes the decision void. */
export function checkUnchanged(
  connection: Connection,
  workspace: string,
  { id, version }: Pick<ThroughlineRecord, 'id' | 'version'>,
): void {
  const stored = connection.get('SELECT version FROM records WHERE workspace = ? AND id = ?', workspace, id);
  if (Number(stored?.version ?? 0) !== version) throw versionConflict('record', id);
}

/** What a session closed without successor no longer hands on; the records themselves stay as they are. */
export function withholdRecords(
  connection: Connection,
  workspace: string,
  { sessionId, types }: WithholdChange,
  counts: RecordCounts,
): void {
  for (const type of types) {
    const moved = connection.all(
      `UPDATE records SET state = 'withheld'
       WHERE workspace = ? AND session_id = ? AND type = ? AND state = 'active' RETURNING project_id`,
      workspace,
      sessionId,
      type,
    );
    for (const row of moved) {
      counts.add(String(row.project_id), type, 'active', -1);
      counts.add(String(row.project_id), type, 'withheld', 1);
    }
  }
}
