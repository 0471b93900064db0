import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { FactItem, FactList } from '../../domain/orientation/facts.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { marks } from './clauses.ts';
import type { Connection } from './connection.ts';
import { contentDigest, matches } from './digests.ts';
import type { Row } from './driver.ts';
import { textOrNull } from './rows.ts';

/** A text that is cut for the report is checked whole. */
const isSound = (row: Row) =>
  matches(row.digest, () => contentDigest({ content: row.whole ?? row.text ?? '' }));

const factFrom = (row: Row): FactItem => {
  const fact = storedFact(row);
  if (isSound(row)) return fact;
  return { ...fact, text: DAMAGED_TEXT, length: DAMAGED_TEXT.length, isDamaged: true };
};

const storedFact = (row: Row): FactItem => ({
  id: String(row.id),
  type: String(row.type) as RecordType,
  text: String(row.text),
  length: Number(row.units),
  subject: textOrNull(row.subject),
  importance: Number(row.importance),
  sessionId: textOrNull(row.session_id),
  author: textOrNull(row.author),
  source: String(row.source),
  createdAt: String(row.created_at),
  worktree: textOrNull(row.worktree),
  branch: textOrNull(row.branch),
  head: textOrNull(row.head),
});

/** Newest first, and in the order they were written within one moment. */
const newestFirst = (a: Row, b: Row) =>
  a.created_at === b.created_at
    ? Number(a.seq) - Number(b.seq)
    : String(a.created_at) < String(b.created_at)
      ? 1
      : -1;
const oldestFirst = (a: Row, b: Row) =>
  a.created_at === b.created_at ? Number(a.seq) - Number(b.seq) : -newestFirst(a, b);

const OLDEST = 'r.created_at, r.seq';
const NEWEST = 'r.created_at DESC, r.seq DESC';

type ListLive = (
  projectId: string,
  limits: ReadonlyMap<RecordType, number>,
  maxChars: number,
  now: string,
) => ReadonlyMap<RecordType, FactList>;

/** What is live in a project and globally, for orientation. */
export function createLiveRecords(connection: Connection, workspace: string): ListLive {
  /** Live records by type and scope, from the counters; what has expired by now is still counted there as active. */
  const liveCounts = (projectId: string, types: readonly RecordType[], now: string) =>
    connection
      .all(
        `SELECT c.type, c.project_id, c.count - (SELECT count(*) FROM records r
           WHERE r.workspace = c.workspace AND r.project_id = c.project_id AND r.type = c.type
             AND r.state = 'active' AND r.expires_at <= ?) AS live
         FROM record_counts c
         WHERE c.workspace = ? AND c.project_id IN ('', ?) AND c.type IN (${marks(types)}) AND c.state = 'active'`,
        now,
        workspace,
        projectId,
        ...types,
      )
      .map((row) => ({ type: String(row.type), scope: String(row.project_id), live: Number(row.live) }))
      .filter(({ live }) => live > 0);

  const liveRows = (
    scope: string,
    type: RecordType,
    order: string,
    limit: number,
    maxChars: number,
    now: string,
  ) =>
    connection.all(
      `SELECT r.seq, r.id, r.type, substr(r.content, 1, ?1) AS text,
         CASE WHEN r.units > ?1 THEN r.content END AS whole, r.digest, r.units, r.subject, r.importance, r.session_id,
         s.agent AS author, r.source, r.created_at, r.worktree, r.branch, r.head
       FROM records r LEFT JOIN sessions s ON s.workspace = r.workspace AND s.id = r.session_id
       WHERE r.workspace = ?2 AND r.project_id = ?3 AND r.type = ?4 AND r.state = 'active'
         AND (r.expires_at IS NULL OR r.expires_at > ?5)
       ORDER BY ${order} LIMIT ?6`,
      maxChars,
      workspace,
      scope,
      type,
      now,
      limit,
    );

  return (projectId, limits, maxChars, now) => {
    const counts = liveCounts(projectId, [...limits.keys()], now);
    const list = (type: RecordType, limit: number): FactList => {
      const own = counts.filter((count) => count.type === type);
      const total = own.reduce((sum, { live }) => sum + live, 0);
      const rows = (order: string, most: number) =>
        most === 0 ? [] : own.flatMap(({ scope }) => liveRows(scope, type, order, most, maxChars, now));
      if (type !== 'open_loop') {
        return { items: rows(NEWEST, limit).sort(newestFirst).slice(0, limit).map(factFrom), total };
      }
      const oldest = rows(OLDEST, limit).sort(oldestFirst).slice(0, limit);
      const newest = total > limit ? rows(NEWEST, 1).sort(newestFirst).slice(0, 1) : [];
      return { items: [...oldest.slice(0, limit - newest.length), ...newest].map(factFrom), total };
    };
    return new Map([...limits].map(([type, limit]) => [type, list(type, limit)]));
  };
}
