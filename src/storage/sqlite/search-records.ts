import type { FoundRecord, SearchFilter } from '../../app/ports/windows.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { recordFrom } from './rows.ts';

type Clause = readonly [sql: string, values: readonly SqlValue[]];

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

const oneOf = (column: string, values: readonly SqlValue[] | undefined): Clause[] =>
  values === undefined ? [] : [[`${column} IN (${marks(values)})`, values]];

const HAPPENED = 'coalesce(r.occurred_at, r.created_at)';

function clausesOf(workspace: string, filter: SearchFilter): Clause[] {
  const { isLiveAt, since, until, writtenBy } = filter;
  return [
    ['r.workspace = ?', [workspace]],
    ...oneOf(
      'r.project_id',
      filter.projectIds?.map((id) => id ?? ''),
    ),
    ...oneOf('r.type', filter.types),
    ...oneOf('r.category', filter.categories),
    ...(isLiveAt === undefined
      ? []
      : [[`r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`, [isLiveAt]] as Clause]),
    ...(since === undefined ? [] : [[`${HAPPENED} >= ?`, [since]] as Clause]),
    ...(until === undefined ? [] : [[`${HAPPENED} <= ?`, [until]] as Clause]),
    ...(writtenBy === undefined ? [] : [['r.created_at <= ?', [writtenBy]] as Clause]),
  ];
}

/** Every word is quoted, so that nothing in it is syntax of the index. */
export function searchRecords(
  connection: Connection,
  workspace: string,
  words: readonly string[],
  filter: SearchFilter,
  limit: number,
): FoundRecord[] {
  const clauses = clausesOf(workspace, filter);
  return connection
    .all(
      `SELECT r.*, bm25(records_text, 1.0, 1.5, 1.0, 1.5) AS bm25
       FROM records_text JOIN records r ON r.seq = records_text.rowid
       WHERE records_text MATCH ? AND ${clauses.map(([sql]) => sql).join(' AND ')}
       ORDER BY bm25 LIMIT ?`,
      words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR '),
      ...clauses.flatMap(([, values]) => values),
      limit,
    )
    .map((row) => ({ record: recordFrom(row), relevance: -Number(row.bm25) }));
}
