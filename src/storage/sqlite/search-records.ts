import type { FoundRecord, SearchFilter } from '../../app/ports/windows.ts';
import { bound, type Clause, joined, oneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { recordFrom } from './rows.ts';

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
    ...bound(`r.state = 'active' AND (r.expires_at IS NULL OR r.expires_at > ?)`, isLiveAt),
    ...bound(`${HAPPENED} >= ?`, since),
    ...bound(`${HAPPENED} <= ?`, until),
    ...bound('r.created_at <= ?', writtenBy),
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
  const where = joined(clausesOf(workspace, filter));
  return connection
    .all(
      `SELECT r.*, bm25(records_text, 1.0, 1.5, 1.0, 1.5) AS bm25
       FROM records_text JOIN records r ON r.seq = records_text.rowid
       WHERE records_text MATCH ? AND ${where.sql}
       ORDER BY bm25 LIMIT ?`,
      words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR '),
      ...where.values,
      limit,
    )
    .map((row) => ({ record: recordFrom(row), relevance: -Number(row.bm25) }));
}
