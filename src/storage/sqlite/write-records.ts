import type { ThroughlineRecord } from '../../domain/record/record.ts';
import { piecesOf } from '../../domain/words.ts';
import { forColumns, type Insertion, insertRows } from './batches.ts';
import type { Connection } from './connection.ts';
import type { Row, SqlValue } from './driver.ts';
import { projectIdOf } from './refuse-duplicates.ts';
import { stateOf } from './rows.ts';

type Columns = Readonly<Record<string, SqlValue>>;

export interface Added {
  readonly record: ThroughlineRecord;
  readonly facts: Row;
}

const changingColumns = ({ record, facts }: Added): Columns => ({
  project_id: projectIdOf(record.projectId),
  category: record.category,
  importance: record.importance,
  content: record.content,
  units: record.content.length,
  digest: record.digest,
  subject: facts.subject ?? null,
  state: stateOf(record),
  occurred_at: record.occurredAt,
  updated_at: record.updatedAt,
  version: record.version,
  tags: facts.tags ?? null,
  aliases: facts.aliases ?? null,
  supersedes: JSON.stringify(record.supersedes),
  superseded_by: record.supersededBy,
  resolved_at: record.resolvedAt,
  resolution: facts.resolution ?? null,
  expires_at: record.expiresAt,
  pieces: piecesOf([record.content, record.subject ?? '', ...record.tags, ...record.aliases].join('\n')),
  facts_digest: facts.facts_digest ?? null,
});

const columnsOf = (workspace: string, { record, facts }: Added): Columns => ({
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
  ...changingColumns({ record, facts }),
});

const intoRecords = forColumns(
  (names): Insertion => ({
    into: `INSERT INTO records (${names.join(', ')})`,
    behind: 'ON CONFLICT (workspace, id) DO NOTHING',
  }),
);

/** Returns how many were written; one that exists already is not. */
export function insertRecords(connection: Connection, workspace: string, added: readonly Added[]): number {
  const rows = added.map((one) => columnsOf(workspace, one));
  const [first] = rows;
  if (first === undefined) return 0;
  return insertRows(connection, intoRecords(Object.keys(first)), rows.map(Object.values));
}

export interface Changed extends Added {
  readonly earlier: ThroughlineRecord;
  /** The whole row of it. */
  readonly stored: Row;
}

const updateOne = (
  names: readonly string[],
) => `UPDATE records SET ${names.map((name) => `${name} = ?`).join(', ')}
   WHERE workspace = ? AND id = ? AND version = ? AND state = ?`;

const updateMany = (names: readonly string[]): Insertion => ({
  into: `WITH given (${names.map((name) => `new_${name}`).join(', ')}, workspace, id, version, state) AS (`,
  behind: `) UPDATE records SET ${names.map((name) => `${name} = given.new_${name}`).join(', ')} FROM given
   WHERE records.workspace = given.workspace AND records.id = given.id
     AND records.version = given.version AND records.state = given.state`,
});

/** By the names of the columns. Records change in few ways, such as being superseded or resolved. */
const updates = new Map<string, { readonly one: string; readonly many: Insertion }>();

function updateOf(names: readonly string[]) {
  const key = names.join();
  const known = updates.get(key) ?? { one: updateOne(names), many: updateMany(names) };
  updates.set(key, known);
  return known;
}

/**
 * Returns how many were written. Compares the state too: closing a session withholds records without a new version. Only columns
 * that change are set: SQLite rewrites each index that has a column of the statement, and so does the text index.
 */
export function updateRecords(connection: Connection, workspace: string, changed: readonly Changed[]) {
  const rows = changed.map(({ earlier, stored, ...one }) => ({
    stored,
    columns: changingColumns(one),
    key: [workspace, earlier.id, earlier.version, stateOf(earlier)],
  }));
  const [first] = rows;
  if (first === undefined) return 0;
  const names = Object.keys(first.columns).filter((name) =>
    rows.some(({ columns, stored }) => columns[name] !== stored[name]),
  );
  const values = rows.map(({ columns, key }) => [...names.map((name) => columns[name] ?? null), ...key]);
  const { one, many } = updateOf(names);
  return values.length === 1 ? connection.run(one, ...values.flat()) : insertRows(connection, many, values);
}
