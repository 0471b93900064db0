import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { piecesOf } from '../../domain/words/pieces.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { type Insertion, insertRows } from './insert-rows.ts';
import { projectIdOf } from './refuse-second.ts';
import { stateOf } from './rows.ts';

type Columns = Readonly<Record<string, SqlValue>>;

/** What a new version of a record may change. */
const changingColumns = (record: ThroughlineRecord): Columns => ({
  project_id: projectIdOf(record.projectId),
  category: record.category,
  importance: record.importance,
  content: record.content,
  units: record.content.length,
  digest: record.digest,
  subject: record.subject,
  state: stateOf(record),
  occurred_at: record.occurredAt,
  updated_at: record.updatedAt,
  version: record.version,
  tags: JSON.stringify(record.tags),
  aliases: JSON.stringify(record.aliases),
  supersedes: JSON.stringify(record.supersedes),
  superseded_by: record.supersededBy,
  resolved_at: record.resolvedAt,
  resolution: record.resolution,
  expires_at: record.expiresAt,
  pieces: piecesOf([record.content, record.subject ?? '', ...record.tags, ...record.aliases].join('\n')),
});

const columnsOf = (workspace: string, record: ThroughlineRecord): Columns => ({
  workspace,
  id: record.id,
  session_id: record.sessionId,
  handoff_id: record.handoffId,
  type: record.type,
  source: record.source,
  position: record.position,
  worktree: record.worktree,
  branch: record.branch,
  created_at: record.createdAt,
  head: record.head,
  ...changingColumns(record),
});

const intoRecords = (names: readonly string[]): Insertion => ({
  into: `INSERT INTO records (${names.join(', ')})`,
  behind: 'ON CONFLICT (workspace, id) DO NOTHING',
});

/** Returns how many were written; one that exists already is not. */
export function insertRecords(
  connection: Connection,
  workspace: string,
  records: readonly ThroughlineRecord[],
): number {
  const rows = records.map((record) => columnsOf(workspace, record));
  return insertRows(connection, intoRecords(Object.keys(rows[0] ?? {})), rows.map(Object.values));
}

/** A record as it is from now on, and as it was read. */
export interface Changed {
  readonly record: ThroughlineRecord;
  readonly earlier: ThroughlineRecord;
}

const updateOne = (names: readonly string[]) =>
  `UPDATE records SET ${names.map((name) => `${name} = ?`).join(', ')}
   WHERE workspace = ? AND id = ? AND version = ? AND state = ?`;

const updateMany = (names: readonly string[]): Insertion => ({
  into: `WITH given (${names.map((name) => `new_${name}`).join(', ')}, workspace, id, version, state) AS (`,
  behind: `) UPDATE records SET ${names.map((name) => `${name} = given.new_${name}`).join(', ')} FROM given
   WHERE records.workspace = given.workspace AND records.id = given.id
     AND records.version = given.version AND records.state = given.state`,
});

/**
 * Returns how many were written; one that is no longer as it was read is not. The state is compared as well, because closing
 * a session withholds records without a new version.
 */
export function updateRecords(
  connection: Connection,
  workspace: string,
  changed: readonly Changed[],
): number {
  const rows = changed.map(({ record, earlier }) => ({
    columns: changingColumns(record),
    key: [workspace, earlier.id, earlier.version, stateOf(earlier)],
  }));
  const [first] = rows;
  if (first === undefined) return 0;
  const names = Object.keys(first.columns);
  const values = rows.map(({ columns, key }) => [...Object.values(columns), ...key]);
  if (values.length === 1) return connection.run(updateOne(names), ...values.flat());
  return insertRows(connection, updateMany(names), values);
}
