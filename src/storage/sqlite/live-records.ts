import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { latestPlausible, newestFirst, oldestFirst, type WriteStamp } from '../../domain/instant.ts';
import type { FactItem, FactList } from '../../domain/orientation/facts.ts';
import type { RecordType } from '../../domain/record/record.ts';
import type { Connection } from './connection.ts';
import { areRecordFactsSound, contentDigest, matches } from './digests.ts';
import type { Row } from './driver.ts';
import { PackedRows } from './packed-rows.ts';
import { textOrNull } from './rows.ts';
import { list } from './sql.ts';

/** A text that is cut for the report is checked whole. */
const isSound = (row: Row) =>
  matches(row.digest, () => contentDigest({ content: row.whole ?? row.text ?? '' }));

const factFrom = (row: Row): FactItem => {
  const stored = storedFact(row);
  const fact = areRecordFactsSound(row) ? stored : { ...stored, subject: null, isSubjectDamaged: true };
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
  ...(typeof row.continued_at === 'string' ? { continuedAt: row.continued_at } : {}),
});

interface LiveRecord extends WriteStamp {
  readonly group: string;
  readonly fact: FactItem;
}

const liveRecordFrom = (row: Row): LiveRecord => ({
  at: String(row.created_at),
  position: Number(row.seq),
  group: String(row.project_id),
  fact: factFrom(row),
});

const asWritten = (record: LiveRecord): WriteStamp => record;

const factOf = ({ fact }: LiveRecord): FactItem => fact;

/** After every moment that a clock can show. */
const MAX_INSTANT = '~';
const OLDEST = 'r.created_at, r.seq';
const NEWEST = 'r.created_at DESC, r.seq DESC';

const LIVE_RECORDS = new PackedRows(
  {
    seq: 'r.seq',
    id: 'r.id',
    project_id: 'r.project_id',
    type: 'r.type',
    text: 'substr(r.content, 1, ?1)',
    whole: 'CASE WHEN r.units > ?1 THEN r.content END',
    digest: 'r.digest',
    units: 'r.units',
    subject: 'r.subject',
    tags: 'r.tags',
    aliases: 'r.aliases',
    resolution: 'r.resolution',
    facts_digest: 'r.facts_digest',
    importance: 'r.importance',
    session_id: 'r.session_id',
    author: 's.agent',
    source: 'r.source',
    created_at: 'r.created_at',
    worktree: 'r.worktree',
    branch: 'r.branch',
    head: 'r.head',
    continued_at: 'n.started_at',
  },
  liveRecordFrom,
);

type ListLive = (
  projectId: string,
  limits: ReadonlyMap<RecordType, number>,
  maxChars: number,
  now: string,
) => ReadonlyMap<RecordType, FactList>;

export function createLiveRecords(connection: Connection, workspace: string): ListLive {
  /** Live records by type and scope, from the counters; what has expired by now is still counted there as active. */
  const liveCounts = (projectId: string, types: readonly RecordType[], now: string) => {
    const rows = connection.all`SELECT c.type, c.project_id, c.count - (SELECT count(*) FROM records r
        WHERE r.workspace = c.workspace AND r.project_id = c.project_id AND r.type = c.type
          AND r.state = 'active' AND r.expires_at <= ${now}) AS live
      FROM record_counts c
      WHERE c.workspace = ${workspace} AND c.project_id IN ('', ${projectId}) AND c.type IN ${list(types)}
        AND c.state = 'active'`;
    return rows
      .map((row) => ({ type: String(row.type), scope: String(row.project_id), live: Number(row.live) }))
      .filter(({ live }) => live > 0);
  };

  const liveRows = (
    scope: string,
    type: RecordType,
    order: string,
    limit: number,
    maxChars: number,
    now: string,
    upTo = MAX_INSTANT,
  ) =>
    LIVE_RECORDS.read(
      connection,
      `FROM records r LEFT JOIN sessions s ON s.workspace = r.workspace AND s.id = r.session_id
         LEFT JOIN sessions n ON n.workspace = s.workspace AND n.id = s.successor_id
       WHERE r.workspace = ?2 AND r.project_id = ?3 AND r.type = ?4 AND r.state = 'active'
         AND r.created_at <= ?5 AND (r.expires_at IS NULL OR r.expires_at > ?6)
       ORDER BY ${order} LIMIT ?7`,
      maxChars,
      workspace,
      scope,
      type,
      upTo,
      now,
      limit,
    );

  /** What a clock wrote that was ahead would fill the list alone: as many of the others come with it. */
  const newestRows = (scope: string, type: RecordType, limit: number, maxChars: number, now: string) => {
    const rows = liveRows(scope, type, NEWEST, limit, maxChars, now);
    const newest = rows[0]?.at ?? '';
    if (newest <= now) return rows;
    const believed = latestPlausible(now);
    if (newest <= believed) return rows;
    const others = liveRows(scope, type, NEWEST, limit, maxChars, now, believed);
    return [...new Map([...rows, ...others].map((row) => [row.fact.id, row])).values()];
  };

  return (projectId, limits, maxChars, now) => {
    const counts = liveCounts(projectId, [...limits.keys()], now);
    const listOf = (type: RecordType, limit: number): FactList => {
      const own = counts.filter((count) => count.type === type);
      const counted = own.reduce((sum, { live }) => sum + live, 0);
      if (limit === 0) return { items: [], total: counted };
      // Fewer than asked for are all there are, even if a damaged counter has another number.
      const totalOf = (rows: readonly LiveRecord[]) => (rows.length < limit ? rows.length : counted);
      const newestOf = (most: number) => {
        const rows = own.flatMap(({ scope }) => newestRows(scope, type, most, maxChars, now));
        return newestFirst(rows, asWritten).slice(0, most);
      };
      if (type !== 'open_loop') {
        const rows = newestOf(limit);
        return { items: rows.map(factOf), total: totalOf(rows) };
      }
      const rows = own.flatMap(({ scope }) => liveRows(scope, type, OLDEST, limit, maxChars, now));
      const oldest = oldestFirst(rows, asWritten).slice(0, limit);
      const total = totalOf(oldest);
      const newest = total > limit ? newestOf(1) : [];
      return { items: [...oldest.slice(0, limit - newest.length), ...newest].map(factOf), total };
    };
    return new Map([...limits].map(([type, limit]) => [type, listOf(type, limit)]));
  };
}
